// Package decimaldecimal takes and returns a value of type decimal.Decimal.
package decimaldecimal

import "github.com/shopspring/decimal"

// Value is what the oracle encoded.
var Value = decimal.RequireFromString("1.25")

// Got is what the tool was last called with.
var Got decimal.Decimal

// Take takes the value and returns it.
//
//tool:name=take
func Take(v decimal.Decimal) decimal.Decimal {
	Got = v
	return v
}
