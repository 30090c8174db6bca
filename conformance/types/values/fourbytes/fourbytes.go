// Package fourbytes takes and returns a value of type [4]uint8.
package fourbytes

// Value is what the oracle encoded.
var Value = [4]byte{1, 2, 3, 4}

// Got is what the tool was last called with.
var Got [4]byte

// Take takes the value and returns it.
//
//tool:name=take
func Take(v [4]byte) [4]byte {
	Got = v
	return v
}
