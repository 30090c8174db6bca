package github

import "context"

// Reaction is an answer without words.
type Reaction string

const (
	ThumbsUp   Reaction = "+1"
	ThumbsDown Reaction = "-1"
	Laugh      Reaction = "laugh"
	Confused   Reaction = "confused"
	Heart      Reaction = "heart"
	Hooray     Reaction = "hooray"
	Rocket     Reaction = "rocket"
	Eyes       Reaction = "eyes"
)

// AddIssueReaction reacts to an issue or a pull request.
//
//tool:name=add_issue_reaction destructive=false
//tool:param issue flat
func (c *Client) AddIssueReaction(ctx context.Context, issue IssueRef,
	content Reaction, // what to add
) error {
	return nil
}

// AddIssueCommentReaction reacts to a comment of an issue or a pull request.
//
//tool:name=add_issue_comment_reaction destructive=false names=snake
//tool:param repo flat
func (c *Client) AddIssueCommentReaction(ctx context.Context, repo Repo,
	//tool:min=1
	commentID int64, // number of the comment
	content Reaction, // what to add
) error {
	return nil
}

// AddPullRequestReviewCommentReaction reacts to a comment on the lines of a pull request.
//
//tool:name=add_pull_request_review_comment_reaction destructive=false names=snake
//tool:param repo flat
func (c *Client) AddPullRequestReviewCommentReaction(ctx context.Context, repo Repo,
	//tool:min=1
	commentID int64, // number of the comment
	content Reaction, // what to add
) error {
	return nil
}
