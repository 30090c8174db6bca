// Package uuid takes github.com/google/uuid UUID as a parameter.
package uuid

import "github.com/google/uuid"

// Value is sent as encoding/json writes it.
var Value = uuid.MustParse("f47ac10b-58cc-4372-a567-0e02b2c3d479")

// Got is what the tool was last called with.
var Got uuid.UUID

// Take takes the value.
//
//tool:name=take
func Take(v uuid.UUID) { Got = v }
