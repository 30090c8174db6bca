// Package deletedat takes gorm.io/gorm DeletedAt as a parameter.
package deletedat

import (
	"time"

	"gorm.io/gorm"
)

// Value is sent as encoding/json writes it.
var Value = gorm.DeletedAt{Time: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC), Valid: true}

// Got is what the tool was last called with.
var Got gorm.DeletedAt

// Take takes the value.
//
//tool:name=take
func Take(v gorm.DeletedAt) { Got = v }
