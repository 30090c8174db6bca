package web

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
)

func TestReachable(t *testing.T) {
	for _, c := range []struct {
		address         string
		public, private bool // reached by all, and by who has named it
	}{
		{"1.1.1.1", true, true}, {"93.184.216.34", true, true}, {"2606:4700:4700::1111", true, true}, {"172.15.255.255", true, true}, {"172.32.0.0", true, true},
		{"::ffff:1.1.1.1", true, true},
		{"127.0.0.1", false, true}, {"127.255.255.255", false, true}, {"10.1.2.3", false, true}, {"172.16.0.1", false, true}, {"172.31.255.255", false, true},
		{"192.168.0.1", false, true}, {"100.64.0.1", false, true}, {"::1", false, true}, {"fc00::1", false, true}, {"fd12::1", false, true}, {"::ffff:127.0.0.1", false, true},
		{"0.0.0.0", false, false}, {"0.1.2.3", false, false}, {"169.254.169.254", false, false}, {"168.63.129.16", false, false}, {"100.100.100.200", false, false},
		{"192.0.0.192", false, false}, {"192.0.2.1", false, false}, {"198.18.0.1", false, false}, {"198.51.100.1", false, false}, {"203.0.113.1", false, false},
		{"192.88.99.1", false, false}, {"224.0.0.1", false, false}, {"240.0.0.1", false, false}, {"255.255.255.255", false, false},
		{"::", false, false}, {"::ffff:169.254.169.254", false, false}, {"::ffff:0.0.0.0", false, false}, {"::127.0.0.1", false, false},
		{"fe80::1", false, false}, {"fe80::1%lo", false, false}, {"fec0::1", false, false}, {"ff02::1", false, false}, {"fd00:ec2::254", false, false}, {"fd20:ce::254", false, false},
		{"64:ff9b::7f00:1", false, false}, {"64:ff9b::a9fe:a9fe", false, false}, {"64:ff9b:1::1", false, false}, {"2002:7f00:1::1", false, false}, {"2001::1", false, false},
		{"2001:db8::1", false, false}, {"100::1", false, false}, {"5f00::1", false, false}, {"3fff::1", false, false}, {"4000::1", false, false},
	} {
		a := netip.MustParseAddr(c.address)
		if reachable(a, false) != c.public || reachable(a, true) != c.private {
			t.Errorf("%s: public %v, private %v", a, reachable(a, false), reachable(a, true))
		}
	}
	if reachable(netip.Addr{}, false) || reachable(netip.Addr{}, true) {
		t.Error("no address is reachable")
	}
}

// resolver is a DNS server of its own: each name has a list of answers, of which each question of a type takes the next, and the last
// for ever.
type resolver struct {
	mu    sync.Mutex
	names map[string][][]string
	given map[string]int // by name and type
	asked atomic.Int64   // how often for IPv4
}

func (r *resolver) start(t *testing.T) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	kit.Try(t, err)
	t.Cleanup(func() { conn.Close() })
	go func() {
		buf := make([]byte, 2048)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buf[:n]) != nil || len(m.Questions) != 1 {
				continue
			}
			m.Response, m.Authoritative, m.Additionals = true, true, nil
			r.answer(&m)
			if out, err := m.Pack(); err == nil {
				conn.WriteTo(out, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

func (r *resolver) answer(m *dnsmessage.Message) {
	r.mu.Lock()
	defer r.mu.Unlock()
	q := m.Questions[0]
	lists, ok := r.names[strings.ToLower(q.Name.String())]
	if !ok {
		m.RCode = dnsmessage.RCodeNameError
		return
	}
	key := q.Name.String() + q.Type.String()
	list := lists[min(r.given[key], len(lists)-1)]
	if r.given == nil {
		r.given = map[string]int{}
	}
	r.given[key]++
	if q.Type == dnsmessage.TypeA {
		r.asked.Add(1)
	}
	for _, text := range list {
		h := dnsmessage.ResourceHeader{Name: q.Name, Class: dnsmessage.ClassINET, Type: q.Type}
		a := netip.MustParseAddr(text)
		if a.Is4() && q.Type == dnsmessage.TypeA {
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: h, Body: &dnsmessage.AResource{A: a.As4()}})
		} else if a.Is6() && q.Type == dnsmessage.TypeAAAA {
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: h, Body: &dnsmessage.AAAAResource{AAAA: a.As16()}})
		}
	}
}

