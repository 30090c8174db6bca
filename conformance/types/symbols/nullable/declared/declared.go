// Package declared takes github.com/oapi-codegen/nullable Nullable as a parameter.
//
//tool:map github.com/oapi-codegen/nullable.Nullable={"anyOf":[{"type":"integer"},{"type":"null"}]}
package declared

import (
	"github.com/oapi-codegen/nullable"
	above "github.com/toolgen/toolgen/conformance/types/symbols/nullable"
)

// Value is the one of the package above.
var Value = above.Value

// Got is what the tool was last called with.
var Got nullable.Nullable[int]

// Take takes the value.
//
//tool:name=take
func Take(v nullable.Nullable[int]) { Got = v }
