// Package declared takes and returns a value of type pgtype.Range[github.com/jackc/pgx/v5/pgtype.Int4].
//
//tool:map github.com/jackc/pgx/v5/pgtype.Int4={"type":["integer","null"]}
package declared

import (
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/toolgen/toolgen/conformance/types/values/pgtyperange"
)

// Value is the one of the package above.
var Value = pgtyperange.Value

// Got is what the tool was last called with.
var Got pgtype.Range[pgtype.Int4]

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v pgtype.Range[pgtype.Int4]) pgtype.Range[pgtype.Int4] {
	Got = v
	return v
}
