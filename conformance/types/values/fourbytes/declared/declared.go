// Package declared takes and returns a value of type [4]uint8.
package declared

import "github.com/toolgen/toolgen/conformance/types/values/fourbytes"

// Value is the one of the package above.
var Value = fourbytes.Value

// Got is what the tool was last called with.
var Got [4]byte

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v encoding=array
//tool:result encoding=array
func Take(v [4]byte) [4]byte {
	Got = v
	return v
}
