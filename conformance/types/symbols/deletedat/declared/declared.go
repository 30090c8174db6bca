// Package declared takes gorm.io/gorm DeletedAt as a parameter.
//
//tool:map gorm.io/gorm.DeletedAt={"type":["string","null"],"format":"date-time"}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/symbols/deletedat"
	"gorm.io/gorm"
)

// Value is the one of the package above.
var Value = deletedat.Value

// Got is what the tool was last called with.
var Got gorm.DeletedAt

// Take takes the value.
//
//tool:name=take
func Take(v gorm.DeletedAt) { Got = v }
