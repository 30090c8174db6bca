package github

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
)

// IssueRef names an issue.
type IssueRef struct {
	Repo
	Number int `json:"issue_number" tool:"min=1"` // number of the issue
}

// Intent says why a change is right, and whether to make it at all.
type Intent struct {
	// Why the change is right, in a sentence or two that people will read.
	Rationale    string     `json:"rationale,omitempty" tool:"max=280"`
	Confidence   Confidence `json:"confidence,omitempty"`    // how sure you are
	IsSuggestion bool       `json:"is_suggestion,omitempty"` // only proposes the change and leaves the issue as it is
}

// StateReason is why an issue was closed.
type StateReason string

const (
	DoneIssue      StateReason = "completed"   // there is nothing left to do
	NotPlanned     StateReason = "not_planned" // nobody is going to do it
	DuplicateIssue StateReason = "duplicate"   // another issue says the same
)

// LabelChange is a label to set: its name, or an object that says why as well.
//
//tool:schema {"oneOf":[{"type":"string","description":"name of the label"},{"type":"object","properties":{"name":{"type":"string","description":"name of the label"},"rationale":{"type":"string","maxLength":280,"description":"why the label fits, in a sentence or two that people will read"},"confidence":{"type":"string","enum":["LOW","MEDIUM","HIGH"],"description":"how sure you are"},"is_suggestion":{"type":"boolean","description":"only proposes the label and leaves the issue as it is"}},"required":["name"]}]}
type LabelChange struct {
	Name string `json:"name"`
	Intent
}

// UnmarshalJSON reads either form.
func (l *LabelChange) UnmarshalJSON(value []byte) error {
	type object LabelChange
	return unmarshalNamed(value, "name", &l.Name, (*object)(l))
}

// Assignment is a person to assign: a login, or an object that says why as well.
//
//tool:schema {"oneOf":[{"type":"string","description":"login of the person"},{"type":"object","properties":{"login":{"type":"string","description":"login of the person"},"rationale":{"type":"string","maxLength":280,"description":"why they are the right one, in a sentence or two that people will read"},"confidence":{"type":"string","enum":["LOW","MEDIUM","HIGH"],"description":"how sure you are"},"is_suggestion":{"type":"boolean","description":"only proposes them and leaves the issue as it is"}},"required":["login"]}]}
type Assignment struct {
	Login string `json:"login"`
	Intent
}

// UnmarshalJSON reads either form.
func (a *Assignment) UnmarshalJSON(value []byte) error {
	type object Assignment
	return unmarshalNamed(value, "login", &a.Login, (*object)(a))
}

// unmarshalNamed reads a value that is a mere name, or an object that has one under key.
func unmarshalNamed(value []byte, key string, name *string, object any) error {
	if value[0] == '"' {
		return json.Unmarshal(value, name)
	}
	d := json.NewDecoder(bytes.NewReader(value))
	d.DisallowUnknownFields()
	if err := d.Decode(object); err != nil || *name == "" {
		return fmt.Errorf("expected a string, or an object with %s and perhaps rationale, confidence and is_suggestion", key)
	}
	return nil
}

// CreateIssue opens an issue.
//
//tool:name=create_issue destructive=false
//tool:param repo flat
func (c *Client) CreateIssue(ctx context.Context, repo Repo,
	title string, // what is wrong or missing, in one line
	//tool:optional
	body string, // all that one should know about it, in Markdown
) (Issue, error) {
	return Issue{Number: 4, Title: title, Body: body, State: IssueOpen}, nil
}

// UpdateIssueTitle replaces the title of an issue.
//
//tool:name=update_issue_title destructive=false
//tool:param issue flat
func (c *Client) UpdateIssueTitle(ctx context.Context, issue IssueRef,
	title string, // the title from now on
) (Issue, error) {
	return Issue{Number: issue.Number, Title: title}, nil
}

// UpdateIssueBody replaces the text of an issue.
//
//tool:name=update_issue_body destructive=false
//tool:param issue flat
func (c *Client) UpdateIssueBody(ctx context.Context, issue IssueRef,
	body string, // the text from now on, in Markdown
) (Issue, error) {
	return Issue{Number: issue.Number, Body: body}, nil
}

// UpdateIssueAssignees replaces those who are to work on an issue.
//
//tool:name=update_issue_assignees destructive=false
//tool:param issue flat
func (c *Client) UpdateIssueAssignees(ctx context.Context, issue IssueRef,
	assignees []Assignment, // who works on it from now on; nobody for an empty list
) (Issue, error) {
	out := Issue{Number: issue.Number}
	for _, a := range assignees {
		out.Assignees = append(out.Assignees, a.Login)
	}
	return out, nil
}

// UpdateIssueLabels replaces the labels of an issue.
//
//tool:name=update_issue_labels destructive=false
//tool:param issue flat
func (c *Client) UpdateIssueLabels(ctx context.Context, issue IssueRef,
	labels []LabelChange, // its labels from now on; none for an empty list
) (Issue, error) {
	out := Issue{Number: issue.Number}
	for _, l := range labels {
		out.Labels = append(out.Labels, l.Name)
	}
	return out, nil
}

// UpdateIssueMilestone puts an issue into a milestone.
//
//tool:name=update_issue_milestone destructive=false
//tool:param issue flat
func (c *Client) UpdateIssueMilestone(ctx context.Context, issue IssueRef,
	//tool:min=1
	milestone int, // number of the milestone
) (Issue, error) {
	return Issue{Number: issue.Number}, nil
}

// UpdateIssueState closes an issue, or opens it again.
//
//tool:name=update_issue_state destructive=false names=snake
//tool:param issue,intent flat
func (c *Client) UpdateIssueState(ctx context.Context, issue IssueRef,
	state State, // how it stands from now on
	//tool:optional
	stateReason StateReason, // why it is closed
	//tool:optional min=1
	duplicateOf int, // number of the issue that says the same; only for duplicate
	intent Intent,
) (Issue, error) {
	out := Issue{Number: issue.Number, State: IssueOpen}
	if state == Closed {
		out.State = IssueClosed
	}
	return out, nil
}

// UpdateIssueType says what kind of issue an issue is, or takes that away.
//
//tool:name=update_issue_type destructive=false names=snake
//tool:param issue,intent flat
func (c *Client) UpdateIssueType(ctx context.Context, issue IssueRef,
	//tool:required nullable min=1
	issueType *string, // name of the kind, such as "Bug"; null for none
	intent Intent,
) (string, error) {
	if issueType == nil {
		return "it is of no kind", nil
	}
	return "it is a " + *issueType, nil
}

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
