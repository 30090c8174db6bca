// Package urlurl takes and returns a value of type url.URL.
package urlurl

import "net/url"

// Value is what the oracle encoded.
var Value = url.URL{Scheme: "https", Host: "a.b", Path: "/c", RawQuery: "d=e"}

// Ours is what T43 writes instead.
const (
	Row  = "T43"
	Ours = `"https://a.b/c?d=e"`
)

// Got is what the tool was last called with.
var Got url.URL

// Take takes the value and returns it.
//
//tool:name=take
func Take(v url.URL) url.URL {
	Got = v
	return v
}
