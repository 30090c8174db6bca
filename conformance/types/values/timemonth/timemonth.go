// Package timemonth takes and returns a value of type time.Month.
package timemonth

import "time"

// Value is what the oracle encoded.
var Value = time.January

// Ours is what T72 writes instead.
const (
	Row  = "T72"
	Ours = `"january"`
)

// Got is what the tool was last called with.
var Got time.Month

// Take takes the value and returns it.
//
//tool:name=take
func Take(v time.Month) time.Month {
	Got = v
	return v
}
