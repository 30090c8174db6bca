// Package openapi3types takes and returns a value of type openapi3.Types.
package openapi3types

import "github.com/getkin/kin-openapi/openapi3"

// Value is what the oracle encoded.
var Value = openapi3.Types{"string"}

// Got is what the tool was last called with.
var Got openapi3.Types

// Take takes the value and returns it.
//
//tool:name=take
func Take(v openapi3.Types) openapi3.Types {
	Got = v
	return v
}
