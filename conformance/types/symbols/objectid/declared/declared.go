// Package declared takes go.mongodb.org/mongo-driver/v2/bson ObjectID as a parameter.
//
//tool:map go.mongodb.org/mongo-driver/v2/bson.ObjectID={"type":"string","pattern":"^[0-9a-f]{24}$"}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/symbols/objectid"
	"go.mongodb.org/mongo-driver/v2/bson"
)

// Value is the one of the package above.
var Value = objectid.Value

// Got is what the tool was last called with.
var Got bson.ObjectID

// Take takes the value.
//
//tool:name=take
func Take(v bson.ObjectID) { Got = v }
