package terraform

import (
	"context"
	"errors"
)

// AccessLevel says what a team may do with a workspace or a project.
//
//tool:enum open
type AccessLevel string

const (
	MayRead  AccessLevel = "read"
	MayPlan  AccessLevel = "plan"
	MayWrite AccessLevel = "write"
	MayAdmin AccessLevel = "admin"
)

// Team is a group of users.
type Team struct {
	ID         string
	Name       string
	Visibility string
}

// Account is who a token speaks for.
type Account struct {
	ID       string
	Username string
}

// ListTerraformOrgs lists the organizations that the token may see.
//
//tool:name=list_terraform_orgs readonly
func (c *Cloud) ListTerraformOrgs(ctx context.Context) ([]string, error) {
	return []string{"acme"}, nil
}

// WhoAmI tells whose token is in use.
//
//tool:name=whoami readonly
func (c *Cloud) WhoAmI(ctx context.Context) (Account, error) {
	return Account{ID: "user-1", Username: "ada"}, nil
}

// GetTokenPermissions lists what the token may do in an organization.
//
//tool:name=get_token_permissions readonly
func (c *Cloud) GetTokenPermissions(ctx context.Context,
	terraformOrgName string, // organization to ask about
) ([]string, error) {
	return []string{"can_create_workspace"}, nil
}

// ListTeams lists the teams of an organization.
//
//tool:name=list_teams readonly
//tool:param teamNames,searchQuery optional
func (c *Cloud) ListTeams(ctx context.Context,
	terraformOrgName string, // organization whose teams to list
	teamNames string, // only teams with exactly these names, with commas between
	searchQuery string, // part of the team's name; every team matches none
) ([]Team, error) {
	return []Team{{ID: "team-1", Name: "owners", Visibility: "organization"}}, nil
}

// GetTeam shows one team, its members and what they may do.
//
//tool:name=get_team readonly
func (c *Cloud) GetTeam(ctx context.Context,
	teamID string, // identifier of the team, such as "team-1"
) (Team, error) {
	return Team{ID: teamID}, nil
}

// CreateTeam creates a team without members.
//
//tool:name=create_team destructive=false
func (c *Cloud) CreateTeam(ctx context.Context,
	terraformOrgName string, // organization that gets the team
	teamName string, // name of the team
	//tool:optional
	visibility string, // who sees the team: secret (its members, unless given) or organization (everybody)
) (Team, error) {
	return Team{ID: "team-2", Name: teamName, Visibility: visibility}, nil
}

// DeleteTeam deletes a team; its members stay in the organization.
//
//tool:name=delete_team destructive
func (c *Cloud) DeleteTeam(ctx context.Context,
	teamID string, // identifier of the team, such as "team-1"
) error {
	return nil
}

// AddTeamMember adds a user to a team.
//
//tool:name=add_team_member destructive=false
//tool:param username,organizationMembershipID optional
func (c *Cloud) AddTeamMember(ctx context.Context,
	teamID string, // identifier of the team, such as "team-1"
	username string, // name of the user
	organizationMembershipID string, // membership of the user in the organization, where no name is given
) error {
	if username == "" && organizationMembershipID == "" {
		return errors.New("give username or organization_membership_id")
	}
	return nil
}

// GrantTeamAccess lets a team work with a workspace or with a whole project.
//
//tool:name=grant_team_access destructive=false
//tool:param workspaceID,projectID optional
func (c *Cloud) GrantTeamAccess(ctx context.Context,
	teamID string, // identifier of the team, such as "team-1"
	accessLevel AccessLevel, // what the team may do there
	workspaceID string, // workspace to open to the team
	projectID string, // project to open to the team, where no workspace is given
) error {
	if workspaceID == "" && projectID == "" {
		return errors.New("give workspace_id or project_id")
	}
	return nil
}
