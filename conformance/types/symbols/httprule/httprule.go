// Package httprule takes google.golang.org/genproto/googleapis/api/annotations HttpRule as a parameter.
package httprule

import "google.golang.org/genproto/googleapis/api/annotations"

// Got is what the tool was last called with.
var Got *annotations.HttpRule

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v *annotations.HttpRule) { Got = v }
