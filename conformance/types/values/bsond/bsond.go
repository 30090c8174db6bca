// Package bsond takes and returns a value of type bson.D.
package bsond

import "go.mongodb.org/mongo-driver/v2/bson"

// Value is what the oracle encoded.
var Value = bson.D{{Key: "a", Value: int32(1)}}

// Got is what the tool was last called with.
var Got bson.D

// Take takes the value and returns it.
//
//tool:name=take
func Take(v bson.D) bson.D {
	Got = v
	return v
}
