package terraform

import (
	"context"
	"strings"
)

// WorkspaceName names a workspace within its organization.
type WorkspaceName struct {
	TerraformOrgName string // organization that the workspace belongs to
	WorkspaceName    string // name of the workspace
}

// Workspace keeps the state of one configuration.
type Workspace struct {
	Name    string
	Project string   `json:",omitempty"`
	Tags    []string `json:",omitempty"`
}

// WorkspaceSettings are what both a new workspace and an old one can be given. Switches are "true" or "false"; what is
// not given stays as it is, or as the organization has it.
type WorkspaceSettings struct {
	Description      string `json:",omitempty"` // what the workspace is for
	TerraformVersion string `json:",omitempty"` // version of Terraform that runs it
	WorkingDirectory string `json:",omitempty"` // folder of the configuration within its repository
	AutoApply        string `json:",omitempty"` // "true" to apply a plan without asking
	ExecutionMode    string `json:",omitempty"` // where it runs: remote, local or agent
	Tags             string `json:",omitempty"` // tags of the workspace, with commas between
}

// VCSRepo connects a workspace with a repository.
type VCSRepo struct {
	Identifier   string `json:"vcs_repo_identifier,omitempty"`     // repository, as OWNER/NAME
	Branch       string `json:"vcs_repo_branch,omitempty"`         // branch, the main one unless given
	OAuthTokenID string `json:"vcs_repo_oauth_token_id,omitempty"` // identifier of the token that reads it
}

// WorkspaceFilter keeps some workspaces. A field that is not given keeps them all.
type WorkspaceFilter struct {
	SearchQuery  string `json:",omitempty"` // part of the name
	ProjectID    string `json:",omitempty"` // only workspaces of this project
	Tags         string `json:",omitempty"` // only workspaces with all of these tags, with commas between
	ExcludeTags  string `json:",omitempty"` // no workspaces with one of these tags, with commas between
	WildcardName string `json:",omitempty"` // the name with * for any text at one end, such as "web-*"
}

// CreateWorkspace creates a workspace, with a repository to run from or without.
//
//tool:name=create_workspace destructive=false
//tool:param w,settings,repo flat
func (c *Cloud) CreateWorkspace(ctx context.Context,
	w WorkspaceName,
	settings WorkspaceSettings,
	//tool:optional
	projectID string, // project that gets the workspace, the organization's default unless given
	repo VCSRepo,
) (Workspace, error) {
	return Workspace{Name: w.WorkspaceName, Project: projectID, Tags: tags(settings.Tags)}, nil
}

// CreateNoCodeWorkspace creates a workspace from a module that is ready to use, and runs it.
//
//tool:name=create_no_code_workspace destructive
func (c *Cloud) CreateNoCodeWorkspace(ctx context.Context,
	noCodeModuleID string, // identifier of the module
	workspaceName string, // name of the workspace
	projectID string, // project that gets the workspace
	//tool:default=false
	autoApply bool, // applies the first plan without asking
) (Workspace, error) {
	return Workspace{Name: workspaceName, Project: projectID}, nil
}

// UpdateWorkspace changes the settings of a workspace.
//
//tool:name=update_workspace destructive=false
//tool:param w,settings flat
//tool:param newName,queueAllRuns,speculativeEnabled,triggerPrefixes,fileTriggersEnabled optional
func (c *Cloud) UpdateWorkspace(ctx context.Context,
	w WorkspaceName,
	newName string, // its name from now on
	settings WorkspaceSettings,
	queueAllRuns string, // "true" to queue runs before the first one has been applied
	speculativeEnabled string, // "true" to plan pull requests
	triggerPrefixes string, // folders whose changes start a run, with commas between
	fileTriggersEnabled string, // "true" to start runs only for changes in those folders
) (Workspace, error) {
	name := w.WorkspaceName
	if newName != "" {
		name = newName
	}
	return Workspace{Name: name, Tags: tags(settings.Tags)}, nil
}

// ListWorkspaces lists the workspaces of an organization.
//
//tool:name=list_workspaces readonly
//tool:param filter flat
func (c *Cloud) ListWorkspaces(ctx context.Context,
	terraformOrgName string, // organization whose workspaces to list
	filter WorkspaceFilter,
) ([]Workspace, error) {
	return []Workspace{{Name: "network"}, {Name: "web-prod", Tags: tags(filter.Tags)}}, nil
}

// GetWorkspaceDetails shows one workspace and its settings.
//
//tool:name=get_workspace_details readonly
//tool:param w flat
func (c *Cloud) GetWorkspaceDetails(ctx context.Context, w WorkspaceName) (Workspace, error) {
	return Workspace{Name: w.WorkspaceName}, nil
}

// DeleteWorkspaceSafely deletes a workspace, unless it still manages something.
//
//tool:name=delete_workspace_safely destructive
func (c *Cloud) DeleteWorkspaceSafely(ctx context.Context,
	workspaceID string, // identifier of the workspace, such as "ws-1"
) error {
	return nil
}

// ForceUnlockWorkspace takes the lock of a workspace away from whoever holds it.
//
//tool:name=force_unlock_workspace destructive
func (c *Cloud) ForceUnlockWorkspace(ctx context.Context,
	workspaceID string, // identifier of the workspace, such as "ws-1"
) error {
	return nil
}

// CreateWorkspaceTags adds tags to a workspace, beside those that it has.
//
//tool:name=create_workspace_tags
//tool:param w flat
func (c *Cloud) CreateWorkspaceTags(ctx context.Context,
	w WorkspaceName,
	tags string, // tags to add, with commas between
) error {
	return nil
}

// ReadWorkspaceTags lists the tags of a workspace.
//
//tool:name=read_workspace_tags readonly
//tool:param w flat
func (c *Cloud) ReadWorkspaceTags(ctx context.Context, w WorkspaceName) ([]string, error) {
	return []string{"team:core"}, nil
}

// tags takes a list with commas apart; no text is no tags.
func tags(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}
