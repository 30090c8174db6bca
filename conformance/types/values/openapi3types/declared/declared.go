// Package declared takes and returns a value of type openapi3.Types.
//
//tool:map github.com/getkin/kin-openapi/openapi3.Types={"type":["string","array"],"items":{"type":"string"}}
package declared

import (
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/toolgen/toolgen/conformance/types/values/openapi3types"
)

// Value is the one of the package above.
var Value = openapi3types.Value

// Ours is what O12 writes instead: the type's own MarshalJSON is asked. It is a method of the pointer, which encoding/json
// forgets where the value is not addressable.
const (
	Row  = "O12"
	Ours = `"string"`
)

// Got is what the tool was last called with.
var Got openapi3.Types

// Take takes the value and returns it.
//
//tool:name=take
func Take(v openapi3.Types) openapi3.Types {
	Got = v
	return v
}
