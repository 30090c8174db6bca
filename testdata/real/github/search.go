package github

import "context"

// IssueSort is what found issues and pull requests are sorted by.
type IssueSort string

const (
	SortComments     IssueSort = "comments"
	SortReactions    IssueSort = "reactions"
	SortThumbsUp     IssueSort = "reactions-+1"
	SortThumbsDown   IssueSort = "reactions--1"
	SortSmile        IssueSort = "reactions-smile"
	SortThinking     IssueSort = "reactions-thinking_face"
	SortHeart        IssueSort = "reactions-heart"
	SortTada         IssueSort = "reactions-tada"
	SortInteractions IssueSort = "interactions"
	SortCreated      IssueSort = "created"
	SortUpdated      IssueSort = "updated"
)

// AccountSort is what found people and organizations are sorted by.
type AccountSort string

const (
	SortFollowers    AccountSort = "followers"
	SortRepositories AccountSort = "repositories"
	SortJoined       AccountSort = "joined"
)

// IssueSearch says which issues or pull requests to find, and how.
type IssueSearch struct {
	Query string    `json:"query"`           // words and qualifiers to look for, such as "nozzle label:bug"
	Owner string    `json:"owner,omitempty"` // only those of one repository: its owner
	Repo  string    `json:"repo,omitempty"`  // only those of one repository: its name
	Sort  IssueSort `json:"sort,omitempty"`  // what to sort by, how well they fit unless given
	Order Order     `json:"order,omitempty"` // which end comes first
	Paging
}

// AccountSearch says which people or organizations to find, and how.
type AccountSearch struct {
	Query string      `json:"query"`           // words and qualifiers to look for, such as "ada location:Graz"
	Sort  AccountSort `json:"sort,omitempty"`  // what to sort by, how well they fit unless given
	Order Order       `json:"order,omitempty"` // which end comes first
	Paging
}

// SearchIssues finds issues in all repositories.
//
//tool:name=search_issues readonly
//tool:param q flat
func (c *Client) SearchIssues(ctx context.Context, q IssueSearch,
	//tool:optional
	fields []FoundIssueField, // what to show of each issue, everything unless given
) ([]Issue, error) {
	return []Issue{{Number: 3, Title: "Nozzle is too hot"}}, nil
}

// SearchPullRequests finds pull requests in all repositories.
//
//tool:name=search_pull_requests readonly
//tool:param q flat
func (c *Client) SearchPullRequests(ctx context.Context, q IssueSearch,
	//tool:optional
	fields []FoundPullField, // what to show of each pull request, everything unless given
) ([]Issue, error) {
	return []Issue{{Number: 4, Title: "Cool the nozzle"}}, nil
}

// SearchUsers finds people.
//
//tool:name=search_users readonly
func (c *Client) SearchUsers(ctx context.Context, q AccountSearch) ([]User, error) {
	return []User{{Login: "ada"}}, nil
}

// SearchOrgs finds organizations.
//
//tool:name=search_orgs readonly
func (c *Client) SearchOrgs(ctx context.Context, q AccountSearch) ([]User, error) {
	return []User{{Login: "acme"}}, nil
}

// SearchRepositories finds repositories.
//
//tool:name=search_repositories readonly names=snake
//tool:param sort,order optional
//tool:param paging flat
func (c *Client) SearchRepositories(ctx context.Context,
	query string, // words and qualifiers to look for, such as "rocket language:go"
	//tool:enum=stars,forks,help-wanted-issues,updated
	sort string, // what to sort by, how well they fit unless given
	order Order, // which end comes first
	//tool:default=true
	minimalOutput bool, // shows the most important of each alone
	paging Paging,
) ([]Repository, error) {
	return []Repository{{Name: "acme/rocket", Stars: 12}}, nil
}

// SearchCode finds files by what is in them.
//
//tool:name=search_code readonly
//tool:param sort,order,fields optional
//tool:param paging flat
func (c *Client) SearchCode(ctx context.Context,
	query string, // words and qualifiers to look for, such as "ignite language:go"
	sort string, // what to sort by: indexed, or how well they fit unless given
	order Order, // which end comes first
	fields []CodeField, // what to show of each file, everything unless given
	paging Paging,
) ([]Entry, error) {
	return []Entry{{Path: "engine/start.go", Type: "file"}}, nil
}

// SearchCommits finds commits by their message.
//
//tool:name=search_commits readonly
//tool:param sort,order optional
//tool:param paging flat
func (c *Client) SearchCommits(ctx context.Context,
	query string, // words and qualifiers to look for, such as "nozzle author:ada"
	//tool:enum=author-date,committer-date
	sort string, // what to sort by, how well they fit unless given
	order Order, // which end comes first
	paging Paging,
) ([]Commit, error) {
	return []Commit{{SHA: "c0ffee", Message: "Cool the nozzle"}}, nil
}
