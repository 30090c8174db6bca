package terraform

import "context"

// PolicySet is a group of policies that runs of a workspace must pass.
type PolicySet struct {
	ID   string
	Name string
}

// ListWorkspacePolicySets lists the policy sets that the runs of a workspace must pass.
//
//tool:name=list_workspace_policy_sets readonly
func (c *Cloud) ListWorkspacePolicySets(ctx context.Context,
	terraformOrgName string, // organization that the workspace belongs to
	workspaceID string, // identifier of the workspace
) ([]PolicySet, error) {
	return []PolicySet{{ID: "polset-1", Name: "cost"}}, nil
}

// AttachPolicySetToWorkspaces makes the runs of workspaces pass a policy set.
//
//tool:name=attach_policy_set_to_workspaces
func (c *Cloud) AttachPolicySetToWorkspaces(ctx context.Context,
	policySetID string, // identifier of the policy set, such as "polset-1"
	//tool:name=workspace_ids
	workspaceIDs string, // identifiers of the workspaces, with commas between
) (string, error) {
	return attached(policySetID, workspaceIDs), nil
}
