// Package jsonschemaprops takes k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1 JSONSchemaProps as a parameter.
package jsonschemaprops

import "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

// Value is sent as encoding/json writes it.
var Value = v1.JSONSchemaProps{Type: "object", Default: &v1.JSON{Raw: []byte("1")}}

// Got is what the tool was last called with.
var Got v1.JSONSchemaProps

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v v1.JSONSchemaProps) { Got = v }
