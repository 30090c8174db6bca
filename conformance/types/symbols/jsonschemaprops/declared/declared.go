// Package declared takes k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1 JSONSchemaProps as a parameter.
//
//tool:map k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSON={}
//tool:map k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaPropsOrBool={"type":["object","boolean"]}
//tool:map k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaPropsOrArray={"type":["object","array"]}
//tool:map k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaPropsOrStringArray={"type":["object","array"]}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/symbols/jsonschemaprops"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// Value is the one of the package above.
var Value = jsonschemaprops.Value

// Got is what the tool was last called with.
var Got v1.JSONSchemaProps

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v v1.JSONSchemaProps) { Got = v }
