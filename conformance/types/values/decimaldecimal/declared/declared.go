// Package declared takes and returns a value of type decimal.Decimal.
//
//tool:map github.com/shopspring/decimal.Decimal={"type":"string"}
package declared

import (
	"github.com/shopspring/decimal"
	"github.com/toolgen/toolgen/conformance/types/values/decimaldecimal"
)

// Value is the one of the package above.
var Value = decimaldecimal.Value

// Got is what the tool was last called with.
var Got decimal.Decimal

// Take takes the value and returns it.
//
//tool:name=take
func Take(v decimal.Decimal) decimal.Decimal {
	Got = v
	return v
}
