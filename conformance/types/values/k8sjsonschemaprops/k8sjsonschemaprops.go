// Package k8sjsonschemaprops takes and returns a value of type v1.JSONSchemaProps.
package k8sjsonschemaprops

import "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

// Value is what the oracle encoded.
var Value = v1.JSONSchemaProps{
	Type:                 "object",
	Default:              &v1.JSON{Raw: []byte("1")},
	AdditionalProperties: &v1.JSONSchemaPropsOrBool{Allows: true},
}

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
