// Package declared takes k8s.io/apimachinery/pkg/apis/meta/v1 MicroTime as a parameter.
//
//tool:map k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime={"type":"string","format":"date-time"}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/symbols/microtime"
	"k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Value is the one of the package above.
var Value = microtime.Value

// Got is what the tool was last called with.
var Got v1.MicroTime

// Take takes the value.
//
//tool:name=take
func Take(v v1.MicroTime) { Got = v }
