// Package civildate takes cloud.google.com/go/civil Date as a parameter.
package civildate

import (
	"time"

	"cloud.google.com/go/civil"
)

// Value is sent as encoding/json writes it.
var Value = civil.Date{Year: 2026, Month: time.January, Day: 2}

// Got is what the tool was last called with.
var Got civil.Date

// Take takes the value.
//
//tool:name=take
func Take(v civil.Date) { Got = v }
