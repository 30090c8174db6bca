package model

import (
	"encoding/json"
	"strings"
)

// Schema is the canonical JSON Schema text of one tool. The lines concatenate to compact JSON; they are cut where a
// reader wants them, one property a line, so that a change of the schema is a readable diff.
type Schema struct {
	Input  []string
	Output []string // nil where the result has no schema
}

// InputText is the input schema as one string.
func (s Schema) InputText() string { return strings.Join(s.Input, "") }

// OutputText is the output schema as one string; "" where there is none.
func (s Schema) OutputText() string { return strings.Join(s.Output, "") }

// Quote writes a JSON string, without the HTML escapes of encoding/json.
func Quote(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return strings.TrimSuffix(b.String(), "\n")
}
