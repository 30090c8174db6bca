// Package stringsmap wraps strings Map.
package stringsmap

import "strings"

// Map maps the characters of a text.
//
//tool:name=take
func Map(mapping func(rune) rune, s string) string { return strings.Map(mapping, s) }
