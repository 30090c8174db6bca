// Package k8sduration takes and returns a value of type v1.Duration.
package k8sduration

import (
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Value is what the oracle encoded.
var Value = v1.Duration{Duration: time.Second}

// Got is what the tool was last called with.
var Got v1.Duration

// Take takes the value and returns it.
//
//tool:name=take
func Take(v v1.Duration) v1.Duration {
	Got = v
	return v
}
