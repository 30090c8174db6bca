package github

import (
	"context"
	"fmt"
)

// SubIssueEdit is what can be done to the parts of an issue.
//
//tool:enum open
type SubIssueEdit string

const (
	AddPart    SubIssueEdit = "add"          // makes an issue a part
	RemovePart SubIssueEdit = "remove"       // makes it stand alone again
	MovePart   SubIssueEdit = "reprioritize" // moves it among the parts
)

// Dependency is the direction in which one issue waits for another.
type Dependency string

const (
	BlockedBy Dependency = "blocked_by" // it waits for the other
	Blocking  Dependency = "blocking"   // the other waits for it
)

// AddSubIssue makes an issue a part of another.
//
//tool:name=add_sub_issue destructive=false names=snake
//tool:param issue flat
func (c *Client) AddSubIssue(ctx context.Context, issue IssueRef,
	subIssueID int64, // identifier of the part; not its number
	//tool:optional
	replaceParent bool, // takes it away from the issue that it is a part of now
) error {
	return nil
}

// RemoveSubIssue makes a part of an issue stand alone again.
//
//tool:name=remove_sub_issue destructive names=snake
//tool:param issue flat
func (c *Client) RemoveSubIssue(ctx context.Context, issue IssueRef,
	subIssueID int64, // identifier of the part; not its number
) error {
	return nil
}

// ReprioritizeSubIssue moves a part of an issue before or after another part.
//
//tool:name=reprioritize_sub_issue destructive=false names=snake
//tool:param issue flat
//tool:param afterID,beforeID optional
func (c *Client) ReprioritizeSubIssue(ctx context.Context, issue IssueRef,
	subIssueID int64, // identifier of the part; not its number
	afterID int64, // identifier of the part that comes before it
	beforeID int64, // identifier of the part that comes after it, where after_id is not given
) error {
	return nil
}

// WriteSubIssue adds, removes or moves a part of an issue.
//
//tool:name=sub_issue_write names=snake
//tool:param repo flat
//tool:param replaceParent,afterID,beforeID optional
func (c *Client) WriteSubIssue(ctx context.Context,
	method SubIssueEdit, // what to do
	repo Repo,
	issueNumber int, // number of the issue whose parts to change
	subIssueID int64, // identifier of the part; not its number
	replaceParent bool, // takes the part away from the issue that it is a part of now; only for add
	afterID int64, // identifier of the part that comes before it; only for reprioritize
	beforeID int64, // identifier of the part that comes after it; only for reprioritize
) (string, error) {
	return fmt.Sprintf("%s: #%d, part %d", method, issueNumber, subIssueID), nil
}

// ReadIssueDependencies lists the issues that an issue waits for, or that wait for it.
//
//tool:name=issue_dependency_read readonly names=snake
//tool:param repo,paging flat
func (c *Client) ReadIssueDependencies(ctx context.Context,
	//tool:enum=get_blocked_by,get_blocking
	method string, // those that it waits for, or those that wait for it
	repo Repo,
	issueNumber int, // number of the issue
	paging Paging,
) ([]Issue, error) {
	return []Issue{{Number: issueNumber + 1, Title: "Nozzle is too hot"}}, nil
}

// WriteIssueDependency says that an issue waits for another, or takes that back.
//
//tool:name=issue_dependency_write names=snake
//tool:param repo flat
//tool:param relatedOwner,relatedRepo optional
func (c *Client) WriteIssueDependency(ctx context.Context,
	//tool:enum=add,remove
	method string, // whether to say so or to take it back
	repo Repo,
	issueNumber int, // number of the issue
	//tool:name=type
	kind Dependency, // which of the two waits
	relatedIssueNumber int, // number of the other issue
	relatedOwner string, // account that the other issue's repository belongs to, the same unless given
	relatedRepo string, // name of the other issue's repository, the same unless given
) error {
	return nil
}
