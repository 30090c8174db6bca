// Package declared takes github.com/anthropics/anthropic-sdk-go ContentBlockParamUnion as a parameter.
//
//tool:map github.com/anthropics/anthropic-sdk-go.ContentBlockParamUnion={"anyOf":[{"type":"object","properties":{"type":{"type":"string","enum":["text"]},"text":{"type":"string"}},"required":["type","text"]},{"type":"object","properties":{"type":{"type":"string","enum":["image"]},"source":{"type":"object"}},"required":["type","source"]}]}
package declared

import (
	"github.com/anthropics/anthropic-sdk-go"
	"github.com/toolgen/toolgen/conformance/types/symbols/contentblock"
)

// Value is the one of the package above.
var Value = contentblock.Value

// Got is what the tool was last called with.
var Got anthropic.ContentBlockParamUnion

// Take takes the value.
//
//tool:name=take
func Take(v anthropic.ContentBlockParamUnion) { Got = v }
