// Package declared takes k8s.io/apimachinery/pkg/api/resource Quantity as a parameter.
//
//tool:map k8s.io/apimachinery/pkg/api/resource.Quantity={"type":"string"}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/symbols/quantity"
	"k8s.io/apimachinery/pkg/api/resource"
)

// Value is the one of the package above.
var Value = quantity.Value

// Got is what the tool was last called with.
var Got resource.Quantity

// Take takes the value.
//
//tool:name=take
func Take(v resource.Quantity) { Got = v }
