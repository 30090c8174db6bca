package github

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// PullRequest is a request to take the commits of one branch into another.
type PullRequest struct {
	Number      int      `json:"number"`
	Title       string   `json:"title"`
	Body        string   `json:"body,omitempty"`
	Head        string   `json:"head"`
	Base        string   `json:"base"`
	Draft       bool     `json:"draft"`
	Maintainers bool     `json:"maintainer_can_modify"`
	Reviewers   []string `json:"requested_reviewers"`
}

// CreatePullRequest opens a pull request, and asks for reviews if there is somebody to ask.
//
//tool:name=create_pull_request names=snake
//tool:param body,draft,reviewers optional
func (c *Client) CreatePullRequest(ctx context.Context,
	owner string, // account that the repository belongs to
	repo string, // name of the repository, without the owner
	title string, // what the change does, in one line
	body string, // why, and what a reviewer should know, in Markdown
	head string, // branch that has the commits
	base string, // branch that shall take them
	draft bool, // not ready for review yet
	maintainerCanModify *bool, // whether maintainers of base may push to head; they may, unless given
	reviewers []string, // whom to ask for a review, people or ORG/TEAM
) (PullRequest, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, err := c.find(owner, repo)
	if err != nil {
		return PullRequest{}, err
	}
	for _, branch := range []string{head, base} {
		if !slices.Contains(r.branches, branch) {
			return PullRequest{}, fmt.Errorf("there is no branch %q; there are %s", branch, strings.Join(r.branches, ", "))
		}
	}
	if head == base {
		return PullRequest{}, errors.New("head and base are the same branch")
	}
	pull := PullRequest{
		Number: len(r.issues) + len(r.pulls) + 1, Title: title, Body: body, Head: head, Base: base, Draft: draft,
		Maintainers: maintainerCanModify == nil || *maintainerCanModify, Reviewers: reviewers,
	}
	r.pulls = append(r.pulls, pull)
	return pull, nil
}

// PullView is one side of a pull request.
type PullView string

const (
	ViewPull           PullView = "get"                 // the pull request itself
	ViewDiff           PullView = "get_diff"            // the changed lines
	ViewStatus         PullView = "get_status"          // what outside checks say of its last commit
	ViewFiles          PullView = "get_files"           // the changed files
	ViewCommits        PullView = "get_commits"         // its commits
	ViewReviewComments PullView = "get_review_comments" // comments on its lines
	ViewReviews        PullView = "get_reviews"         // its reviews
	ViewPullComments   PullView = "get_comments"        // comments on the whole
	ViewCheckRuns      PullView = "get_check_runs"      // what the automation says of its last commit
)

// MergeMethod is how the commits of a pull request reach its base.
type MergeMethod string

const (
	MergeCommit MergeMethod = "merge"  // as they are, with a merge commit
	Squash      MergeMethod = "squash" // as a single commit
	Rebase      MergeMethod = "rebase" // one by one on top of the base
)

// PullQuery says which pull requests to list, and how.
type PullQuery struct {
	Repo
	State     string      `json:"state,omitempty" tool:"enum=open,closed,all"`                        // how they stand
	Head      string      `json:"head,omitempty"`                                                     // only pull requests from this branch, as OWNER:BRANCH
	Base      string      `json:"base,omitempty"`                                                     // only pull requests into this branch
	Sort      string      `json:"sort,omitempty" tool:"enum=created,updated,popularity,long-running"` // what to sort by
	Direction Order       `json:"direction,omitempty"`                                                // which end comes first
	Fields    []PullField `json:"fields,omitempty"`                                                   // what to show of each, everything unless given
	Paging
}

// ListPullRequests lists the pull requests of a repository.
//
//tool:name=list_pull_requests readonly
func (c *Client) ListPullRequests(ctx context.Context, q PullQuery) ([]PullRequest, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, err := c.find(q.Owner, q.Name)
	if err != nil {
		return nil, err
	}
	return page(r.pulls, q.Page, q.PerPage), nil
}

// ReadPullRequest shows one side of a pull request.
//
//tool:name=pull_request_read readonly
//tool:param repo,paging flat
func (c *Client) ReadPullRequest(ctx context.Context,
	method PullView, // what to show
	repo Repo,
	pullNumber int, // number of the pull request
	paging Paging,
	//tool:optional
	after string, // where to go on: what the page before has ended with; only for get_review_comments
) (string, error) {
	return fmt.Sprintf("%s of %s#%d", method, repo, pullNumber), nil
}

// MergePullRequest takes the commits of a pull request into its base.
//
//tool:name=merge_pull_request
//tool:param repo flat
func (c *Client) MergePullRequest(ctx context.Context, repo Repo,
	pullNumber int, // number of the pull request
	//tool:name=merge_method optional
	method MergeMethod, // how its commits get there
	//tool:name=commit_title optional
	title string, // first line of the merge commit
	//tool:name=commit_message optional
	message string, // the rest of its message
) (string, error) {
	return fmt.Sprintf("%s#%d: merged", repo, pullNumber), nil
}
