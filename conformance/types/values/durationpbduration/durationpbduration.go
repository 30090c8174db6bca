// Package durationpbduration takes and returns a value of type *durationpb.Duration.
package durationpbduration

import "google.golang.org/protobuf/types/known/durationpb"

// Value is what the oracle encoded.
var Value = &durationpb.Duration{Seconds: 1}

// Got is what the tool was last called with.
var Got *durationpb.Duration

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v *durationpb.Duration) *durationpb.Duration {
	Got = v
	return v
}
