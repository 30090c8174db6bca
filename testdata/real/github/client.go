// Package github reads and changes repositories that live in memory.
//
// It is written as it would be without any model in mind: a client with methods, named types for closed sets of values,
// structs for what belongs together. The directives alone make tools of it, with the names and arguments of a widely
// used server.
//
//tool:defaults access=trusted
package github

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// Client holds repositories. It is safe for concurrent use.
type Client struct {
	mu    sync.Mutex
	repos map[string]*repository // by owner/name
}

type repository struct {
	branches []string
	fields   []CustomField
	issues   []Issue
	pulls    []PullRequest
	actions  actions
}

// NewClient returns a client with one repository, acme/rocket, and something of everything in it.
func NewClient() *Client {
	day := func(n int) time.Time { return time.Date(2026, time.March, n, 9, 0, 0, 0, time.UTC) }
	rocket := &repository{
		branches: []string{"main", "nozzle", "paint"},
		fields: []CustomField{
			{ID: "F1", Name: "Priority", Options: []string{"low", "high"}},
			{ID: "F2", Name: "Estimate"},
		},
		issues: []Issue{
			{Number: 1, Title: "Engine does not start", Body: "Nothing happens.", State: IssueOpen, User: "ada", Labels: []string{"bug", "engine"}, Comments: 4, CreatedAt: day(1), UpdatedAt: day(9)},
			{Number: 2, Title: "Paint it red", State: IssueClosed, User: "bob", Labels: []string{"paint"}, Assignees: []string{"ada"}, CreatedAt: day(2), UpdatedAt: day(3)},
			{Number: 3, Title: "Nozzle is too hot", State: IssueOpen, User: "cy", Labels: []string{"bug"}, Comments: 1, CreatedAt: day(5), UpdatedAt: day(6), FieldValues: map[string]string{"Priority": "high"}},
		},
		actions: actions{
			workflows: []Workflow{{ID: 11, Name: "test", Path: ".ci/test.yml"}, {ID: 12, Name: "launch", Path: ".ci/launch.yml"}},
			runs: []Run{
				{ID: 101, Workflow: 11, Branch: "main", Actor: "ada", Event: OnPush, Status: Completed},
				{ID: 102, Workflow: 11, Branch: "nozzle", Actor: "bob", Event: OnPullRequest, Status: InProgress},
				{ID: 103, Workflow: 12, Branch: "main", Actor: "ada", Event: OnWorkflowDispatch, Status: Queued},
			},
			jobs: []Job{
				{ID: 1001, Run: 101, Name: "unit", Attempt: 1, Passed: false},
				{ID: 1002, Run: 101, Name: "unit", Attempt: 2, Passed: true},
			},
			artifacts: []Artifact{{ID: 7, Run: 101, Name: "coverage.html", Bytes: 48213}},
		},
	}
	return &Client{repos: map[string]*repository{"acme/rocket": rocket}}
}

// find returns a repository. The caller holds the lock.
func (c *Client) find(owner, repo string) (*repository, error) {
	r, ok := c.repos[owner+"/"+repo]
	if !ok {
		return nil, fmt.Errorf("there is no repository %s/%s", owner, repo)
	}
	return r, nil
}

func (r *repository) issue(number int) (*Issue, error) {
	i := slices.IndexFunc(r.issues, func(i Issue) bool { return i.Number == number })
	if i < 0 {
		return nil, fmt.Errorf("there is no issue #%d", number)
	}
	return &r.issues[i], nil
}

// pageSize is how many items a listing returns where the caller does not say.
const pageSize = 30

// page cuts one page out of a listing; page counts from 1, and 0 stands for what was not given.
func page[T any](all []T, number, size int) []T {
	if size == 0 {
		size = pageSize
	}
	from := min(max(number-1, 0)*size, len(all))
	return all[from:min(from+size, len(all))]
}

// Repo names a repository.
type Repo struct {
	Owner string `json:"owner"` // account that the repository belongs to
	Name  string `json:"repo"`  // name of the repository, without the owner
}

// String returns the name as people write it.
func (r Repo) String() string { return r.Owner + "/" + r.Name }

// Paging cuts a listing into pages.
type Paging struct {
	Page    int `json:"page,omitempty" tool:"min=1"`            // which page of the listing, from 1
	PerPage int `json:"perPage,omitempty" tool:"min=1 max=100"` // how many items a page has
}

// Cursor cuts a listing that changes while it is read into pages.
type Cursor struct {
	PerPage int    `json:"perPage,omitempty" tool:"min=1 max=100"` // how many items a page has
	After   string `json:"after,omitempty"`                        // where to go on: what the page before has ended with
}

// Order is the direction of sorting.
type Order string

const (
	Asc  Order = "asc"
	Desc Order = "desc"
)

// State says whether an issue or a pull request is done.
type State string

const (
	Open   State = "open"
	Closed State = "closed"
)
