// Package declared takes and returns a value of type param.Opt[string].
//
//tool:map github.com/anthropics/anthropic-sdk-go/packages/param.Opt={"type":["string","null"]}
package declared

import (
	"github.com/anthropics/anthropic-sdk-go/packages/param"
	"github.com/toolgen/toolgen/conformance/types/values/paramoptstring"
)

// Value is the one of the package above.
var Value = paramoptstring.Value

// Got is what the tool was last called with.
var Got param.Opt[string]

// Take takes the value and returns it.
//
//tool:name=take
func Take(v param.Opt[string]) param.Opt[string] {
	Got = v
	return v
}
