// Package gododropletcreaterequest takes and returns a value of type godo.DropletCreateRequest.
package gododropletcreaterequest

import "github.com/digitalocean/godo"

// Value is what the oracle encoded.
var Value = godo.DropletCreateRequest{Name: "n", Image: godo.DropletCreateImage{Slug: "x"}}

// Got is what the tool was last called with.
var Got godo.DropletCreateRequest

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v godo.DropletCreateRequest) godo.DropletCreateRequest {
	Got = v
	return v
}
