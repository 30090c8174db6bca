// Package structpint takes and returns a value of type struct { P *int }.
package structpint

// Value is what the oracle encoded.
var Value = struct{ P *int }{}

// Ours is what N2 writes instead.
const (
	Row  = "N2"
	Ours = `{}`
	Back = `{"P":null}`
)

// Got is what the tool was last called with.
var Got struct{ P *int }

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v struct{ P *int }) struct{ P *int } {
	Got = v
	return v
}
