package github

import (
	"context"
	"fmt"
)

// Discussion is a conversation that is no issue.
type Discussion struct {
	Number   int    `json:"number"`
	Title    string `json:"title"`
	Category string `json:"category,omitempty"`
}

// DiscussionQuery says which discussions to list, and how.
type DiscussionQuery struct {
	Owner     string    `json:"owner"`                                               // account that the repository belongs to
	Repo      string    `json:"repo,omitempty"`                                      // name of the repository; without it, those of the whole organization
	Category  string    `json:"category,omitempty"`                                  // only discussions of the category with this identifier
	OrderBy   string    `json:"orderBy,omitempty" tool:"enum=CREATED_AT,UPDATED_AT"` // what to sort by
	Direction Direction `json:"direction,omitempty"`                                 // which end comes first
	Cursor
}

// DiscussionEdit is what can be done to the comments of a discussion.
type DiscussionEdit string

const (
	AddComment    DiscussionEdit = "add"         // writes a comment
	ReplyComment  DiscussionEdit = "reply"       // answers a comment
	UpdateComment DiscussionEdit = "update"      // replaces the text of a comment
	DeleteComment DiscussionEdit = "delete"      // deletes a comment
	MarkAnswer    DiscussionEdit = "mark_answer" // says that a comment answers the question
	UnmarkAnswer  DiscussionEdit = "unmark_answer"
)

// DiscussionChange says what to do to the comments of a discussion.
type DiscussionChange struct {
	Method  DiscussionEdit `json:"method"`                     // what to do
	Owner   string         `json:"owner,omitempty"`            // account that the repository belongs to; only for add and reply
	Repo    string         `json:"repo,omitempty"`             // name of the repository; only for add and reply
	Number  int            `json:"discussionNumber,omitempty"` // number of the discussion; only for add and reply
	Comment string         `json:"commentNodeID,omitempty"`    // identifier of the comment; for everything but add
	Body    string         `json:"body,omitempty"`             // text of the comment, in Markdown; for add, reply and update
}

// ListDiscussions lists the discussions of a repository or an organization.
//
//tool:name=list_discussions readonly
func (c *Client) ListDiscussions(ctx context.Context, q DiscussionQuery) ([]Discussion, error) {
	return []Discussion{{Number: 7, Title: "What shall we paint next?", Category: q.Category}}, nil
}

// ListDiscussionCategories lists the categories that discussions are sorted into.
//
//tool:name=list_discussion_categories readonly
func (c *Client) ListDiscussionCategories(ctx context.Context,
	owner string, // account that the repository belongs to
	//tool:optional
	repo string, // name of the repository; without it, those of the whole organization
) ([]string, error) {
	return []string{"general", "ideas"}, nil
}

// GetDiscussion shows one discussion.
//
//tool:name=get_discussion readonly
//tool:param repo flat
func (c *Client) GetDiscussion(ctx context.Context, repo Repo,
	discussionNumber int, // number of the discussion
) (Discussion, error) {
	return Discussion{Number: discussionNumber, Title: "What shall we paint next?"}, nil
}

// GetDiscussionComments lists the comments of a discussion.
//
//tool:name=get_discussion_comments readonly
//tool:param repo,cursor flat
func (c *Client) GetDiscussionComments(ctx context.Context, repo Repo,
	discussionNumber int, // number of the discussion
	//tool:optional
	includeReplies bool, // shows the answers to each comment too
	cursor Cursor,
) ([]string, error) {
	return []string{"The nozzle."}, nil
}

// WriteDiscussionComment writes, changes or deletes a comment of a discussion, or marks one as the answer.
//
//tool:name=discussion_comment_write destructive
func (c *Client) WriteDiscussionComment(ctx context.Context, change DiscussionChange) (string, error) {
	return fmt.Sprintf("%s: done", change.Method), nil
}
