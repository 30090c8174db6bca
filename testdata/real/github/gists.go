package github

import "context"

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
