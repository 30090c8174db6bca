// Package mapnetipaddr takes and returns a value of type map[netip.Addr]int.
package mapnetipaddr

import "net/netip"

// Value is what the oracle encoded.
var Value = map[netip.Addr]int{netip.MustParseAddr("1.1.1.1"): 1}

// Got is what the tool was last called with.
var Got map[netip.Addr]int

// Take takes the value and returns it.
//
//tool:name=take
func Take(v map[netip.Addr]int) map[netip.Addr]int {
	Got = v
	return v
}
