// Package paramoptstring takes and returns a value of type param.Opt[string].
package paramoptstring

import "github.com/anthropics/anthropic-sdk-go/packages/param"

// Value is what the oracle encoded.
var Value = param.NewOpt("a")

// Got is what the tool was last called with.
var Got param.Opt[string]

// Take takes the value and returns it.
//
//tool:name=take
func Take(v param.Opt[string]) param.Opt[string] {
	Got = v
	return v
}
