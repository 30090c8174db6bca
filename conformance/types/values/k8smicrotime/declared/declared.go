// Package declared takes and returns a value of type v1.MicroTime.
//
//tool:map k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime={"type":"string","format":"date-time"}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/values/k8smicrotime"
	"k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Value is the one of the package above.
var Value = k8smicrotime.Value

// Got is what the tool was last called with.
var Got v1.MicroTime

// Take takes the value and returns it.
//
//tool:name=take
func Take(v v1.MicroTime) v1.MicroTime {
	Got = v
	return v
}
