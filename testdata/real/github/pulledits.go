package github

import "context"

// PullRef names a pull request.
type PullRef struct {
	Repo
	Number int `json:"pullNumber" tool:"min=1"` // number of the pull request
}

// PullChange is what to change of a pull request. What is not given stays as it is.
type PullChange struct {
	Title       *string  `json:"title"`                 // what the change does, in one line
	Body        *string  `json:"body"`                  // why, and what a reviewer should know, in Markdown
	State       State    `json:"state,omitempty"`       // how it stands
	Draft       *bool    `json:"draft"`                 // not ready for review yet
	Base        *string  `json:"base"`                  // branch that shall take the commits
	Maintainers *bool    `json:"maintainer_can_modify"` // whether maintainers of base may push to head
	Reviewers   []string `json:"reviewers,omitempty"`   // whom to ask for a review, people or ORG/TEAM
}

// UpdatePullRequest changes a pull request.
//
//tool:name=update_pull_request
//tool:param repo,change flat
func (c *Client) UpdatePullRequest(ctx context.Context, repo Repo,
	pullNumber int, // number of the pull request
	change PullChange,
) (PullRequest, error) {
	out := PullRequest{Number: pullNumber, Reviewers: change.Reviewers}
	if change.Title != nil {
		out.Title = *change.Title
	}
	return out, nil
}

// UpdatePullRequestTitle replaces the title of a pull request.
//
//tool:name=update_pull_request_title destructive=false
//tool:param pull flat
func (c *Client) UpdatePullRequestTitle(ctx context.Context, pull PullRef,
	title string, // the title from now on
) error {
	return nil
}

// UpdatePullRequestBody replaces the text of a pull request.
//
//tool:name=update_pull_request_body destructive=false
//tool:param pull flat
func (c *Client) UpdatePullRequestBody(ctx context.Context, pull PullRef,
	body string, // the text from now on, in Markdown
) error {
	return nil
}

// UpdatePullRequestState closes a pull request, or opens it again.
//
//tool:name=update_pull_request_state destructive=false
//tool:param pull flat
func (c *Client) UpdatePullRequestState(ctx context.Context, pull PullRef,
	state State, // how it stands from now on
) error {
	return nil
}

// UpdatePullRequestDraftState says whether a pull request is ready for review.
//
//tool:name=update_pull_request_draft_state destructive=false
//tool:param pull flat
func (c *Client) UpdatePullRequestDraftState(ctx context.Context, pull PullRef,
	draft bool, // true while it is not ready
) error {
	return nil
}

// UpdatePullRequestBranch takes the newest commits of the base into the branch of a pull request.
//
//tool:name=update_pull_request_branch
//tool:param repo flat
func (c *Client) UpdatePullRequestBranch(ctx context.Context, repo Repo,
	pullNumber int, // number of the pull request
	//tool:optional
	expectedHeadSha string, // commit that the branch must be at
) error {
	return nil
}

// RequestPullRequestReviewers asks for reviews of a pull request.
//
//tool:name=request_pull_request_reviewers destructive=false
//tool:param pull flat
func (c *Client) RequestPullRequestReviewers(ctx context.Context, pull PullRef,
	reviewers []string, // whom to ask, people or ORG/TEAM
) error {
	return nil
}

// RequestCopilotReview lets the coding agent review a pull request.
//
//tool:name=request_copilot_review
//tool:param repo flat
func (c *Client) RequestCopilotReview(ctx context.Context, repo Repo,
	pullNumber int, // number of the pull request
) error {
	return nil
}
