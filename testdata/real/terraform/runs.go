package terraform

import (
	"context"
	"fmt"
	"slices"
)

// RunType is what a run does.
type RunType string

const (
	PlanAndApply    RunType = "plan_and_apply"    // plans, and applies once somebody confirms
	RefreshState    RunType = "refresh_state"     // only takes over what changed outside
	PlanOnly        RunType = "plan_only"         // plans and stops there
	AllowEmptyApply RunType = "allow_empty_apply" // applies even when the plan has no changes
)

// RunStatus is how far a run has come.
type RunStatus string

const (
	Pending            RunStatus = "pending"
	Fetching           RunStatus = "fetching"
	FetchingCompleted  RunStatus = "fetching_completed"
	PrePlanRunning     RunStatus = "pre_plan_running"
	PrePlanCompleted   RunStatus = "pre_plan_completed"
	Queuing            RunStatus = "queuing"
	PlanQueued         RunStatus = "plan_queued"
	Planning           RunStatus = "planning"
	Planned            RunStatus = "planned"
	CostEstimating     RunStatus = "cost_estimating"
	CostEstimated      RunStatus = "cost_estimated"
	PolicyChecking     RunStatus = "policy_checking"
	PolicyOverride     RunStatus = "policy_override"
	PolicySoftFailed   RunStatus = "policy_soft_failed"
	PolicyChecked      RunStatus = "policy_checked"
	Confirmed          RunStatus = "confirmed"
	PostPlanRunning    RunStatus = "post_plan_running"
	PostPlanCompleted  RunStatus = "post_plan_completed"
	PlannedAndFinished RunStatus = "planned_and_finished"
	PlannedAndSaved    RunStatus = "planned_and_saved"
	ApplyQueued        RunStatus = "apply_queued"
	Applying           RunStatus = "applying"
	Applied            RunStatus = "applied"
	Discarded          RunStatus = "discarded"
	Errored            RunStatus = "errored"
	Canceled           RunStatus = "canceled"
	ForceCanceled      RunStatus = "force_canceled"
)

// Run is one execution of a workspace's configuration.
type Run struct {
	ID        string
	Workspace string
	Type      RunType `json:",omitempty"`
	Status    RunStatus
	Message   string
	Author    string `json:",omitempty"` // user whose commit started the run
}

// CreateRun starts a run in a workspace.
//
//tool:name=create_run destructive=false
func (c *Cloud) CreateRun(ctx context.Context,
	terraformOrgName string, // organization that the workspace belongs to
	workspaceName string, // workspace to run
	//tool:default=PlanAndApply
	runType RunType, // what the run does
	//tool:default="Triggered via Terraform MCP Server"
	message string, // why it runs, for those who look at it later
) (Run, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	org, err := c.organization(terraformOrgName)
	if err != nil {
		return Run{}, err
	}
	if _, err := org.workspace(workspaceName); err != nil {
		return Run{}, err
	}
	run := Run{ID: fmt.Sprintf("run-%d", len(org.runs)+1), Workspace: workspaceName, Type: runType, Status: Pending, Message: message}
	org.runs = append(org.runs, run)
	return run, nil
}

// ListRuns lists the runs of a workspace, or of a whole organization, the newest first.
//
//tool:name=list_runs readonly
//tool:param workspaceName,vcsUsername,status optional
func (c *Cloud) ListRuns(ctx context.Context,
	terraformOrgName string, // organization whose runs to list
	workspaceName string, // only runs of this workspace
	vcsUsername string, // only runs that a commit of this user started
	status []RunStatus, // only runs in one of these states
) ([]Run, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	org, err := c.organization(terraformOrgName)
	if err != nil {
		return nil, err
	}
	var found []Run
	for _, run := range slices.Backward(org.runs) {
		if (workspaceName == "" || run.Workspace == workspaceName) &&
			(vcsUsername == "" || run.Author == vcsUsername) &&
			(len(status) == 0 || slices.Contains(status, run.Status)) {
			found = append(found, run)
		}
	}
	return found, nil
}

// RunAction is what a person may do to a run that waits.
type RunAction string

const (
	ApplyRun   RunAction = "apply"   // carries the plan out
	DiscardRun RunAction = "discard" // drops the plan
	CancelRun  RunAction = "cancel"  // stops what is under way
)

// ActionRun applies, discards or cancels a run.
//
//tool:name=action_run destructive
func (c *Cloud) ActionRun(ctx context.Context,
	runAction RunAction, // what to do
	runID string, // identifier of the run, such as "run-1"
	//tool:optional
	comment string, // why, for those who look at the run later
) (string, error) {
	return fmt.Sprintf("%s: %s", runID, runAction), nil
}

// GetRunDetails shows one run: what it does, how far it has come, who started it.
//
//tool:name=get_run_details readonly
func (c *Cloud) GetRunDetails(ctx context.Context,
	runID string, // identifier of the run, such as "run-1"
) (Run, error) {
	return Run{ID: runID, Status: Planned}, nil
}

// GetRunComments lists what people have said about a run, the oldest first.
//
//tool:name=get_run_comments readonly
func (c *Cloud) GetRunComments(ctx context.Context,
	runID string, // identifier of the run, such as "run-1"
) ([]string, error) {
	return []string{"Please wait for the review."}, nil
}
