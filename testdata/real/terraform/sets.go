package terraform

import (
	"context"
	"fmt"
	"strings"
)

// VariableSet is a group of variables that several workspaces share.
type VariableSet struct {
	ID          string
	Name        string
	Description string `json:",omitempty"`
	Global      bool
}

// ListVariableSets lists the variable sets of an organization.
//
//tool:name=list_variable_sets
func (c *Cloud) ListVariableSets(ctx context.Context,
	terraformOrgName string, // organization whose variable sets to list
	//tool:optional
	query string, // part of the set's name; every set matches none
) ([]VariableSet, error) {
	return []VariableSet{{ID: "varset-1", Name: "credentials", Global: true}}, nil
}

// CreateVariableSet creates a variable set without variables.
//
//tool:name=create_variable_set
func (c *Cloud) CreateVariableSet(ctx context.Context,
	terraformOrgName string, // organization that gets the set
	name string, // name of the set
	//tool:optional
	description string, // what its variables are for
	//tool:default=false
	global bool, // gives the set to every workspace of the organization
) (VariableSet, error) {
	return VariableSet{ID: "varset-2", Name: name, Description: description, Global: global}, nil
}

// CreateVariableInVariableSet adds a variable to a variable set, and so to every workspace that has the set.
//
//tool:name=create_variable_in_variable_set
func (c *Cloud) CreateVariableInVariableSet(ctx context.Context,
	variableSetID string, // identifier of the set, such as "varset-1"
	key string, // name of the variable
	value string, // its value
	//tool:optional
	description string, // what the variable is for
	//tool:default=ForTerraform
	category Category, // who reads the variable
	//tool:default=false
	hcl bool, // takes the value for an HCL expression instead of text
	//tool:default=false
	sensitive bool, // keeps the value secret: nobody can read it back
) (Variable, error) {
	v := Variable{ID: "var-" + variableSetID + "-1", Key: key, Value: value, Description: description, Category: category, Sensitive: sensitive, HCL: hcl}
	if sensitive {
		v.Value = ""
	}
	return v, nil
}

// DeleteVariableInVariableSet deletes a variable of a variable set.
//
//tool:name=delete_variable_in_variable_set
func (c *Cloud) DeleteVariableInVariableSet(ctx context.Context,
	variableSetID string, // identifier of the set, such as "varset-1"
	variableID string, // identifier of the variable
) error {
	return nil
}

// AttachVariableSetToWorkspaces gives a variable set to workspaces.
//
//tool:name=attach_variable_set_to_workspaces
func (c *Cloud) AttachVariableSetToWorkspaces(ctx context.Context,
	variableSetID string, // identifier of the set, such as "varset-1"
	//tool:name=workspace_ids
	workspaceIDs string, // identifiers of the workspaces, with commas between
) (string, error) {
	return attached(variableSetID, workspaceIDs), nil
}

// DetachVariableSetFromWorkspaces takes a variable set away from workspaces.
//
//tool:name=detach_variable_set_from_workspaces
func (c *Cloud) DetachVariableSetFromWorkspaces(ctx context.Context,
	variableSetID string, // identifier of the set, such as "varset-1"
	//tool:name=workspace_ids
	workspaceIDs string, // identifiers of the workspaces, with commas between
) error {
	return nil
}

// attached says what has been attached to how many workspaces.
func attached(what, workspaces string) string {
	return fmt.Sprintf("%s: attached to %d workspaces", what, strings.Count(workspaces, ",")+1)
}

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
