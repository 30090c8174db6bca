// Package declared takes k8s.io/apimachinery/pkg/apis/meta/v1 Duration as a parameter.
//
//tool:map k8s.io/apimachinery/pkg/apis/meta/v1.Duration={"type":"string"}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/symbols/duration"
	"k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Value is the one of the package above.
var Value = duration.Value

// Got is what the tool was last called with.
var Got v1.Duration

// Take takes the value.
//
//tool:name=take
func Take(v v1.Duration) { Got = v }
