// Package netipaddrport takes and returns a value of type netip.AddrPort.
package netipaddrport

import "net/netip"

// Value is what the oracle encoded.
var Value = netip.MustParseAddrPort("1.2.3.4:80")

// Got is what the tool was last called with.
var Got netip.AddrPort

// Take takes the value and returns it.
//
//tool:name=take
func Take(v netip.AddrPort) netip.AddrPort {
	Got = v
	return v
}
