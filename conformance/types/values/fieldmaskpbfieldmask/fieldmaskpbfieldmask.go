// Package fieldmaskpbfieldmask takes and returns a value of type fieldmaskpb.FieldMask.
package fieldmaskpbfieldmask

import "google.golang.org/protobuf/types/known/fieldmaskpb"

// Value is what the oracle encoded.
var Value = fieldmaskpb.FieldMask{Paths: []string{"a"}}

// Got is what the tool was last called with.
var Got fieldmaskpb.FieldMask

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v fieldmaskpb.FieldMask) fieldmaskpb.FieldMask {
	Got = v
	return v
}
