// Package declared wraps github.com/sqlc-dev/sqlc/examples/authors/postgresql Queries.CreateAuthor.
//
//tool:map github.com/jackc/pgx/v5/pgtype.Text={"type":["string","null"]}
package declared

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
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

// Recv is what the tool is made for: its database returns the row that is inserted.
var Recv = &Authors{authors.New(database{})}

// Args and Want are a call and its answer.
const (
	Args = `{"Name":"n","Bio":null}`
	Want = `{"ID":7,"Name":"n","Bio":null}`
)

type database struct{ authors.DBTX }

func (database) QueryRow(_ context.Context, _ string, args ...any) pgx.Row { return row(args) }

type row []any

func (r row) Scan(dest ...any) error {
	*dest[0].(*int64) = 7
	*dest[1].(*string) = r[0].(string)
	*dest[2].(*pgtype.Text) = r[1].(pgtype.Text)
	return nil
}
