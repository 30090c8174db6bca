// Package declared takes and returns a value of type gorm.Model.
//
//tool:map gorm.io/gorm.DeletedAt={"type":["string","null"],"format":"date-time"}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/values/gormmodel"
	"gorm.io/gorm"
)

// Value is the one of the package above.
var Value = gormmodel.Value

// Got is what the tool was last called with.
var Got gorm.Model

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v gorm.Model) gorm.Model {
	Got = v
	return v
}
