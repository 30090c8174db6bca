// Package gormmodel takes and returns a value of type gorm.Model.
package gormmodel

import (
	"time"

	"gorm.io/gorm"
)

// Value is what the oracle encoded.
var Value = gorm.Model{ID: 1, CreatedAt: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)}

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
