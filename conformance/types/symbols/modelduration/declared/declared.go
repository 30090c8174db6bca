// Package declared takes github.com/prometheus/common/model Duration as a parameter.
//
//tool:map github.com/prometheus/common/model.Duration={"type":"string","pattern":"^([0-9]+(ms|[smhdwy]))+$"}
package declared

import (
	"github.com/prometheus/common/model"
	"github.com/toolgen/toolgen/conformance/types/symbols/modelduration"
)

// Value is the one of the package above.
var Value = modelduration.Value

// Got is what the tool was last called with.
var Got model.Duration

// Take takes the value.
//
//tool:name=take
func Take(v model.Duration) { Got = v }
