package github

// Repo names a repository.
type Repo struct {
	Owner string `json:"owner"` // account that the repository belongs to
	Name  string `json:"repo"`  // name of the repository, without the owner
}

// String returns the name as people write it.
func (r Repo) String() string { return r.Owner + "/" + r.Name }

// Paging cuts a listing into pages.
type Paging struct {
	Page    int `json:"page,omitempty" tool:"min=1"`            // which page of the listing, from 1
	PerPage int `json:"perPage,omitempty" tool:"min=1 max=100"` // how many items a page has
}

// Cursor cuts a listing that changes while it is read into pages.
type Cursor struct {
	PerPage int    `json:"perPage,omitempty" tool:"min=1 max=100"` // how many items a page has
	After   string `json:"after,omitempty"`                        // where to go on: what the page before has ended with
}

// Order is the direction of sorting.
type Order string

const (
	Asc  Order = "asc"
	Desc Order = "desc"
)

// State says whether an issue or a pull request is done.
type State string

const (
	Open   State = "open"
	Closed State = "closed"
)
