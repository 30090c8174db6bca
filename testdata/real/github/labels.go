package github

import (
	"context"
	"errors"
)

// Label is a mark that issues can bear.
type Label struct {
	Name        string `json:"name"`
	Color       string `json:"color,omitempty"`
	Description string `json:"description,omitempty"`
}

// LabelEdit is what can be done to a label.
type LabelEdit string

const (
	CreateLabel LabelEdit = "create"
	UpdateLabel LabelEdit = "update"
	DeleteLabel LabelEdit = "delete"
)

// Choice is a list that a form for issues or pull requests offers.
type Choice string

const (
	ChooseLabels      Choice = "labels"
	ChooseAssignees   Choice = "assignees"
	ChooseMilestones  Choice = "milestones"
	ChooseIssueTypes  Choice = "issue_types"
	ChooseBranches    Choice = "branches"
	ChooseIssueFields Choice = "issue_fields"
	ChooseReviewers   Choice = "reviewers"
)

// ListLabels lists the labels of a repository.
//
//tool:name=list_label readonly
//tool:param repo flat
func (c *Client) ListLabels(ctx context.Context, repo Repo) ([]Label, error) {
	return []Label{{Name: "bug", Color: "d73a4a"}, {Name: "paint", Color: "0e8a16"}}, nil
}

// GetLabel shows one label.
//
//tool:name=get_label readonly
//tool:param repo flat
func (c *Client) GetLabel(ctx context.Context, repo Repo,
	name string, // name of the label
) (Label, error) {
	return Label{Name: name, Color: "d73a4a"}, nil
}

// WriteLabel creates, changes or deletes a label.
//
//tool:name=label_write destructive names=snake
//tool:param repo flat
//tool:param newName,color,description optional
func (c *Client) WriteLabel(ctx context.Context,
	method LabelEdit, // what to do
	repo Repo,
	name string, // name of the label
	newName string, // its name from now on; only for update
	color string, // its color, six hexadecimal digits without #; needed for create
	description string, // what it means; for create and update
) (Label, error) {
	if method == CreateLabel && color == "" {
		return Label{}, errors.New("create needs a color")
	}
	if newName != "" {
		name = newName
	}
	return Label{Name: name, Color: color, Description: description}, nil
}

// ListIssueTypes lists the kinds of issue that an organization or a repository knows.
//
//tool:name=list_issue_types readonly
func (c *Client) ListIssueTypes(ctx context.Context,
	owner string, // the organization, or the account that the repository belongs to
	//tool:optional
	repo string, // name of the repository; without it, the kinds of the organization
) ([]string, error) {
	return []string{"Bug", "Feature"}, nil
}

// ListIssueFields lists the custom fields that issues of an organization or a repository have.
//
//tool:name=list_issue_fields readonly
func (c *Client) ListIssueFields(ctx context.Context,
	owner string, // the organization, or the account that the repository belongs to
	//tool:optional
	repo string, // name of the repository; without it, the fields of the organization
) ([]string, error) {
	return []string{"Priority", "Estimate"}, nil
}

// ListChoices lists what a form for issues or pull requests offers to choose from.
//
//tool:name=ui_get readonly
func (c *Client) ListChoices(ctx context.Context,
	method Choice, // what to list
	owner string, // the organization, or the account that the repository belongs to
	//tool:optional
	repo string, // name of the repository; only issue_types and issue_fields do without
) ([]string, error) {
	if repo == "" && method != ChooseIssueTypes && method != ChooseIssueFields {
		return nil, errors.New("give repo")
	}
	return []string{"first", "second"}, nil
}
