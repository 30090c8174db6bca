// Package createauthor wraps github.com/sqlc-dev/sqlc/examples/authors/postgresql Queries.CreateAuthor.
package createauthor

import (
	"context"

	authors "github.com/sqlc-dev/sqlc/examples/authors/postgresql"
)

// Authors is what the tool works on.
type Authors struct{ queries *authors.Queries }

// Create adds an author.
//
//tool:name=take
func (a *Authors) Create(ctx context.Context, arg authors.CreateAuthorParams) (authors.Author, error) {
	return a.queries.CreateAuthor(ctx, arg)
}
