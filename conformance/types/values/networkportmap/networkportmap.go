// Package networkportmap takes and returns a value of type map[network.Port][]network.PortBinding.
package networkportmap

import (
	"net/netip"

	"github.com/moby/moby/api/types/network"
)

// Value is what the oracle encoded.
var Value = map[network.Port][]network.PortBinding{
	network.MustParsePort("80/tcp"): {{HostPort: "8080"}},
}

// Ours has an address, because no text is none (T44). The schema cannot say so (X11).
const (
	Row    = "T44"
	Ours   = `{"80/tcp":[{"HostIp":"0.0.0.0","HostPort":"8080"}]}`
	Except = "X11"
)

// Becomes is what comes of it.
var Becomes = map[network.Port][]network.PortBinding{
	network.MustParsePort("80/tcp"): {{HostIP: netip.IPv4Unspecified(), HostPort: "8080"}},
}

// Got is what the tool was last called with.
var Got map[network.Port][]network.PortBinding

// Take takes the value and returns it.
//
//tool:name=take
func Take(v map[network.Port][]network.PortBinding) map[network.Port][]network.PortBinding {
	Got = v
	return v
}
