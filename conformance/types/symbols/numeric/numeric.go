// Package numeric takes github.com/jackc/pgx/v5/pgtype Numeric as a parameter.
package numeric

import (
	"math/big"

	"github.com/jackc/pgx/v5/pgtype"
)

// Value is sent as encoding/json writes it.
var Value = pgtype.Numeric{Int: big.NewInt(15), Exp: -1, Valid: true}

// Got is what the tool was last called with.
var Got pgtype.Numeric

// Take takes the value.
//
//tool:name=take
func Take(v pgtype.Numeric) { Got = v }
