// Package uuidnulluuid takes and returns a value of type uuid.NullUUID.
package uuidnulluuid

import "github.com/google/uuid"

// Value is what the oracle encoded.
var Value = uuid.NullUUID{}

// Got is what the tool was last called with.
var Got uuid.NullUUID

// Take takes the value and returns it.
//
//tool:name=take
func Take(v uuid.NullUUID) uuid.NullUUID {
	Got = v
	return v
}
