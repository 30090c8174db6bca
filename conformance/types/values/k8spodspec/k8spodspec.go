// Package k8spodspec takes and returns a value of type v1.PodSpec.
package k8spodspec

import (
	"k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Value is what the oracle encoded.
var Value = v1.PodSpec{Containers: []v1.Container{{
	Name:          "c",
	LivenessProbe: &v1.Probe{ProbeHandler: v1.ProbeHandler{HTTPGet: &v1.HTTPGetAction{Port: intstr.FromInt32(80)}}},
}}}

// Got is what the tool was last called with.
var Got v1.PodSpec

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v v1.PodSpec) v1.PodSpec {
	Got = v
	return v
}
