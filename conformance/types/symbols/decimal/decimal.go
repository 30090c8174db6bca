// Package decimal takes github.com/shopspring/decimal Decimal as a parameter.
package decimal

import "github.com/shopspring/decimal"

// Value is sent as encoding/json writes it.
var Value = decimal.RequireFromString("1.25")

// Got is what the tool was last called with.
var Got decimal.Decimal

// Take takes the value.
//
//tool:name=take
func Take(v decimal.Decimal) { Got = v }
