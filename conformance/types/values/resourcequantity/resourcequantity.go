// Package resourcequantity takes and returns a value of type resource.Quantity.
package resourcequantity

import "k8s.io/apimachinery/pkg/api/resource"

// Value is what the oracle encoded.
var Value = resource.MustParse("1500m")

// Got is what the tool was last called with.
var Got resource.Quantity

// Take takes the value and returns it.
//
//tool:name=take
func Take(v resource.Quantity) resource.Quantity {
	Got = v
	return v
}
