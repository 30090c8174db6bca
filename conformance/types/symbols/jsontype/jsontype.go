// Package jsontype takes gorm.io/datatypes JSONType as a parameter.
package jsontype

import "gorm.io/datatypes"

// Value is sent as encoding/json writes it.
var Value = datatypes.NewJSONType([]int{1, 2})

// Got is what the tool was last called with.
var Got datatypes.JSONType[[]int]

// Take takes the value.
//
//tool:name=take
func Take(v datatypes.JSONType[[]int]) { Got = v }
