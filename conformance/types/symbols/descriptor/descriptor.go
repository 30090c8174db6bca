// Package descriptor takes entgo.io/ent/schema/field Descriptor as a parameter.
package descriptor

import "entgo.io/ent/schema/field"

// Got is what the tool was last called with.
var Got field.Descriptor

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v field.Descriptor) { Got = v }
