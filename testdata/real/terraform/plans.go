package terraform

import (
	"context"
	"errors"
)

// Plan counts what a run is going to change.
type Plan struct {
	ID        string
	Status    string
	Additions int
	Changes   int
	Deletions int
}

// Apply counts what a run has changed.
type Apply struct {
	ID        string
	Status    string
	Additions int
	Changes   int
	Deletions int
}

// GetPlanDetails shows how far a plan has come, and how much it is going to change.
//
//tool:name=get_plan_details readonly
func (c *Cloud) GetPlanDetails(ctx context.Context,
	planID string, // identifier of the plan, such as "plan-1"
) (Plan, error) {
	return Plan{ID: planID, Status: "finished", Additions: 2}, nil
}

// GetPlanLogs returns what the plan has printed.
//
//tool:name=get_plan_logs readonly
func (c *Cloud) GetPlanLogs(ctx context.Context,
	planID string, // identifier of the plan, such as "plan-1"
) (string, error) {
	return planID + ": 2 to add, 0 to change, 0 to destroy", nil
}

// GetPlanJSONOutput returns the whole plan as JSON text.
//
//tool:name=get_plan_json_output readonly
func (c *Cloud) GetPlanJSONOutput(ctx context.Context,
	planID string, // identifier of the plan, such as "plan-1"
) (string, error) {
	return `{"format_version":"1.2","resource_changes":[]}`, nil
}

// GetSentinelMock returns what is needed to try policies out against a plan without running it.
//
//tool:name=get_sentinel_mock readonly
func (c *Cloud) GetSentinelMock(ctx context.Context,
	planID string, // identifier of the plan, such as "plan-1"
) (string, error) {
	return "mock-" + planID, nil
}

// GetApplyDetails shows how far an apply has come, and how much it has changed.
//
//tool:name=get_apply_details readonly
func (c *Cloud) GetApplyDetails(ctx context.Context,
	applyID string, // identifier of the apply, such as "apply-1"
) (Apply, error) {
	return Apply{ID: applyID, Status: "finished", Additions: 2}, nil
}

// GetApplyLogs returns what the apply has printed.
//
//tool:name=get_apply_logs readonly
func (c *Cloud) GetApplyLogs(ctx context.Context,
	applyID string, // identifier of the apply, such as "apply-1"
) (string, error) {
	return applyID + ": 2 added, 0 changed, 0 destroyed", nil
}

// StateVersion is the state of a workspace as it was at one time.
type StateVersion struct {
	ID     string
	Serial int
}

// ListStateVersions lists the states that a workspace has been in, the newest first.
//
//tool:name=list_state_versions readonly
//tool:param w flat
func (c *Cloud) ListStateVersions(ctx context.Context, w WorkspaceName) ([]StateVersion, error) {
	return []StateVersion{{ID: "sv-2", Serial: 2}, {ID: "sv-1", Serial: 1}}, nil
}

// GetStateVersion shows one state, or the present one of a workspace.
//
//tool:name=get_state_version readonly
//tool:param stateVersionID,workspaceID optional
func (c *Cloud) GetStateVersion(ctx context.Context,
	stateVersionID string, // identifier of the state, such as "sv-1"
	workspaceID string, // identifier of the workspace, where no state is named
) (StateVersion, error) {
	if stateVersionID == "" && workspaceID == "" {
		return StateVersion{}, errors.New("give state_version_id or workspace_id")
	}
	return StateVersion{ID: stateVersionID, Serial: 2}, nil
}
