package model

import "encoding/json"

// Types are the JSON Schema types that a declared schema allows, such as "object" and "null"; nil where it does not say.
func (t *Type) Types() []string {
	var declared struct {
		Type json.RawMessage `json:"type"`
	}
	var one string
	var several []string
	if t.Schema == "" || json.Unmarshal([]byte(t.Schema), &declared) != nil {
		return nil
	}
	if json.Unmarshal(declared.Type, &one) == nil {
		return []string{one}
	}
	_ = json.Unmarshal(declared.Type, &several) // collect has checked it
	return several
}
