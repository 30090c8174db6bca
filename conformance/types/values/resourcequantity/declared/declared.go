// Package declared takes and returns a value of type resource.Quantity.
//
//tool:map k8s.io/apimachinery/pkg/api/resource.Quantity={"type":"string"}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/values/resourcequantity"
	"k8s.io/apimachinery/pkg/api/resource"
)

// Value is the one of the package above.
var Value = resourcequantity.Value

// Got is what the tool was last called with.
var Got resource.Quantity

// Take takes the value and returns it.
//
//tool:name=take
func Take(v resource.Quantity) resource.Quantity {
	Got = v
	return v
}
