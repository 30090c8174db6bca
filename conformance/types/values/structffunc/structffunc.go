// Package structffunc takes and returns a value of type struct { F func() }.
package structffunc

// Value is what the oracle encoded.
var Value = struct{ F func() }{}

// Got is what the tool was last called with.
var Got struct{ F func() }

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v struct{ F func() }) struct{ F func() } {
	Got = v
	return v
}
