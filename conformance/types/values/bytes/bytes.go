// Package bytes takes and returns a value of type []uint8.
package bytes

// Value is what the oracle encoded.
var Value = []byte("hi")

// Got is what the tool was last called with.
var Got []byte

// Take takes the value and returns it.
//
//tool:name=take
//tool:result encoding=base64
func Take(v []byte) []byte {
	Got = v
	return v
}
