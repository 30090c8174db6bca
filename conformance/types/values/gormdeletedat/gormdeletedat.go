// Package gormdeletedat takes and returns a value of type gorm.DeletedAt.
package gormdeletedat

import (
	"time"

	"gorm.io/gorm"
)

// Value is what the oracle encoded.
var Value = gorm.DeletedAt{Time: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC), Valid: true}

// Got is what the tool was last called with.
var Got gorm.DeletedAt

// Take takes the value and returns it.
//
//tool:name=take
func Take(v gorm.DeletedAt) gorm.DeletedAt {
	Got = v
	return v
}
