// Package declared takes and returns a value of type pgtype.Numeric.
//
//tool:map github.com/jackc/pgx/v5/pgtype.Numeric={"type":["number","string","null"]}
package declared

import (
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/toolgen/toolgen/conformance/types/values/pgtypenumeric"
)

// Value is the one of the package above.
var Value = pgtypenumeric.Value

// Got is what the tool was last called with.
var Got pgtype.Numeric

// Take takes the value and returns it.
//
//tool:name=take
func Take(v pgtype.Numeric) pgtype.Numeric {
	Got = v
	return v
}
