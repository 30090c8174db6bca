// Package contentblock takes github.com/anthropics/anthropic-sdk-go ContentBlockParamUnion as a parameter.
package contentblock

import "github.com/anthropics/anthropic-sdk-go"

// Value is sent as encoding/json writes it.
var Value = anthropic.NewTextBlock("a")

// Got is what the tool was last called with.
var Got anthropic.ContentBlockParamUnion

// Take takes the value.
//
//tool:name=take
func Take(v anthropic.ContentBlockParamUnion) { Got = v }
