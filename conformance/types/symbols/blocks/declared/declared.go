// Package declared takes github.com/slack-go/slack Blocks as a parameter.
//
//tool:map github.com/slack-go/slack.Blocks={"type":"array","items":{"type":"object"}}
package declared

import (
	"github.com/slack-go/slack"
	"github.com/toolgen/toolgen/conformance/types/symbols/blocks"
)

// Value is the one of the package above.
var Value = blocks.Value

// Got is what the tool was last called with.
var Got slack.Blocks

// Take takes the value.
//
//tool:name=take
func Take(v slack.Blocks) { Got = v }
