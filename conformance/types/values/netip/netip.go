// Package netip takes and returns a value of type net.IP.
package netip

import "net"

// Value is what the oracle encoded.
var Value = net.ParseIP("10.0.0.1")

// Got is what the tool was last called with.
var Got net.IP

// Take takes the value and returns it.
//
//tool:name=take
func Take(v net.IP) net.IP {
	Got = v
	return v
}
