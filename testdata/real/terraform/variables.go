package terraform

import (
	"context"
	"fmt"
	"slices"
)

// Category says who reads a variable.
type Category string

const (
	ForTerraform   Category = "terraform" // the configuration
	ForEnvironment Category = "env"       // the process that runs it, as an environment variable
)

// Variable is an input of a workspace's runs.
type Variable struct {
	ID          string
	Key         string
	Value       string `json:",omitempty"` // absent where it is secret
	Description string `json:",omitempty"`
	Category    Category
	Sensitive   bool
	HCL         bool
}

// CreateWorkspaceVariable adds a variable to a workspace.
//
//tool:name=create_workspace_variable
func (c *Cloud) CreateWorkspaceVariable(ctx context.Context,
	terraformOrgName string, // organization that the workspace belongs to
	workspaceName string, // workspace that gets the variable
	key string, // name of the variable
	value string, // its value
	//tool:default=""
	description string, // what the variable is for
	//tool:default=ForEnvironment
	category Category, // who reads the variable
	//tool:default=false
	sensitive bool, // keeps the value secret: nobody can read it back
	//tool:default=false
	hcl bool, // takes the value for an HCL expression instead of text
) (Variable, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	org, err := c.organization(terraformOrgName)
	if err != nil {
		return Variable{}, err
	}
	w, err := org.workspace(workspaceName)
	if err != nil {
		return Variable{}, err
	}
	if slices.ContainsFunc(w.variables, func(v Variable) bool { return v.Key == key && v.Category == category }) {
		return Variable{}, fmt.Errorf("%s has a variable %q for %s already", workspaceName, key, category)
	}
	v := Variable{
		ID: fmt.Sprintf("var-%s-%d", workspaceName, len(w.variables)+1), Key: key, Value: value, Description: description,
		Category: category, Sensitive: sensitive, HCL: hcl,
	}
	w.variables = append(w.variables, v)
	if sensitive {
		v.Value = ""
	}
	return v, nil
}

// ListWorkspaceVariables lists the variables of a workspace; secret ones without their values.
//
//tool:name=list_workspace_variables
//tool:param w flat
func (c *Cloud) ListWorkspaceVariables(ctx context.Context, w WorkspaceName) ([]Variable, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	org, err := c.organization(w.TerraformOrgName)
	if err != nil {
		return nil, err
	}
	workspace, err := org.workspace(w.WorkspaceName)
	if err != nil {
		return nil, err
	}
	found := slices.Clone(workspace.variables)
	for i := range found {
		if found[i].Sensitive {
			found[i].Value = ""
		}
	}
	return found, nil
}

// UpdateWorkspaceVariable replaces a variable of a workspace.
//
//tool:name=update_workspace_variable
//tool:param w flat
func (c *Cloud) UpdateWorkspaceVariable(ctx context.Context,
	w WorkspaceName,
	variableID string, // identifier of the variable, such as "var-network-1"
	key string, // its name from now on
	value string, // its value from now on
	//tool:default=false
	sensitive bool, // keeps the value secret: nobody can read it back
	//tool:default=false
	hcl bool, // takes the value for an HCL expression instead of text
	description *string, // what the variable is for; stays as it is unless given
) error {
	return nil
}
