// Package microtime takes k8s.io/apimachinery/pkg/apis/meta/v1 MicroTime as a parameter.
package microtime

import (
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Value is sent as encoding/json writes it.
var Value = v1.MicroTime{Time: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)}

// Got is what the tool was last called with.
var Got v1.MicroTime

// Take takes the value.
//
//tool:name=take
func Take(v v1.MicroTime) { Got = v }
