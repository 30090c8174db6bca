// Package bigfloat takes and returns a value of type big.Float.
package bigfloat

import "math/big"

// Value is what the oracle encoded.
var Value = *big.NewFloat(1.5)

// Ours is what T49 writes instead.
const (
	Row  = "T49"
	Ours = `"1.5"`
)

// Got is what the tool was last called with.
var Got big.Float

// Take takes the value and returns it.
//
//tool:name=take
func Take(v big.Float) big.Float {
	Got = v
	return v
}
