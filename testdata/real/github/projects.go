package github

import (
	"context"
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
)

// OwnerType says whose a project is.
type OwnerType string

const (
	OfUser OwnerType = "user"
	OfOrg  OwnerType = "org"
)

// ProjectList is what a listing of projects shows.
type ProjectList string

const (
	ListProjects      ProjectList = "list_projects"               // every project of the owner
	ListFields        ProjectList = "list_project_fields"         // the fields of one project
	ListItems         ProjectList = "list_project_items"          // its items
	ListStatusUpdates ProjectList = "list_project_status_updates" // what people have said on how it goes
	ListViews         ProjectList = "list_project_views"          // its views
)

// ProjectView is one part of a project.
type ProjectView string

const (
	ViewProject      ProjectView = "get_project"               // the project itself
	ViewField        ProjectView = "get_project_field"         // one of its fields
	ViewItem         ProjectView = "get_project_item"          // one of its items
	ViewStatusUpdate ProjectView = "get_project_status_update" // what somebody has said on how it goes
	ViewOfProject    ProjectView = "get_project_view"          // one of its views
)

// ProjectEdit is what can be done to projects.
type ProjectEdit string

const (
	AddItem              ProjectEdit = "add_project_item"             // adds an issue or a pull request
	UpdateItem           ProjectEdit = "update_project_item"          // sets a field of one item
	UpdateItems          ProjectEdit = "update_project_items"         // sets a field of several items
	DeleteItem           ProjectEdit = "delete_project_item"          // takes an item out
	CreateStatusUpdate   ProjectEdit = "create_project_status_update" // says how it goes
	CreateView           ProjectEdit = "create_project_view"          // adds a view
	UpdateView           ProjectEdit = "update_project_view"          // changes a view
	DeleteView           ProjectEdit = "delete_project_view"          // deletes a view
	CreateProject        ProjectEdit = "create_project"               // creates a project
	CreateIterationField ProjectEdit = "create_iteration_field"       // adds a field that cuts time into pieces
)

// Health is how a project goes.
type Health string

const (
	Inactive Health = "INACTIVE"
	OnTrack  Health = "ON_TRACK"
	AtRisk   Health = "AT_RISK"
	OffTrack Health = "OFF_TRACK"
	Complete Health = "COMPLETE"
)

// ProjectQuery says what to list of an owner's projects, and how.
type ProjectQuery struct {
	Method     ProjectList `json:"method"`                   // what to list
	Owner      string      `json:"owner"`                    // person or organization that the projects belong to
	OwnerType  OwnerType   `json:"owner_type,omitempty"`     // whether the owner is a person or an organization; found out unless given
	Number     int         `json:"project_number,omitempty"` // number of the project; for everything but list_projects
	Query      string      `json:"query,omitempty"`          // words and qualifiers that projects or items must fit
	Fields     []string    `json:"fields,omitempty"`         // numbers of the fields to show of each item
	FieldNames []string    `json:"field_names,omitempty"`    // names of the fields to show of each item
	PerPage    int         `json:"per_page,omitempty"`       // how many there are on a page
	After      string      `json:"after,omitempty"`          // where to go on: what the page before has ended with
	Before     string      `json:"before,omitempty"`         // where to go back from: what this page has begun with
}

// ProjectPart says what to show of a project.
type ProjectPart struct {
	Method         ProjectView `json:"method"`                     // what to show
	Owner          string      `json:"owner,omitempty"`            // person or organization that the project belongs to
	OwnerType      OwnerType   `json:"owner_type,omitempty"`       // whether the owner is a person or an organization; found out unless given
	Number         int         `json:"project_number,omitempty"`   // number of the project
	FieldID        int64       `json:"field_id,omitempty"`         // number of the field; only for get_project_field
	ItemID         int64       `json:"item_id,omitempty"`          // number of the item; only for get_project_item
	Fields         []string    `json:"fields,omitempty"`           // numbers of the fields to show of the item
	FieldNames     []string    `json:"field_names,omitempty"`      // names of the fields to show of the item
	StatusUpdateID string      `json:"status_update_id,omitempty"` // identifier of the status update; only for get_project_status_update
	ViewID         string      `json:"view_id,omitempty"`          // identifier of the view; only for get_project_view
}

// ItemRef names an item of a project: by identifier, by number, or by the issue that it stands for.
type ItemRef struct {
	NodeID      string `json:"node_id,omitempty"`      // identifier of the item
	ItemID      int64  `json:"item_id,omitempty"`      // number of the item
	Owner       string `json:"item_owner,omitempty"`   // account that the issue's repository belongs to
	Repo        string `json:"item_repo,omitempty"`    // name of the issue's repository
	IssueNumber int    `json:"issue_number,omitempty"` // number of the issue
}

