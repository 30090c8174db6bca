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
