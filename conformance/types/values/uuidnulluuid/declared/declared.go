// Package declared takes and returns a value of type uuid.NullUUID.
//
//tool:map github.com/google/uuid.NullUUID={"type":["string","null"],"format":"uuid"}
package declared

import (
	"github.com/google/uuid"
	"github.com/toolgen/toolgen/conformance/types/values/uuidnulluuid"
)

// Value is the one of the package above.
var Value = uuidnulluuid.Value

// Got is what the tool was last called with.
var Got uuid.NullUUID

// Take takes the value and returns it.
//
//tool:name=take
func Take(v uuid.NullUUID) uuid.NullUUID {
	Got = v
	return v
}
