// Package netipprefix takes and returns a value of type netip.Prefix.
package netipprefix

import "net/netip"

// Value is what the oracle encoded.
var Value = netip.MustParsePrefix("10.0.0.0/8")

// Got is what the tool was last called with.
var Got netip.Prefix

// Take takes the value and returns it.
//
//tool:name=take
func Take(v netip.Prefix) netip.Prefix {
	Got = v
	return v
}
