package terraform

import (
	"context"
	"fmt"
	"slices"
)

// Project groups workspaces.
type Project struct {
	ID            string
	Name          string
	Description   string
	ExecutionMode string
}

// CreateProject creates a project in an organization.
//
//tool:name=create_project destructive=false
func (c *Cloud) CreateProject(ctx context.Context,
	terraformOrgName string, // organization that gets the project
	// Name of the project: letters, digits, spaces, _ and -, with no space at either end.
	//tool:min=3 max=40 pattern=`^[A-Za-z0-9_-][A-Za-z0-9 _-]*[A-Za-z0-9_-]$`
	projectName string,
	//tool:optional max=256
	description string, // what the project is for
	//tool:optional
	defaultExecutionMode string, // where its workspaces run unless they say otherwise: remote, local or agent
) (Project, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	org, err := c.organization(terraformOrgName)
	if err != nil {
		return Project{}, err
	}
	if slices.ContainsFunc(org.projects, func(p Project) bool { return p.Name == projectName }) {
		return Project{}, fmt.Errorf("there is a project %q already", projectName)
	}
	switch defaultExecutionMode {
	case "":
		defaultExecutionMode = "remote"
	case "remote", "local", "agent":
	default:
		return Project{}, fmt.Errorf("default_execution_mode: %q is not one of remote, local, agent", defaultExecutionMode)
	}
	project := Project{
		ID: fmt.Sprintf("prj-%d", len(org.projects)+1), Name: projectName, Description: description, ExecutionMode: defaultExecutionMode,
	}
	org.projects = append(org.projects, project)
	return project, nil
}

// ListTerraformProjects lists the projects of an organization.
//
//tool:name=list_terraform_projects readonly
func (c *Cloud) ListTerraformProjects(ctx context.Context,
	terraformOrgName string, // organization whose projects to list
) ([]Project, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	org, err := c.organization(terraformOrgName)
	if err != nil {
		return nil, err
	}
	return slices.Clone(org.projects), nil
}

// GetProject shows one project and its settings.
//
//tool:name=get_project readonly
func (c *Cloud) GetProject(ctx context.Context,
	projectID string, // identifier of the project, such as "prj-1"
) (Project, error) {
	return Project{ID: projectID}, nil
}

// DeleteProject deletes a project that has no workspaces left.
//
//tool:name=delete_project destructive
func (c *Cloud) DeleteProject(ctx context.Context,
	projectID string, // identifier of the project, such as "prj-1"
) error {
	return nil
}

// Stack is a configuration that is rolled out several times.
type Stack struct {
	ID      string
	Name    string
	Project string `json:",omitempty"`
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
