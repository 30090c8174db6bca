// Package declared takes gorm.io/gorm Model as a parameter.
//
//tool:map gorm.io/gorm.DeletedAt={"type":["string","null"],"format":"date-time"}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/symbols/gormmodel"
	"gorm.io/gorm"
)

// Value is the one of the package above.
var Value = gormmodel.Value

// Got is what the tool was last called with.
var Got gorm.Model

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v gorm.Model) { Got = v }
