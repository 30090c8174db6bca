// Package prometheusrange takes and returns a value of type v1.Range.
package prometheusrange

import (
	"time"

	"github.com/prometheus/client_golang/api/prometheus/v1"
)

// Value is what the oracle encoded.
var Value = v1.Range{Start: start, End: start, Step: time.Second}

var start = time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)

// Ours is what T42 writes instead.
const (
	Row  = "T42"
	Ours = `{"Start":"2026-01-02T03:04:05.000006Z","End":"2026-01-02T03:04:05.000006Z","Step":"1s"}`
)

// Got is what the tool was last called with.
var Got v1.Range

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v v1.Range) v1.Range {
	Got = v
	return v
}
