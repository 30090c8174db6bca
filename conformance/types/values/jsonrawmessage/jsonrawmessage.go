// Package jsonrawmessage takes and returns a value of type json.RawMessage.
package jsonrawmessage

import "encoding/json"

// Value is what the oracle encoded.
var Value = json.RawMessage(`{"a":1}`)

// Got is what the tool was last called with.
var Got json.RawMessage

// Take takes the value and returns it.
//
//tool:name=take
func Take(v json.RawMessage) json.RawMessage {
	Got = v
	return v
}
