// Package structeerror takes and returns a value of type struct { E error }.
package structeerror

// Value is what the oracle encoded.
var Value = struct{ E error }{}

// Got is what the tool was last called with.
var Got struct{ E error }

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v struct{ E error }) struct{ E error } {
	Got = v
	return v
}
