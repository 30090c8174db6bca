// Package k8smicrotime takes and returns a value of type v1.MicroTime.
package k8smicrotime

import (
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Value is what the oracle encoded.
var Value = v1.MicroTime{Time: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)}

// Got is what the tool was last called with.
var Got v1.MicroTime

// Take takes the value and returns it.
//
//tool:name=take
func Take(v v1.MicroTime) v1.MicroTime {
	Got = v
	return v
}
