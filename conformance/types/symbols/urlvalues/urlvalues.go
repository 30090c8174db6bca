// Package urlvalues takes net/url Values as a parameter.
package urlvalues

import "net/url"

// Value is sent as encoding/json writes it.
var Value = url.Values{"a": {"b", "c"}}

// Got is what the tool was last called with.
var Got url.Values

// Take takes the value.
//
//tool:name=take
func Take(v url.Values) { Got = v }
