// Package intstrintorstring takes and returns a value of type intstr.IntOrString.
package intstrintorstring

import "k8s.io/apimachinery/pkg/util/intstr"

// Value is what the oracle encoded.
var Value = intstr.FromString("80%")

// Got is what the tool was last called with.
var Got intstr.IntOrString

// Take takes the value and returns it.
//
//tool:name=take
func Take(v intstr.IntOrString) intstr.IntOrString {
	Got = v
	return v
}
