// Package keyvalue takes go.opentelemetry.io/otel/attribute KeyValue as a parameter.
package keyvalue

import "go.opentelemetry.io/otel/attribute"

// Got is what the tool was last called with.
var Got attribute.KeyValue

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v attribute.KeyValue) { Got = v }
