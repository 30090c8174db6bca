// Package declared takes k8s.io/api/core/v1 ResourceList as a parameter.
//
//tool:map k8s.io/apimachinery/pkg/api/resource.Quantity={"type":"string"}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/symbols/resourcelist"
	"k8s.io/api/core/v1"
)

// Value is the one of the package above.
var Value = resourcelist.Value

// Got is what the tool was last called with.
var Got v1.ResourceList

// Take takes the value.
//
//tool:name=take
func Take(v v1.ResourceList) { Got = v }
