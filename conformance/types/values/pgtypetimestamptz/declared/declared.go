// Package declared takes and returns a value of type pgtype.Timestamptz.
//
//tool:map github.com/jackc/pgx/v5/pgtype.Timestamptz={"type":["string","null"]}
package declared

import (
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/toolgen/toolgen/conformance/types/values/pgtypetimestamptz"
)

// Value is the one of the package above.
var Value = pgtypetimestamptz.Value

// Got is what the tool was last called with.
var Got pgtype.Timestamptz

// Take takes the value and returns it.
//
//tool:name=take
func Take(v pgtype.Timestamptz) pgtype.Timestamptz {
	Got = v
	return v
}
