// Package declared takes github.com/sqlc-dev/sqlc/examples/booktest/postgresql Book as a parameter.
//
//tool:map github.com/jackc/pgx/v5/pgtype.Timestamptz={"type":["string","null"],"format":"date-time"}
package declared

import (
	booktest "github.com/sqlc-dev/sqlc/examples/booktest/postgresql"
	"github.com/toolgen/toolgen/conformance/types/symbols/book"
)

// Value is the one of the package above.
var Value = book.Value

// Got is what the tool was last called with.
var Got booktest.Book

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v booktest.Book) { Got = v }
