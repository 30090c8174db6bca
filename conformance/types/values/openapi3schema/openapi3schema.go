// Package openapi3schema takes and returns a value of type openapi3.Schema.
package openapi3schema

import "github.com/getkin/kin-openapi/openapi3"

// Value is what the oracle encoded.
var Value = openapi3.Schema{Type: &openapi3.Types{"string"}}

// Got is what the tool was last called with.
var Got openapi3.Schema

// Take takes the value and returns it.
//
//tool:name=take
func Take(v openapi3.Schema) openapi3.Schema {
	Got = v
	return v
}
