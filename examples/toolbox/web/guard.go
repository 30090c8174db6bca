package web

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"strings"
	"syscall"
	"time"
)

// closed are the addresses that are never public: the special-purpose registries of IANA (RFC 6890, with what came later), multicast,
// and a metadata service that a cloud keeps at a public address. Of IPv6 only 2000::/3 is public at all. Addresses of IPv4 inside
// those of IPv6, by mapping, NAT64, 6to4 and Teredo, are closed as a whole: where they lead is not for us to say.
var closed = prefixes(
	"0.0.0.0/8",         // this network
	"10.0.0.0/8",        // private
	"100.64.0.0/10",     // shared: CGNAT
	"127.0.0.0/8",       // loopback
	"168.63.129.16/32",  // Azure's services for its machines
	"169.254.0.0/16",    // link-local, metadata
	"172.16.0.0/12",     // private
	"192.0.0.0/24",      // protocol assignments
	"192.0.2.0/24",      // documentation
	"192.31.196.0/24",   // AS112
	"192.52.193.0/24",   // AMT
	"192.88.99.0/24",    // 6to4 relays
	"192.168.0.0/16",    // private
	"192.175.48.0/24",   // AS112
	"198.18.0.0/15",     // benchmarks
	"198.51.100.0/24",   // documentation
	"203.0.113.0/24",    // documentation
	"224.0.0.0/4",       // multicast
	"240.0.0.0/4",       // reserved, broadcast
	"2001::/23",         // protocol assignments, Teredo
	"2001:db8::/32",     // documentation
	"2002::/16",         // 6to4
	"2620:4f:8000::/48", // AS112
	"3fff::/20",         // documentation
)

// within are the closed addresses that a host may open by naming a host and port: of this machine and of private networks. Not
// among them are link-local addresses, with the metadata services there, and all that no server has.
var within = prefixes(
	"10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", // IPv4
	"::1/128", "fc00::/7",
)

// never are metadata services inside of within.
var never = prefixes(
	"100.100.100.200/32", // Alibaba
	"fd00:ec2::254/128",  // AWS
	"fd20:ce::254/128",   // Google
)

var publicIPv6 = netip.MustParsePrefix("2000::/3")

func prefixes(list ...string) []netip.Prefix {
	all := make([]netip.Prefix, len(list))
	for i, text := range list {
		all[i] = netip.MustParsePrefix(text)
	}
	return all
}

func in(all []netip.Prefix, a netip.Addr) bool {
	return slices.ContainsFunc(all, func(p netip.Prefix) bool { return p.Contains(a) })
}

// reachable reports whether a connection to a may be made; private says that the host and port were named by who runs the program.
func reachable(a netip.Addr, private bool) bool {
	a = a.Unmap().WithZone("") // the kernel takes a mapped address for what is in it
	if private && in(within, a) {
		return !in(never, a)
	}
	return a.IsValid() && (a.Is4() || publicIPv6.Contains(a)) && !in(closed, a)
}

// blocked is the error of a connection that was not made. It says no address, because what a name resolves to inside a network is
// not for models.
type blocked struct{}

func (blocked) Error() string { return "not a public address" }

// dial connects to host:port. Where it may is decided in Control, which is called for each address that the name has, with what
// is about to be connected.
func (c *Client) dial(ctx context.Context, network, address string) (net.Conn, error) {
	private, named := c.named[strings.ToLower(address)]
	d := net.Dialer{
		Timeout:  10 * time.Second,
		Resolver: c.o.Resolver,
		Control: func(network, address string, _ syscall.RawConn) error {
			to, err := netip.ParseAddrPort(address)
			if err != nil || network != "tcp4" && network != "tcp6" || !named && !slices.Contains(c.o.Ports, to.Port()) || !reachable(to.Addr(), private) {
				return blocked{}
			}
			return nil
		},
	}
	return d.DialContext(ctx, network, address)
}
