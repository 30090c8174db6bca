// Package pgtyperange takes and returns a value of type pgtype.Range[github.com/jackc/pgx/v5/pgtype.Int4].
package pgtyperange

import "github.com/jackc/pgx/v5/pgtype"

// Value is what the oracle encoded.
var Value = pgtype.Range[pgtype.Int4]{Valid: true}

// Got is what the tool was last called with.
var Got pgtype.Range[pgtype.Int4]

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v pgtype.Range[pgtype.Int4]) pgtype.Range[pgtype.Int4] {
	Got = v
	return v
}
