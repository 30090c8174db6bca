// Package declared takes k8s.io/api/core/v1 PodSpec as a parameter.
//
//tool:map k8s.io/apimachinery/pkg/util/intstr.IntOrString={"anyOf":[{"type":"integer"},{"type":"string"}]}
//tool:map k8s.io/apimachinery/pkg/api/resource.Quantity={"type":"string"}
//tool:map k8s.io/apimachinery/pkg/apis/meta/v1.Time={"type":"string","format":"date-time"}
//tool:map k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1={"type":"object"}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/symbols/podspec"
	"k8s.io/api/core/v1"
)

// Value is the one of the package above.
var Value = podspec.Value

// Got is what the tool was last called with.
var Got v1.PodSpec

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v v1.PodSpec) { Got = v }