// FieldUpdate sets a field of a project's item. The field is named by its number or by its name.
type FieldUpdate struct {
	ID    int64  `json:"id,omitempty"`   // number of the field
	Name  string `json:"name,omitempty"` // name of the field
	Value any    `json:"value"`          // its value from now on
}

// Iteration is one piece of time.
type Iteration struct {
	Title    string `json:"title"`      // name of the iteration
	Start    string `json:"start_date"` // its first day, such as 2026-03-01
	Duration int    `json:"duration"`   // how many days it takes
}

// ProjectChange says what to do to a project. Each method has fields of its own.
type ProjectChange struct {
	Method    ProjectEdit `json:"method"`                   // what to do
	Owner     string      `json:"owner"`                    // person or organization that the project belongs to
	OwnerType OwnerType   `json:"owner_type,omitempty"`     // whether the owner is a person or an organization
	Number    int         `json:"project_number,omitempty"` // number of the project; for everything but create_project
	Title     string      `json:"title,omitempty"`          // name of the project; only for create_project

	ItemType  string       `json:"item_type,omitempty" tool:"enum=issue,pull_request"` // what the item stands for
	ItemOwner string       `json:"item_owner,omitempty"`                               // account that the item's repository belongs to
	ItemRepo  string       `json:"item_repo,omitempty"`                                // name of the item's repository
	Issue     int          `json:"issue_number,omitempty"`                             // number of the issue that the item stands for
	Pull      int          `json:"pull_request_number,omitempty"`                      // number of the pull request that the item stands for
	ItemID    int64        `json:"item_id,omitempty"`                                  // number of the item; to change or delete one
	Items     []ItemRef    `json:"items,omitempty"`                                    // the items to change; only for update_project_items
	Update    *FieldUpdate `json:"updated_field"`                                      // field to set, and its value

	Status     Health `json:"status,omitempty"`      // how it goes; for status updates, as are the next three
	Body       string `json:"body,omitempty"`        // what there is to say, in Markdown
	StartDate  string `json:"start_date,omitempty"`  // when it began, such as 2026-03-01; also the first day of iterations
	TargetDate string `json:"target_date,omitempty"` // when it is to end

	ViewID            string              `json:"view_id,omitempty"`                                // identifier of the view; to change or delete one
	Name              string              `json:"name,omitempty"`                                   // name of the view
	Layout            string              `json:"layout,omitempty" tool:"enum=table,board,roadmap"` // what the view looks like
	Filter            runtime.Opt[string] `json:"filter" tool:"nullable"`                           // what items of the view must fit; null for all
	VisibleFields     []string            `json:"visible_fields,omitempty"`                         // numbers of the fields that the view shows
	VisibleFieldNames []string            `json:"visible_field_names,omitempty"`                    // names of the fields that the view shows

	FieldName  string      `json:"field_name,omitempty"`         // name of the new field; only for create_iteration_field, as are the next two
	Duration   int         `json:"iteration_duration,omitempty"` // how many days an iteration takes
	Iterations []Iteration `json:"iterations,omitempty"`         // the iterations to begin with
}

// ListProjects lists projects, or what is in one.
//
//tool:name=projects_list readonly
func (c *Client) ListProjects(ctx context.Context, q ProjectQuery) ([]string, error) {
	if q.Method != ListProjects && q.Number == 0 {
		return nil, fmt.Errorf("%s needs project_number", q.Method)
	}
	return []string{"Launch", "Paint"}, nil
}

// GetProject shows a project, or one part of it.
//
//tool:name=projects_get readonly
func (c *Client) GetProject(ctx context.Context, part ProjectPart) (string, error) {
	return fmt.Sprintf("%s of project %d", part.Method, part.Number), nil
}

// WriteProject creates a project, or changes what is in one.
//
//tool:name=projects_write destructive
//tool:allow T23 the field decides what its values are
func (c *Client) WriteProject(ctx context.Context, change ProjectChange) (string, error) {
	for i, item := range change.Items {
		if item == (ItemRef{}) {
			return "", fmt.Errorf("items[%d]: give node_id, item_id, or item_owner, item_repo and issue_number", i)
		}
	}
	if change.Update != nil && (change.Update.ID == 0) == (change.Update.Name == "") {
		return "", errors.New("updated_field: give either id or name")
	}
	return fmt.Sprintf("%s: project %d", change.Method, change.Number), nil
}
