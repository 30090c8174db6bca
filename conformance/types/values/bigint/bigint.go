// Package bigint takes and returns a value of type *big.Int.
package bigint

import "math/big"

// Value is what the oracle encoded.
var Value = big.NewInt(9007199254740993)

// Ours is what T48 writes instead.
const (
	Row  = "T48"
	Ours = `"9007199254740993"`
)

// Got is what the tool was last called with.
var Got *big.Int

// Take takes the value and returns it.
//
//tool:name=take
func Take(v *big.Int) *big.Int {
	Got = v
	return v
}
