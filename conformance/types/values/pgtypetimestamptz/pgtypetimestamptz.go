// Package pgtypetimestamptz takes and returns a value of type pgtype.Timestamptz.
package pgtypetimestamptz

import (
	"time"

	"github.com/jackc/pgx/v5/pgtype"
)

// Value is what the oracle encoded.
var Value = pgtype.Timestamptz{Time: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC), Valid: true}

// Got is what the tool was last called with.
var Got pgtype.Timestamptz

// Take takes the value and returns it.
//
//tool:name=take
func Take(v pgtype.Timestamptz) pgtype.Timestamptz {
	Got = v
	return v
}
