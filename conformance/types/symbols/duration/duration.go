// Package duration takes k8s.io/apimachinery/pkg/apis/meta/v1 Duration as a parameter.
package duration

import (
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Value is sent as encoding/json writes it.
var Value = v1.Duration{Duration: time.Second}

// Got is what the tool was last called with.
var Got v1.Duration

// Take takes the value.
//
//tool:name=take
func Take(v v1.Duration) { Got = v }
