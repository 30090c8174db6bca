package terraform

import (
	"context"
	"errors"
)

// Stack is a configuration that is rolled out several times.
type Stack struct {
	ID      string
	Name    string
	Project string `json:",omitempty"`
}

// StateVersion is the state of a workspace as it was at one time.
type StateVersion struct {
	ID     string
	Serial int
}

// ListStacks lists the stacks of an organization.
//
//tool:name=list_stacks readonly
func (c *Cloud) ListStacks(ctx context.Context,
	terraformOrgName string, // organization whose stacks to list
	//tool:optional
	searchQuery string, // part of the stack's name; every stack matches none
	//tool:optional
	projectID string, // only stacks of this project
) ([]Stack, error) {
	return []Stack{{ID: "st-1", Name: "edge", Project: projectID}}, nil
}

// GetStackDetails shows one stack and where it is rolled out.
//
//tool:name=get_stack_details readonly
func (c *Cloud) GetStackDetails(ctx context.Context,
	stackID string, // identifier of the stack, such as "st-1"
) (Stack, error) {
	return Stack{ID: stackID, Name: "edge"}, nil
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
