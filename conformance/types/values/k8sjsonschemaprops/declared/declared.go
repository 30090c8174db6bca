// Package declared takes and returns a value of type v1.JSONSchemaProps.
//
//tool:map k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSON={}
//tool:map k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaPropsOrBool={"type":["object","boolean"]}
//tool:map k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaPropsOrArray={"type":["object","array"]}
//tool:map k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaPropsOrStringArray={"type":["object","array"]}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/values/k8sjsonschemaprops"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// Value is the one of the package above.
var Value = k8sjsonschemaprops.Value

// Got is what the tool was last called with.
var Got v1.JSONSchemaProps

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v v1.JSONSchemaProps) v1.JSONSchemaProps {
	Got = v
	return v
}
