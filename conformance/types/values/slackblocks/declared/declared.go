// Package declared takes and returns a value of type slack.Blocks.
//
//tool:map github.com/slack-go/slack.Blocks={"type":"array","items":{"type":"object"}}
package declared

import (
	"github.com/slack-go/slack"
	"github.com/toolgen/toolgen/conformance/types/values/slackblocks"
)

// Value is the one of the package above.
var Value = slackblocks.Value

// Got is what the tool was last called with.
var Got slack.Blocks

// Take takes the value and returns it.
//
//tool:name=take
func Take(v slack.Blocks) slack.Blocks {
	Got = v
	return v
}
