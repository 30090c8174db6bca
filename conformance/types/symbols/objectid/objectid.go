// Package objectid takes go.mongodb.org/mongo-driver/v2/bson ObjectID as a parameter.
package objectid

import "go.mongodb.org/mongo-driver/v2/bson"

// Value is sent as encoding/json writes it.
var Value = bson.ObjectID{1, 2, 3}

// Got is what the tool was last called with.
var Got bson.ObjectID

// Take takes the value.
//
//tool:name=take
func Take(v bson.ObjectID) { Got = v }
