// Package blocks takes github.com/slack-go/slack Blocks as a parameter.
package blocks

import "github.com/slack-go/slack"

// Value is sent as encoding/json writes it.
var Value = slack.Blocks{BlockSet: []slack.Block{slack.NewDividerBlock()}}

// Got is what the tool was last called with.
var Got slack.Blocks

// Take takes the value.
//
//tool:name=take
func Take(v slack.Blocks) { Got = v }
