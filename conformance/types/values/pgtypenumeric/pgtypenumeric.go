// Package pgtypenumeric takes and returns a value of type pgtype.Numeric.
package pgtypenumeric

import (
	"math/big"

	"github.com/jackc/pgx/v5/pgtype"
)

// Value is what the oracle encoded.
var Value = pgtype.Numeric{Int: big.NewInt(15), Exp: -1, Valid: true}

// Got is what the tool was last called with.
var Got pgtype.Numeric

// Take takes the value and returns it.
//
//tool:name=take
func Take(v pgtype.Numeric) pgtype.Numeric {
	Got = v
	return v
}
