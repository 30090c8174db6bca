// Package declared takes and returns a value of type bson.D.
//
//tool:map go.mongodb.org/mongo-driver/v2/bson.D={"type":"object"}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/values/bsond"
	"go.mongodb.org/mongo-driver/v2/bson"
)

// Value is the one of the package above.
var Value = bsond.Value

// Got is what the tool was last called with.
var Got bson.D

// Take takes the value and returns it.
//
//tool:name=take
func Take(v bson.D) bson.D {
	Got = v
	return v
}
