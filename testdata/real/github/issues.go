package github

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// IssueState says whether an issue is done.
type IssueState string

const (
	IssueOpen   IssueState = "OPEN"
	IssueClosed IssueState = "CLOSED"
)

// IssueOrder is what issues are sorted by.
type IssueOrder string

const (
	ByCreation IssueOrder = "CREATED_AT"
	ByUpdate   IssueOrder = "UPDATED_AT"
	ByComments IssueOrder = "COMMENTS"
)

// Direction is the direction of sorting.
type Direction string

const (
	Ascending  Direction = "ASC"
	Descending Direction = "DESC"
)

// IssueField names a part of an issue that a listing can show.
type IssueField string

const (
	ShowNumber      IssueField = "number"
	ShowTitle       IssueField = "title"
	ShowBody        IssueField = "body"
	ShowState       IssueField = "state"
	ShowUser        IssueField = "user"
	ShowLabels      IssueField = "labels"
	ShowAssignees   IssueField = "assignees"
	ShowComments    IssueField = "comments"
	ShowCreatedAt   IssueField = "created_at"
	ShowUpdatedAt   IssueField = "updated_at"
	ShowFieldValues IssueField = "field_values"
)

// Issue is one issue of a repository. A listing leaves out what it was not asked for.
type Issue struct {
	Number      int               `json:"number,omitempty"`
	Title       string            `json:"title,omitempty"`
	Body        string            `json:"body,omitempty"`
	State       IssueState        `json:"state,omitempty"`
	User        string            `json:"user,omitempty"` // who opened it
	Labels      []string          `json:"labels,omitempty"`
	Assignees   []string          `json:"assignees,omitempty"`
	Comments    int               `json:"comments,omitempty"` // how many there are
	CreatedAt   time.Time         `json:"created_at,omitzero"`
	UpdatedAt   time.Time         `json:"updated_at,omitzero"`
	FieldValues map[string]string `json:"field_values,omitempty"` // by name of the custom field
}

// FieldFilter keeps the issues whose custom field has one value.
type FieldFilter struct {
	Name  string `json:"field_name"` // name of the custom field, in any case
	Value string `json:"value"`      // text, number, date or option that it must have
}

// IssueQuery says which issues to list, and how.
type IssueQuery struct {
	Owner     string        `json:"owner"`                                  // account that the repository belongs to
	Repo      string        `json:"repo"`                                   // name of the repository, without the owner
	State     IssueState    `json:"state,omitempty"`                        // only issues in this state
	Labels    []string      `json:"labels,omitempty"`                       // only issues that have all of these labels
	Since     string        `json:"since,omitempty"`                        // only issues changed at or after this date (2026-03-01) or time (2026-03-01T09:00:00Z)
	Filters   []FieldFilter `json:"field_filters,omitempty"`                // only issues that pass all of these
	OrderBy   IssueOrder    `json:"orderBy,omitempty"`                      // what to sort by, the time of creation unless given
	Direction Direction     `json:"direction,omitempty"`                    // which end comes first, the newest or greatest unless given
	PerPage   int           `json:"perPage,omitempty" tool:"min=1 max=100"` // how many issues at most
	After     string        `json:"after,omitempty"`                        // where to go on: next of the page before
	Fields    []IssueField  `json:"fields,omitempty"`                       // what to show of each issue, everything unless given
}

// IssuePage is one page of a listing.
type IssuePage struct {
	Issues []Issue `json:"issues"`
	Next   string  `json:"next,omitempty"` // goes into after for the next page; absent on the last one
}

// ListIssues lists the issues of a repository, a page at a time.
//
//tool:name=list_issues readonly
//tool:example {"owner":"acme","repo":"rocket","state":"OPEN","fields":["number","title"]}
func (c *Client) ListIssues(ctx context.Context, q IssueQuery) (IssuePage, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, err := c.find(q.Owner, q.Repo)
	if err != nil {
		return IssuePage{}, err
	}
	since, err := parseSince(q.Since)
	if err != nil {
		return IssuePage{}, err
	}
	start := 0
	if q.After != "" {
		if start, err = strconv.Atoi(q.After); err != nil || start < 0 {
			return IssuePage{}, fmt.Errorf("after: %q is not the next of a page", q.After)
		}
	}
	var found []Issue
	for _, issue := range r.issues {
		if q.matches(issue) && !issue.UpdatedAt.Before(since) {
			found = append(found, issue)
		}
	}
	slices.SortStableFunc(found, q.compare)
	found = found[min(start, len(found)):]
	size := min(cmp.Or(q.PerPage, pageSize), len(found))
	out := IssuePage{}
	for _, issue := range found[:size] {
		out.Issues = append(out.Issues, issue.only(q.Fields))
	}
	if size < len(found) {
		out.Next = strconv.Itoa(start + size)
	}
	return out, nil
}

// parseSince reads a date or a time; no text is the beginning of time.
func parseSince(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("since: %q is neither a date such as 2026-03-01 nor a time such as 2026-03-01T09:00:00Z", text)
}

func (q IssueQuery) matches(issue Issue) bool {
	if q.State != "" && issue.State != q.State {
		return false
	}
	for _, label := range q.Labels {
		if !slices.Contains(issue.Labels, label) {
			return false
		}
	}
	for _, f := range q.Filters {
		if !f.passes(issue) {
			return false
		}
	}
	return true
}

func (f FieldFilter) passes(issue Issue) bool {
	for name, value := range issue.FieldValues {
		if strings.EqualFold(name, f.Name) && value == f.Value {
			return true
		}
	}
	return false
}

func (q IssueQuery) compare(a, b Issue) int {
	var order int
	switch q.OrderBy {
	case ByUpdate:
		order = a.UpdatedAt.Compare(b.UpdatedAt)
	case ByComments:
		order = cmp.Compare(a.Comments, b.Comments)
	default:
		order = a.CreatedAt.Compare(b.CreatedAt)
	}
	if q.Direction != Ascending {
		order = -order
	}
	return order
}

// only returns the issue with nothing but these fields; none given means all.
func (i Issue) only(fields []IssueField) Issue {
	if len(fields) == 0 {
		return i
	}
	var out Issue
	for _, field := range fields {
		switch field {
		case ShowNumber:
			out.Number = i.Number
		case ShowTitle:
			out.Title = i.Title
		case ShowBody:
			out.Body = i.Body
		case ShowState:
			out.State = i.State
		case ShowUser:
			out.User = i.User
		case ShowLabels:
			out.Labels = i.Labels
		case ShowAssignees:
			out.Assignees = i.Assignees
		case ShowComments:
			out.Comments = i.Comments
		case ShowCreatedAt:
			out.CreatedAt = i.CreatedAt
		case ShowUpdatedAt:
			out.UpdatedAt = i.UpdatedAt
		case ShowFieldValues:
			out.FieldValues = i.FieldValues
		}
	}
	return out
}
