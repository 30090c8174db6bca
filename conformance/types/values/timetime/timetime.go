// Package timetime takes and returns a value of type time.Time.
package timetime

import "time"

// Value is what the oracle encoded.
var Value = time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)

// Got is what the tool was last called with.
var Got time.Time

// Take takes the value and returns it.
//
//tool:name=take
func Take(v time.Time) time.Time {
	Got = v
	return v
}
