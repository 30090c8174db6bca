// Package declared takes github.com/shopspring/decimal Decimal as a parameter.
//
//tool:map github.com/shopspring/decimal.Decimal={"type":"string"}
package declared

import (
	"github.com/shopspring/decimal"
	above "github.com/toolgen/toolgen/conformance/types/symbols/decimal"
)

// Value is the one of the package above.
var Value = above.Value

// Got is what the tool was last called with.
var Got decimal.Decimal

// Take takes the value.
//
//tool:name=take
func Take(v decimal.Decimal) { Got = v }
