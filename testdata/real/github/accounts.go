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

// Gist is a file that is shared without a repository.
type Gist struct {
	ID          string `json:"id"`
	File        string `json:"file"`
	Description string `json:"description,omitempty"`
	Public      bool   `json:"public"`
}

// ListGists lists the gists of a person.
//
//tool:name=list_gists readonly
//tool:param username,since optional
//tool:param paging flat
func (c *Client) ListGists(ctx context.Context,
	username string, // whose gists to list, your own unless given
	since string, // only gists changed after this time, such as 2026-03-01T09:00:00Z
	paging Paging,
) ([]Gist, error) {
	return []Gist{{ID: "g1", File: "notes.md"}}, nil
}

// GetGist shows one gist.
//
//tool:name=get_gist readonly names=snake
func (c *Client) GetGist(ctx context.Context,
	gistID string, // identifier of the gist
) (Gist, error) {
	return Gist{ID: gistID, File: "notes.md"}, nil
}

// CreateGist shares one file.
//
//tool:name=create_gist
func (c *Client) CreateGist(ctx context.Context,
	//tool:optional
	description string, // what the file is
	filename string, // name of the file, with its extension
	content string, // text of the file
	//tool:default=false
	public bool, // lets everybody find it
) (Gist, error) {
	return Gist{ID: "g2", File: filename, Description: description, Public: public}, nil
}

// UpdateGist replaces one file of a gist.
//
//tool:name=update_gist names=snake
func (c *Client) UpdateGist(ctx context.Context,
	gistID string, // identifier of the gist
	//tool:optional
	description string, // what the file is; stays as it is unless given
	filename string, // name of the file
	content string, // text of the file from now on
) (Gist, error) {
	return Gist{ID: gistID, File: filename, Description: description}, nil
}
