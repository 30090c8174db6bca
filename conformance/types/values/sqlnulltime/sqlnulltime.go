// Package sqlnulltime takes and returns a value of type sql.NullTime.
package sqlnulltime

import (
	"database/sql"
	"time"
)

// Value is what the oracle encoded.
var Value = sql.NullTime{Time: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC), Valid: true}

// Ours is what T56 writes instead.
const (
	Row  = "T56"
	Ours = `"2026-01-02T03:04:05.000006Z"`
)

// Got is what the tool was last called with.
var Got sql.NullTime

// Take takes the value and returns it.
//
//tool:name=take
func Take(v sql.NullTime) sql.NullTime {
	Got = v
	return v
}
