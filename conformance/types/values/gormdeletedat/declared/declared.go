// Package declared takes and returns a value of type gorm.DeletedAt.
//
//tool:map gorm.io/gorm.DeletedAt={"type":["string","null"],"format":"date-time"}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/values/gormdeletedat"
	"gorm.io/gorm"
)

// Value is the one of the package above.
var Value = gormdeletedat.Value

// Got is what the tool was last called with.
var Got gorm.DeletedAt

// Take takes the value and returns it.
//
//tool:name=take
func Take(v gorm.DeletedAt) gorm.DeletedAt {
	Got = v
	return v
}
