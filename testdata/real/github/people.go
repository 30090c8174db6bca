package github

import "context"

// User is a person with an account.
type User struct {
	Login string `json:"login"`
	Name  string `json:"name,omitempty"`
}

// Team is a group of people of an organization.
type Team struct {
	Org  string `json:"org"`
	Slug string `json:"slug"`
}

// GetMe tells whose token is in use.
//
//tool:name=get_me readonly
func (c *Client) GetMe(ctx context.Context) (User, error) {
	return User{Login: "ada", Name: "Ada"}, nil
}

// GetTeams lists the teams that a person is in.
//
//tool:name=get_teams readonly
func (c *Client) GetTeams(ctx context.Context,
	//tool:optional
	user string, // login of the person, your own unless given
) ([]Team, error) {
	return []Team{{Org: "acme", Slug: "painters"}}, nil
}

// GetTeamMembers lists who is in a team.
//
//tool:name=get_team_members readonly names=snake
func (c *Client) GetTeamMembers(ctx context.Context,
	org string, // organization that the team belongs to
	teamSlug string, // name of the team in addresses, such as "painters"
) ([]User, error) {
	return []User{{Login: "ada"}, {Login: "bob"}}, nil
}
