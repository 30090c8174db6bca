// Package fsfilemode takes and returns a value of type fs.FileMode.
package fsfilemode

import "io/fs"

// Value is what the oracle encoded.
var Value = fs.FileMode(0o644)

// Got is what the tool was last called with.
var Got fs.FileMode

// Take takes the value and returns it.
//
//tool:name=take
func Take(v fs.FileMode) fs.FileMode {
	Got = v
	return v
}
