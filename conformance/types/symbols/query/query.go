// Package query takes github.com/elastic/go-elasticsearch/v8/typedapi/types Query as a parameter.
package query

import "github.com/elastic/go-elasticsearch/v8/typedapi/types"

// Got is what the tool was last called with.
var Got types.Query

// Take takes the value.
//
//tool:name=take
func Take(v types.Query) { Got = v }
