// Package declared takes gorm.io/datatypes JSONType as a parameter.
//
//tool:map gorm.io/datatypes.JSONType={"type":"array","items":{"type":"integer"}}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/symbols/jsontype"
	"gorm.io/datatypes"
)

// Value is the one of the package above.
var Value = jsontype.Value

// Got is what the tool was last called with.
var Got datatypes.JSONType[[]int]

// Take takes the value.
//
//tool:name=take
func Take(v datatypes.JSONType[[]int]) { Got = v }
