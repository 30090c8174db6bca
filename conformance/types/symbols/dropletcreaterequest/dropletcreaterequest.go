// Package dropletcreaterequest takes github.com/digitalocean/godo DropletCreateRequest as a parameter.
package dropletcreaterequest

import "github.com/digitalocean/godo"

// Got is what the tool was last called with.
var Got godo.DropletCreateRequest

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v godo.DropletCreateRequest) { Got = v }
