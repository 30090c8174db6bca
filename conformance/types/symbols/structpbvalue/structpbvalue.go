// Package structpbvalue takes google.golang.org/protobuf/types/known/structpb Value as a parameter.
package structpbvalue

import "google.golang.org/protobuf/types/known/structpb"

// Value is sent as encoding/json writes it.
var Value = structpb.NewNumberValue(1)

// Got is what the tool was last called with.
var Got *structpb.Value

// Take takes the value.
//
//tool:name=take
func Take(v *structpb.Value) { Got = v }
