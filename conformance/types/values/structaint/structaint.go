// Package structaint takes and returns a value of type struct { a int }.
package structaint

// Value is what the oracle encoded.
var Value = struct{ a int }{}

// Got is what the tool was last called with.
var Got struct{ a int }

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v struct{ a int }) struct{ a int } {
	Got = v
	return v
}
