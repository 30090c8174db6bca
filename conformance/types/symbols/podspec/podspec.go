// Package podspec takes k8s.io/api/core/v1 PodSpec as a parameter.
package podspec

import "k8s.io/api/core/v1"

// Value is sent as encoding/json writes it.
var Value = v1.PodSpec{
	Containers:    []v1.Container{{Name: "c", Image: "i"}},
	RestartPolicy: v1.RestartPolicyNever,
}

// Got is what the tool was last called with.
var Got v1.PodSpec

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v v1.PodSpec) { Got = v }
