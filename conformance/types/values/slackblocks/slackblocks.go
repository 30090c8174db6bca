// Package slackblocks takes and returns a value of type slack.Blocks.
package slackblocks

import "github.com/slack-go/slack"

// Value is what the oracle encoded.
var Value = slack.Blocks{BlockSet: []slack.Block{slack.NewDividerBlock()}}

// Got is what the tool was last called with.
var Got slack.Blocks

// Take takes the value and returns it.
//
//tool:name=take
func Take(v slack.Blocks) slack.Blocks {
	Got = v
	return v
}
