// Package declared takes k8s.io/api/core/v1 Probe as a parameter.
//
//tool:map k8s.io/apimachinery/pkg/util/intstr.IntOrString={"anyOf":[{"type":"integer"},{"type":"string"}]}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/symbols/probe"
	"k8s.io/api/core/v1"
)

// Value is the one of the package above.
var Value = probe.Value

// Got is what the tool was last called with.
var Got v1.Probe

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v v1.Probe) { Got = v }
