// Package nullable takes github.com/oapi-codegen/nullable Nullable as a parameter.
package nullable

import "github.com/oapi-codegen/nullable"

// Value is sent as encoding/json writes it.
var Value = nullable.NewNullableWithValue(3)

// Got is what the tool was last called with.
var Got nullable.Nullable[int]

// Take takes the value.
//
//tool:name=take
func Take(v nullable.Nullable[int]) { Got = v }
