// Package gormmodel takes gorm.io/gorm Model as a parameter.
package gormmodel

import (
	"time"

	"gorm.io/gorm"
)

// Value is sent as encoding/json writes it.
var Value = gorm.Model{ID: 1, CreatedAt: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)}

// Got is what the tool was last called with.
var Got gorm.Model

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v gorm.Model) { Got = v }
