// Package sqlnullint takes and returns a value of type sql.Null[int].
package sqlnullint

import "database/sql"

// Value is what the oracle encoded.
var Value = sql.Null[int]{V: 3, Valid: true}

// Ours is what T56 writes instead.
const (
	Row  = "T56"
	Ours = `3`
)

// Got is what the tool was last called with.
var Got sql.Null[int]

// Take takes the value and returns it.
//
//tool:name=take
func Take(v sql.Null[int]) sql.Null[int] {
	Got = v
	return v
}
