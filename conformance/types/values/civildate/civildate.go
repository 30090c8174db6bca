// Package civildate takes and returns a value of type civil.Date.
package civildate

import (
	"time"

	"cloud.google.com/go/civil"
)

// Value is what the oracle encoded.
var Value = civil.Date{Year: 2026, Month: time.January, Day: 2}

// Got is what the tool was last called with.
var Got civil.Date

// Take takes the value and returns it.
//
//tool:name=take
func Take(v civil.Date) civil.Date {
	Got = v
	return v
}
