// Package declared takes github.com/google/go-github/v74/github Timestamp as a parameter.
//
//tool:map github.com/google/go-github/v74/github.Timestamp={"anyOf":[{"type":"string","format":"date-time"},{"type":"integer"}]}
package declared

import (
	"github.com/google/go-github/v74/github"
	"github.com/toolgen/toolgen/conformance/types/symbols/timestamp"
)

// Value is the one of the package above.
var Value = timestamp.Value

// Got is what the tool was last called with.
var Got github.Timestamp

// Take takes the value.
//
//tool:name=take
func Take(v github.Timestamp) { Got = v }
