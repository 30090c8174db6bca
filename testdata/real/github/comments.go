package github

import (
	"context"
	"errors"
	"fmt"
)

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

// AddIssueComment comments on an issue or a pull request, or reacts to it or to one of its comments.
//
//tool:name=add_issue_comment names=snake
//tool:param repo flat
//tool:param body,commentID,reaction optional
func (c *Client) AddIssueComment(ctx context.Context, repo Repo,
	issueNumber int, // number of the issue or pull request
	//tool:min=1
	body string, // text of the comment, in Markdown
	//tool:min=1
	commentID int64, // number of the comment to react to, the issue itself unless given
	reaction Reaction, // what to react with
) (string, error) {
	if body == "" && reaction == "" {
		return "", errors.New("give body, reaction or both")
	}
	return fmt.Sprintf("%s#%d: %s%s", repo, issueNumber, body, reaction), nil
}

// AddReplyToPullRequestComment answers a comment on a pull request, or reacts to it.
//
//tool:name=add_reply_to_pull_request_comment
//tool:param repo flat
//tool:param pullNumber,body,reaction optional
func (c *Client) AddReplyToPullRequestComment(ctx context.Context, repo Repo,
	//tool:name=commentId min=1
	commentID int64, // number of the comment
	pullNumber int, // number of the pull request; needed for an answer
	body string, // text of the answer, in Markdown
	reaction Reaction, // what to react with
) error {
	if body == "" && reaction == "" {
		return errors.New("give body, reaction or both")
	}
	return nil
}
