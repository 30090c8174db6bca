// Package declared takes and returns a value of type v1.Duration.
//
//tool:map k8s.io/apimachinery/pkg/apis/meta/v1.Duration={"type":"string"}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/values/k8sduration"
	"k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Value is the one of the package above.
var Value = k8sduration.Value

// Got is what the tool was last called with.
var Got v1.Duration

// Take takes the value and returns it.
//
//tool:name=take
func Take(v v1.Duration) v1.Duration {
	Got = v
	return v
}
