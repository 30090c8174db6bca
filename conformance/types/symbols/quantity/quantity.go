// Package quantity takes k8s.io/apimachinery/pkg/api/resource Quantity as a parameter.
package quantity

import "k8s.io/apimachinery/pkg/api/resource"

// Value is sent as encoding/json writes it.
var Value = resource.MustParse("1500m")

// Got is what the tool was last called with.
var Got resource.Quantity

// Take takes the value.
//
//tool:name=take
func Take(v resource.Quantity) { Got = v }
