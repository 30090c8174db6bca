// Package timestamp takes github.com/google/go-github/v74/github Timestamp as a parameter.
package timestamp

import (
	"time"

	"github.com/google/go-github/v74/github"
)

// Value is sent as encoding/json writes it.
var Value = github.Timestamp{Time: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)}

// Got is what the tool was last called with.
var Got github.Timestamp

// Take takes the value.
//
//tool:name=take
func Take(v github.Timestamp) { Got = v }
