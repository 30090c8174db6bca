// Package declared takes and returns a value of type intstr.IntOrString.
//
//tool:map k8s.io/apimachinery/pkg/util/intstr.IntOrString={"anyOf":[{"type":"integer"},{"type":"string"}]}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/values/intstrintorstring"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Value is the one of the package above.
var Value = intstrintorstring.Value

// Got is what the tool was last called with.
var Got intstr.IntOrString

// Take takes the value and returns it.
//
//tool:name=take
func Take(v intstr.IntOrString) intstr.IntOrString {
	Got = v
	return v
}
