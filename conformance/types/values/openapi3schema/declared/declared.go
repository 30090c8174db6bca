// Package declared takes and returns a value of type openapi3.Schema.
//
//tool:map github.com/getkin/kin-openapi/openapi3.Schema={"type":"object"}
package declared

import (
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/toolgen/toolgen/conformance/types/values/openapi3schema"
)

// Value is the one of the package above.
var Value = openapi3schema.Value

// Got is what the tool was last called with.
var Got openapi3.Schema

// Take takes the value and returns it.
//
//tool:name=take
func Take(v openapi3.Schema) openapi3.Schema {
	Got = v
	return v
}
