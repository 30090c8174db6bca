// Package structpbvalue takes and returns a value of type *structpb.Value.
package structpbvalue

import "google.golang.org/protobuf/types/known/structpb"

// Value is what the oracle encoded.
var Value = structpb.NewStructValue(&structpb.Struct{Fields: map[string]*structpb.Value{"a": structpb.NewNumberValue(1)}})

// Got is what the tool was last called with.
var Got *structpb.Value

// Take takes the value and returns it.
//
//tool:name=take
func Take(v *structpb.Value) *structpb.Value {
	Got = v
	return v
}
