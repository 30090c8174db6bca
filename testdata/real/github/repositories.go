package github

import (
	"cmp"
	"context"
	"fmt"
)

// Repository describes a repository.
type Repository struct {
	Name        string `json:"full_name"`
	Description string `json:"description,omitempty"`
	Private     bool   `json:"private,omitempty"`
	Stars       int    `json:"stargazers_count,omitempty"`
}

// Branch is a line of commits.
type Branch struct {
	Name   string `json:"name"`
	Commit string `json:"commit"`
}

// Affiliation is how somebody comes to work on a repository.
type Affiliation string

const (
	Outside         Affiliation = "outside" // invited from outside the organization
	Direct          Affiliation = "direct"  // named by the repository itself
	AllAffiliations Affiliation = "all"     // either way, or as a member of the organization
)

// CreateRepository creates a repository of your own, or of an organization.
//
//tool:name=create_repository
//tool:param description,organization,autoInit optional
func (c *Client) CreateRepository(ctx context.Context,
	name string, // name of the repository
	description string, // what it is for
	organization string, // organization that gets it, instead of you
	//tool:default=true
	private bool, // shows it to those only who are invited
	autoInit bool, // begins with a README
) (Repository, error) {
	return Repository{Name: cmp.Or(organization, "ada") + "/" + name, Description: description, Private: private}, nil
}

// ForkRepository copies a repository to your own account, or to an organization.
//
//tool:name=fork_repository
//tool:param repo flat
func (c *Client) ForkRepository(ctx context.Context, repo Repo,
	//tool:optional
	organization string, // organization that gets the copy, instead of you
) (Repository, error) {
	return Repository{Name: cmp.Or(organization, "ada") + "/" + repo.Name}, nil
}

// DeleteRepository deletes a repository and everything in it.
//
//tool:name=delete_repository destructive
//tool:param repo flat
func (c *Client) DeleteRepository(ctx context.Context, repo Repo) error { return nil }

// ListBranches lists the branches of a repository.
//
//tool:name=list_branches readonly
//tool:param repo,paging flat
func (c *Client) ListBranches(ctx context.Context, repo Repo, paging Paging) ([]Branch, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, err := c.find(repo.Owner, repo.Name)
	if err != nil {
		return nil, err
	}
	var out []Branch
	for _, name := range page(r.branches, paging.Page, paging.PerPage) {
		out = append(out, Branch{Name: name, Commit: "c0ffee"})
	}
	return out, nil
}

// CreateBranch creates a branch.
//
//tool:name=create_branch names=snake
//tool:param repo flat
func (c *Client) CreateBranch(ctx context.Context, repo Repo,
	branch string, // name of the branch
	//tool:optional
	fromBranch string, // where it begins, at the default branch unless given
) (string, error) {
	return fmt.Sprintf("%s: %s begins at %s", repo, branch, cmp.Or(fromBranch, "main")), nil
}

// ListRepositoryCollaborators lists who may work on a repository.
//
//tool:name=list_repository_collaborators readonly
//tool:param repo,paging flat
func (c *Client) ListRepositoryCollaborators(ctx context.Context, repo Repo,
	//tool:optional
	affiliation Affiliation, // only those who come to it in this way
	paging Paging,
) ([]string, error) {
	return []string{"ada", "bob"}, nil
}

// ListStarredRepositories lists the repositories that a person has starred.
//
//tool:name=list_starred_repositories readonly
//tool:param username,sort,direction optional
//tool:param paging flat
func (c *Client) ListStarredRepositories(ctx context.Context,
	username string, // whose stars to list, your own unless given
	//tool:enum=created,updated
	sort string, // by the time of the star or of the last push
	direction Order, // which end comes first
	paging Paging,
) ([]Repository, error) {
	return []Repository{{Name: "acme/rocket", Stars: 12}}, nil
}

// StarRepository stars a repository.
//
//tool:name=star_repository
//tool:param repo flat
func (c *Client) StarRepository(ctx context.Context, repo Repo) error { return nil }

// UnstarRepository takes your star away from a repository.
//
//tool:name=unstar_repository
//tool:param repo flat
func (c *Client) UnstarRepository(ctx context.Context, repo Repo) error { return nil }
