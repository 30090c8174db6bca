// Package declared takes github.com/jackc/pgx/v5/pgtype Numeric as a parameter.
//
//tool:map github.com/jackc/pgx/v5/pgtype.Numeric={"type":["number","string","null"]}
package declared

import (
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/toolgen/toolgen/conformance/types/symbols/numeric"
)

// Value is the one of the package above.
var Value = numeric.Value

// Got is what the tool was last called with.
var Got pgtype.Numeric

// Take takes the value.
//
//tool:name=take
func Take(v pgtype.Numeric) { Got = v }
