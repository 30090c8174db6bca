// Package structastring takes and returns a value of type struct { A []string }.
package structastring

// Value is what the oracle encoded.
var Value = struct{ A []string }{}

// Ours is what O5 writes instead.
const (
	Row  = "O5"
	Ours = `{"A":[]}`
)

// Becomes is what comes of it: a list that is empty, but not nil.
var Becomes = struct{ A []string }{A: []string{}}

// Got is what the tool was last called with.
var Got struct{ A []string }

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v struct{ A []string }) struct{ A []string } {
	Got = v
	return v
}
