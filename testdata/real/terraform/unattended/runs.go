// Package unattended starts runs that nobody watches. A host serves it in place of the runs of package terraform, with a
// tool of the same name that may do more.
//
//tool:defaults access=admin names=snake
package unattended

import "context"

// RunType is what a run does.
type RunType string

const (
	PlanAndApply    RunType = "plan_and_apply"    // plans, and applies once somebody confirms
	RefreshState    RunType = "refresh_state"     // only takes over what changed outside
	PlanOnly        RunType = "plan_only"         // plans and stops there
	AllowEmptyApply RunType = "allow_empty_apply" // applies even when the plan has no changes
	AutoApprove     RunType = "auto_approve"      // plans, and applies without asking
	Destroy         RunType = "is_destroy"        // takes down everything that the workspace manages
)

// Run is one execution of a workspace's configuration.
type Run struct {
	Workspace string
	Type      RunType
	Message   string `json:",omitempty"`
}

// CreateRun starts a run in a workspace, which may change or destroy what the workspace manages.
//
//tool:destructive
func CreateRun(ctx context.Context,
	terraformOrgName string, // organization that the workspace belongs to
	workspaceName string, // workspace to run
	//tool:default=PlanAndApply
	runType RunType, // what the run does
	//tool:optional
	message string, // why it runs, for those who look at it later
) (Run, error) {
	return Run{Workspace: workspaceName, Type: runType, Message: message}, nil
}
