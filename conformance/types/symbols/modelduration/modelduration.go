// Package modelduration takes github.com/prometheus/common/model Duration as a parameter.
package modelduration

import (
	"time"

	"github.com/prometheus/common/model"
)

// Value is sent as encoding/json writes it.
var Value = model.Duration(5 * time.Minute)

// Got is what the tool was last called with.
var Got model.Duration

// Take takes the value.
//
//tool:name=take
func Take(v model.Duration) { Got = v }
