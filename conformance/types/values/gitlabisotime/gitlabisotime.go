// Package gitlabisotime takes and returns a value of type gitlab.ISOTime.
package gitlabisotime

import (
	"time"

	gitlab "gitlab.com/gitlab-org/api/client-go"
)

// Value is what the oracle encoded.
var Value = gitlab.ISOTime(time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC))

// Got is what the tool was last called with.
var Got gitlab.ISOTime

// Take takes the value and returns it.
//
//tool:name=take
func Take(v gitlab.ISOTime) gitlab.ISOTime {
	Got = v
	return v
}
