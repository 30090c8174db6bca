// Package attributekeyvalue takes and returns a value of type attribute.KeyValue.
package attributekeyvalue

import "go.opentelemetry.io/otel/attribute"

// Value is what the oracle encoded.
var Value = attribute.String("k", "v")

// Got is what the tool was last called with.
var Got attribute.KeyValue

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v attribute.KeyValue) attribute.KeyValue {
	Got = v
	return v
}
