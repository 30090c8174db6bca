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