// Every spelling of an address that is not public ends at the guard, or names nothing: the server on this machine sees nobody, although
// its port is open.
func TestSpellings(t *testing.T) {
	var hits atomic.Int64
	address := serve(t, func(http.ResponseWriter, *http.Request) { hits.Add(1) })
	_, port, err := net.SplitHostPort(address)
	kit.Try(t, err)
	names := &resolver{names: map[string][][]string{
		"local.test.":    {{"127.0.0.1"}},
		"local6.test.":   {{"::1"}},
		"mapped.test.":   {{"::ffff:127.0.0.1"}},
		"private.test.":  {{"10.0.0.1"}},
		"several.test.":  {{"169.254.169.254", "127.0.0.1", "::1"}},
		"metadata.test.": {{"169.254.169.254"}},
	}}
	o := Options{Ports: []uint16{80, 443, must(netip.ParseAddrPort(address)).Port()}, Resolver: names.start(t), Retries: -1}
	tools := ClientTools(client(t, o))

	if _, err := http.Get("http://127.0.0.1:" + port); err != nil || hits.Load() != 1 {
		t.Fatalf("the server does not answer at all: %v", err)
	}
	for _, host := range []string{
		"127.0.0.1", "localhost", "LOCALHOST", "localhost.", "127.0.0.1.", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "017700000001",
		"127.0.0.01", "0", "0.0.0.0", "127.127.127.127", "①②⑦.0.0.1", "１２７.０.０.１", "127。0。0。1", "%31%32%37.0.0.1",
		"[::1]", "[0:0:0:0:0:0:0:1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]",
		"[64:ff9b::127.0.0.1]", "[2002:7f00:1::]", "[fe80::1%25lo]",
		"local.test", "LOCAL.TEST.", "local6.test", "mapped.test", "private.test", "several.test", "metadata.test",
		"169.254.169.254", "[::ffff:169.254.169.254]", "[fd00:ec2::254]", "168.63.129.16", "100.100.100.200", "192.168.0.1", "10.0.0.1", "172.16.0.1", "100.64.0.1",
	} {
		r := call(t, tools, object{"url": "http://" + host + ":" + port + "/"})
		if r.Err == nil || r.Err.Class != runtime.ClassPermissionDenied && r.Err.Class != runtime.ClassFailed && r.Err.Class != runtime.ClassInvalidArguments {
			t.Errorf("%s: %s", host, r.Output())
		}
	}
	if n := hits.Load(); n != 1 {
		t.Errorf("the server was reached %d times", n-1)
	}
	if names.asked.Load() == 0 {
		t.Error("the resolver was never asked")
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// X06: a name that resolves to a public address when it is looked at and to a private one when it is dialled; and a server that may be
// asked, which redirects to one that may not.
func TestX06Rebinding(t *testing.T) {
	var hits atomic.Int64
	inner := serve(t, func(http.ResponseWriter, *http.Request) { hits.Add(1) })
	_, port, err := net.SplitHostPort(inner)
	kit.Try(t, err)
	for _, target := range []string{"127.0.0.1", "169.254.169.254", "::1"} {
		names := &resolver{names: map[string][][]string{"rebind.test.": {{"1.1.1.1"}, {target}}}}
		r := names.start(t)
		first, err := r.LookupHost(context.Background(), "rebind.test")
		if err != nil || len(first) != 1 || first[0] != "1.1.1.1" {
			t.Fatalf("the name is %v at first: %v", first, err)
		}
		tools := ClientTools(client(t, Options{Resolver: r, Ports: []uint16{must(netip.ParseAddrPort(inner)).Port()}}))
		kit.Refused(t, call(t, tools, object{"url": "http://rebind.test:" + port + "/"}), runtime.ClassPermissionDenied, "not on the public internet")
		if names.asked.Load() != 2 {
			t.Errorf("the name was resolved %d times, with ours", names.asked.Load())
		}
	}

	outer := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Query().Get("to"), http.StatusFound)
	})
	names := &resolver{names: map[string][][]string{"inner.test.": {{"127.0.0.1"}}}}
	o := Options{Resolver: names.start(t), Ports: []uint16{80, must(netip.ParseAddrPort(inner)).Port()}}
	for _, to := range []string{"http://" + inner + "/", "http://inner.test:" + port + "/", "http://[::ffff:127.0.0.1]:" + port + "/", "http://169.254.169.254/latest/meta-data/"} {
		kit.Refused(t, call(t, ClientTools(client(t, o, outer)), object{"url": "http://" + outer + "/?to=" + to}), runtime.ClassPermissionDenied, "not on the public internet")
	}
	if n := hits.Load(); n != 0 {
		t.Errorf("the inner server was reached %d times", n)
	}

	// Named by the host, a private address may be reached under that name and port, and a metadata service not even so.
	named := client(t, o, "inner.test:"+port)
	if r := kit.Want[Response](t, call(t, ClientTools(named), object{"url": "http://INNER.test:" + port + "/"})); r.Status != 200 || hits.Load() != 1 {
		t.Errorf("%+v, %d hits", r, hits.Load())
	}
	kit.Refused(t, call(t, ClientTools(named), object{"url": "http://127.0.0.1:" + port + "/"}), runtime.ClassPermissionDenied)
	metadata := client(t, o, "169.254.169.254:80")
	kit.Refused(t, call(t, ClientTools(metadata), object{"url": "http://169.254.169.254/"}), runtime.ClassPermissionDenied)
}

// Other ports of public hosts are closed at the door too, where a redirect or a bug would come.
func TestPorts(t *testing.T) {
	c := client(t, Options{})
	for _, address := range []string{"1.1.1.1:22", "[2606:4700:4700::1111]:25"} {
		if conn, err := c.dial(context.Background(), "tcp", address); err == nil {
			conn.Close()
			t.Errorf("%s was dialled", address)
		}
	}
	if conn, err := c.dial(context.Background(), "udp", "1.1.1.1:80"); err == nil {
		conn.Close()
		t.Error("udp was dialled")
	}
}
