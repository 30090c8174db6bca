// Package resourcelist takes k8s.io/api/core/v1 ResourceList as a parameter.
package resourcelist

import (
	"k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// Value is sent as encoding/json writes it.
var Value = v1.ResourceList{v1.ResourceCPU: resource.MustParse("1500m")}

// Got is what the tool was last called with.
var Got v1.ResourceList

// Take takes the value.
//
//tool:name=take
func Take(v v1.ResourceList) { Got = v }
