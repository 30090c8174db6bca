// Package jsonunmarshal wraps encoding/json Unmarshal.
package jsonunmarshal

import "encoding/json"

// Args and Want are a call and its answer.
const (
	Args = `{"data":"e30=","v":{"a":1}}`
	Want = `json: Unmarshal(non-pointer map[string]interface {})`
)

// Unmarshal reads JSON into a value, which no caller of a tool can hand over: the call arrives, and fails.
//
//tool:name=take
func Unmarshal(data []byte, v any) error { return json.Unmarshal(data, v) }
