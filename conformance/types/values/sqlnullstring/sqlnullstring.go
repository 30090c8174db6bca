// Package sqlnullstring takes and returns a value of type sql.NullString.
package sqlnullstring

import "database/sql"

// Value is what the oracle encoded.
var Value = sql.NullString{String: "a", Valid: true}

// Ours is what T56 writes instead.
const (
	Row  = "T56"
	Ours = `"a"`
)

// Got is what the tool was last called with.
var Got sql.NullString

// Take takes the value and returns it.
//
//tool:name=take
func Take(v sql.NullString) sql.NullString {
	Got = v
	return v
}
