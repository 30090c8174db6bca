// Package jsonnumber takes and returns a value of type json.Number.
package jsonnumber

import "encoding/json"

// Value is what the oracle encoded.
var Value = json.Number("12")

// Got is what the tool was last called with.
var Got json.Number

// Take takes the value and returns it.
//
//tool:name=take
func Take(v json.Number) json.Number {
	Got = v
	return v
}
