package github

import (
	"context"
	"errors"
	"fmt"
)

// Verdict is what a review comes to.
type Verdict string

const (
	Approve        Verdict = "APPROVE"         // it may be merged
	RequestChanges Verdict = "REQUEST_CHANGES" // it must not be merged as it is
	JustComment    Verdict = "COMMENT"         // neither
)

// Side is one side of a diff.
type Side string

const (
	Left  Side = "LEFT"  // as it was
	Right Side = "RIGHT" // as it is going to be
)

// Subject is what a comment is on.
type Subject string

const (
	OnFile Subject = "FILE" // a file as a whole
	OnLine Subject = "LINE" // one or more of its lines
)

// LineComment is a comment on lines of a diff.
type LineComment struct {
	Path      string  `json:"path"`                // the changed file
	Body      string  `json:"body"`                // text of the comment, in Markdown
	Subject   Subject `json:"subjectType"`         // what the comment is on
	Line      int     `json:"line,omitempty"`      // the line, the last one of several
	Side      Side    `json:"side,omitempty"`      // side that the line is on
	StartLine int     `json:"startLine,omitempty"` // first of several lines
	StartSide Side    `json:"startSide,omitempty"` // side that the first line is on
}

// ReviewEdit is what can be done to reviews.
type ReviewEdit string

const (
	CreateReview  ReviewEdit = "create"           // begins a review; with an event, ends it as well
	SubmitPending ReviewEdit = "submit_pending"   // ends your review
	DeletePending ReviewEdit = "delete_pending"   // drops your review
	ResolveThread ReviewEdit = "resolve_thread"   // says that a conversation is settled
	ReopenThread  ReviewEdit = "unresolve_thread" // says that it is not
)

// WriteReview begins, ends or drops a review of a pull request, or settles one of its conversations.
//
//tool:name=pull_request_review_write
//tool:param repo flat
//tool:param body,event,commitID,threadID optional
func (c *Client) WriteReview(ctx context.Context,
	method ReviewEdit, // what to do
	repo Repo,
	pullNumber int, // number of the pull request
	body string, // text of the review, in Markdown
	event Verdict, // what the review comes to
	commitID string, // commit that was reviewed, the newest unless given
	//tool:name=threadId
	threadID string, // identifier of the conversation; only for resolve_thread and unresolve_thread
) (string, error) {
	if (method == ResolveThread || method == ReopenThread) && threadID == "" {
		return "", fmt.Errorf("%s needs threadId", method)
	}
	return fmt.Sprintf("%s: %s#%d", method, repo, pullNumber), nil
}

// CreatePullRequestReview reviews a pull request, or begins to.
//
//tool:name=create_pull_request_review destructive=false
//tool:param pull flat
//tool:param body,event,commitID optional
func (c *Client) CreatePullRequestReview(ctx context.Context, pull PullRef,
	body string, // text of the review, in Markdown
	event Verdict, // what the review comes to; it stays open unless given
	commitID string, // commit that was reviewed, the newest unless given
) error {
	return nil
}

// SubmitPendingPullRequestReview ends your review of a pull request.
//
//tool:name=submit_pending_pull_request_review destructive=false
//tool:param pull flat
func (c *Client) SubmitPendingPullRequestReview(ctx context.Context, pull PullRef,
	event Verdict, // what the review comes to
	//tool:optional
	body string, // text of the review, in Markdown
) error {
	return nil
}

// DeletePendingPullRequestReview drops your review of a pull request.
//
//tool:name=delete_pending_pull_request_review destructive
//tool:param pull flat
func (c *Client) DeletePendingPullRequestReview(ctx context.Context, pull PullRef) error { return nil }

// AddCommentToPendingReview comments on lines of a pull request, within your review.
//
//tool:name=add_comment_to_pending_review
//tool:param repo,comment flat
func (c *Client) AddCommentToPendingReview(ctx context.Context, repo Repo,
	pullNumber int, // number of the pull request
	comment LineComment,
) error {
	return comment.check()
}

// AddPullRequestReviewComment comments on lines of a pull request.
//
//tool:name=add_pull_request_review_comment destructive=false
//tool:param pull,comment flat
func (c *Client) AddPullRequestReviewComment(ctx context.Context, pull PullRef, comment LineComment) error {
	return comment.check()
}

func (l LineComment) check() error {
	if l.Subject == OnLine && l.Line == 0 {
		return errors.New("LINE needs a line")
	}
	return nil
}

// ResolveReviewThread says that a conversation of a review is settled.
//
//tool:name=resolve_review_thread destructive=false
func (c *Client) ResolveReviewThread(ctx context.Context,
	threadID string, // identifier of the conversation
) error {
	return nil
}

// UnresolveReviewThread says that a conversation of a review is not settled after all.
//
//tool:name=unresolve_review_thread destructive=false
func (c *Client) UnresolveReviewThread(ctx context.Context,
	threadID string, // identifier of the conversation
) error {
	return nil
}
