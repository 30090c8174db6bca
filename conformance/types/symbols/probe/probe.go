// Package probe takes k8s.io/api/core/v1 Probe as a parameter.
package probe

import (
	"k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Value is sent as encoding/json writes it.
var Value = v1.Probe{
	ProbeHandler:  v1.ProbeHandler{HTTPGet: &v1.HTTPGetAction{Port: intstr.FromInt32(80)}},
	PeriodSeconds: 5,
}

// Got is what the tool was last called with.
var Got v1.Probe

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v v1.Probe) { Got = v }
