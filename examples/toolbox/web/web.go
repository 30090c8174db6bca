// Package web has the tools http_request, web_search and api_call.
//
//	client, err := web.New(web.Options{})
//	err = reg.Register(web.ClientTools(client))
//
//	search := web.NewSearch(&web.Brave{Client: client, Key: web.Env("BRAVE_KEY")})
//	err = reg.Register(web.SearchTools(search))
//
//	api, err := web.NewAPI(web.Options{}, web.Endpoint{Name: "weather", URL: "https://api.example.com/v1/{city}", …})
//	err = reg.Register(api.Tools())
//
// All of them speak HTTP through a [Client], which reaches public addresses only. The address is judged where the connection is
// made, after the name was resolved and before the first packet, so another spelling of an address, a name that resolves to
// something else the second time, and a redirect end at the same door. Nothing of the environment is used: no proxy, no cookies,
// no credentials.
//
//tool:defaults category=network access=trusted names=snake
package web

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

//go:generate go tool toolgen

// Options are what a [Client] may do. A zero value is the default that stands beside it; a negative number means none.
type Options struct {
	Ports   []uint16 // of public hosts; 80 and 443
	Private []string // host:port that may be reached although its address is private or of this machine, such as searx.internal:8080; none
	Methods []string // that http_request may use; all that it has

	Body      int // bytes of a body in a result, before base64; 256 KiB
	Send      int // bytes of a body that is sent; 256 KiB
	Redirects int // that are followed; 5
	Retries   int // of a request whose method is idempotent (RFC 9110, 9.2.2), after an error that may pass; 2

	UserAgent string         // "toolbox"
	Resolver  *net.Resolver  // of names; nil: the system's
	RootCAs   *x509.CertPool // who certifies servers; nil: the system's
}

// Client makes requests. It is safe for concurrent use.
type Client struct {
	o         Options
	named     map[string]bool // host:port that the host of this program has named, and whether its address may be private
	transport *http.Transport
	wait      func(ctx context.Context, d time.Duration) error
}

// New returns a Client. It is an error if Private has something that is no host:port.
func New(o Options) (*Client, error) {
	named := map[string]bool{}
	for _, address := range o.Private {
		host, port, err := net.SplitHostPort(address)
		if err != nil || host == "" || port == "" {
			return nil, errors.New("web.New: Private: expected host:port, got " + address)
		}
		named[strings.ToLower(address)] = true
	}
	return newClient(o, named), nil
}

func newClient(o Options, named map[string]bool) *Client {
	if o.Ports == nil {
		o.Ports = []uint16{80, 443}
	}
	o.Body = or(o.Body, 256<<10)
	o.Send = or(o.Send, 256<<10)
	o.Redirects = or(o.Redirects, 5)
	o.Retries = or(o.Retries, 2)
	if o.UserAgent == "" {
		o.UserAgent = "toolbox"
	}
	c := &Client{o: o, named: named, wait: wait}
	c.transport = &http.Transport{
		Proxy:                  nil, // of the environment, which would make the connection in our place
		DialContext:            c.dial,
		TLSClientConfig:        &tls.Config{RootCAs: o.RootCAs, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    10 * time.Second,
		ResponseHeaderTimeout:  30 * time.Second,
		MaxResponseHeaderBytes: 64 << 10,
		DisableCompression:     true, // bodies are decoded where they are bounded
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           20,
		MaxConnsPerHost:        16,
		IdleConnTimeout:        30 * time.Second,
	}
	return c
}

// or is n, the standard for zero, and zero for what is negative.
func or(n, standard int) int {
	if n == 0 {
		return standard
	}
	return max(n, 0)
}

// permits reports whether a port of a host may be asked for.
func (c *Client) permits(host string, port uint16, address string) bool {
	_, named := c.named[address]
	return named || host != "" && slices.Contains(c.o.Ports, port)
}

// wait waits for d, or until ctx is over.
func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// backoff is how long to wait before try n, counted from 1: full jitter below 200 ms, 400 ms and so on.
func backoff(n int) time.Duration {
	return rand.N(200 * time.Millisecond << min(n-1, 5))
}
