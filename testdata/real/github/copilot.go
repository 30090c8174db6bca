package github

import (
	"context"
	"fmt"
)

// AssignCopilotToIssue lets the coding agent work on an issue.
//
//tool:name=assign_copilot_to_issue idempotent names=snake
//tool:param repo flat
//tool:param baseRef,customInstructions optional
func (c *Client) AssignCopilotToIssue(ctx context.Context, repo Repo,
	issueNumber int, // number of the issue
	baseRef string, // branch to begin with, the default branch unless given
	customInstructions string, // what the agent should know beyond the issue
) (string, error) {
	return fmt.Sprintf("%s#%d: the agent is at work", repo, issueNumber), nil
}

// AssignCopilotToIssueWithIntent lets the coding agent work on an issue, and says why that is right.
//
//tool:name=assign_copilot_to_issue_with_intent idempotent names=snake
//tool:param repo flat
//tool:param baseRef,customInstructions optional
func (c *Client) AssignCopilotToIssueWithIntent(ctx context.Context, repo Repo,
	issueNumber int, // number of the issue
	//tool:max=280
	rationale string, // why the agent can do it, in a sentence or two that people will read
	confidence Confidence, // how sure you are
	isSuggestion bool, // only proposes it and leaves the issue as it is
	baseRef string, // branch to begin with, the default branch unless given
	customInstructions string, // what the agent should know beyond the issue
) (string, error) {
	return fmt.Sprintf("%s#%d: the agent is at work", repo, issueNumber), nil
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
