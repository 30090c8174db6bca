// Package sqlnull takes database/sql Null as a parameter.
package sqlnull

import "database/sql"

// Value is sent as encoding/json writes it.
var Value = sql.Null[int]{V: 3, Valid: true}

// Ours is what T56 writes instead.
const (
	Row  = "T56"
	Ours = `3`
)

// Got is what the tool was last called with.
var Got sql.Null[int]

// Take takes the value.
//
//tool:name=take
func Take(v sql.Null[int]) { Got = v }
