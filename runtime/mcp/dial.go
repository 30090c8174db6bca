package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/remote"
)

// Remote says where a server is, and what is taken from it. The zero value of everything but the way to it is the careful choice.
type Remote struct {
	// The way to the server is one of these three.
	Command   []string                                         // a program and its arguments, which speaks over its standard input and output
	URL       string                                           // an http or https address that speaks streamable HTTP
	Transport func(ctx context.Context) (sdk.Transport, error) // a way of the host's own, made anew for each session

	// Of a Command.
	Env    []string  // its environment, as os/exec has it. nil: what a program needs to run, such as PATH and HOME, and no secret of this process
	Dir    string    // its folder; "": the current one
	Stderr io.Writer // what it says besides; nil: nobody hears it

	// Of a URL. They are sent to its own origin and never to where the server redirects.
	Header http.Header                               // sent with every request
	Token  func(ctx context.Context) (string, error) // a bearer token for each request; nil: none
	HTTP   http.RoundTripper                         // what sends requests; nil: http.DefaultTransport

	Name, Version string // what this client says it is; "": toolgen

	Prefix     string       // goes before the name of every tool, so that two servers can both have a "search"
	Include    []string     // patterns of the server's own names, * is any text: only these tools are taken; nil: all
	Exclude    []string     // the same: these are not
	Limits     RemoteLimits // of what is taken at all
	Repeatable []string     // patterns of the server's own names: a call of these tools may be sent again when its answer is lost. That is the host's word; the server's hints are none

	Pins   Pins              // digests of the tools as the host has accepted them; see Pins
	Closed bool              // a tool without a pin is held back too; false: it is taken, and pinned, as it is seen first
	Accept func(Change) bool // decides about a tool that has changed, and does not call the Client; nil: it is held back until Client.Accept

	OnUpdate func(Update)                                                                 // is told what a listing has changed; nil: nobody is
	Listen   bool                                                                         // has the server say when its list changes, see Client.Watch; off, because many servers do it badly
	Elicit   func(ctx context.Context, req *sdk.ElicitRequest) (*sdk.ElicitResult, error) // answers the server's questions to a person; nil: there is nobody to ask

	Timeout     time.Duration // of one call, all attempts; 0: a minute; negative: as long as the caller has
	DialTimeout time.Duration // of one attempt to connect, and of one listing; 0: 20 seconds
	Logger      *slog.Logger  // nil: slog.Default
}

// Client is a server whose tools are called here. It connects again by itself when a session has died, lists the tools anew then,
// and never sends a call a second time that the server may have got. It is safe for concurrent use.
type Client struct {
	remote Remote

	live   atomic.Pointer[session] // nil until there is one, and after Close
	tools  *remote.Tools           // entered by whoever connects or lists
	bad    failures                // of connecting, for who has entered
	closed atomic.Bool

	listeners listeners
	stale     chan struct{} // has an item when the server said that its list has changed
}

const (
	defaultTimeout     = time.Minute
	defaultDialTimeout = 20 * time.Second
)

// Dial connects to a server. The error says what is wrong with server, or why the server cannot be reached; ctx bounds the attempt
// and not the life of the Client.
func Dial(ctx context.Context, server Remote) (*Client, error) {
	if err := server.check(); err != nil {
		return nil, err
	}
	if server.Timeout == 0 {
		server.Timeout = defaultTimeout
	}
	if server.DialTimeout <= 0 {
		server.DialTimeout = defaultDialTimeout
	}
	server.Logger = logger(server.Logger)
	c := &Client{remote: server, stale: make(chan struct{}, 1)}
	c.tools = remote.New(server.taken(), c.call)
	if err := c.tools.Enter(ctx); err != nil {
		return nil, err
	}
	defer c.tools.Leave()
	if _, _, err := c.connect(ctx); err != nil {
		return nil, fmt.Errorf("mcp.Dial: %w", err)
	}
	return c, nil
}

// check returns all that is wrong with r.
func (r *Remote) check() error {
	var all []error
	ways := 0
	for _, given := range []bool{r.Command != nil, r.URL != "", r.Transport != nil} {
		if given {
			ways++
		}
	}
	if ways != 1 {
		all = append(all, errors.New("set one of Command, URL and Transport"))
	}
	if r.Command != nil && (len(r.Command) == 0 || r.Command[0] == "") {
		all = append(all, errors.New("the Command names no program"))
	}
	if u, err := url.Parse(r.URL); r.URL != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
		all = append(all, errors.New("the URL is not an http or https address with a host"))
	}
	taken := r.taken()
	if err := errors.Join(errors.Join(all...), taken.Check()); err != nil {
		return fmt.Errorf("mcp.Dial: %w", err)
	}
	return nil
}

// taken is what r says of the tools themselves.
func (r *Remote) taken() remote.Options {
	return remote.Options{
		Prefix: r.Prefix, Include: r.Include, Exclude: r.Exclude, Limits: r.Limits, Repeatable: r.Repeatable,
		Pins: r.Pins, Closed: r.Closed, Accept: r.Accept, OnUpdate: r.OnUpdate, Logger: r.Logger,
	}
}

// Close ends the session, and the server's process where the Client started it. Calls that run fail; later ones do too. The tools stay
// in the registries where they are.
func (c *Client) Close() error {
	c.closed.Store(true)
	s := c.live.Swap(nil)
	if s == nil {
		return nil
	}
	return s.close()
}

var errClosed = runtime.NewError(runtime.ClassUnavailable, "the connection to the tool's server is closed").AsNotStarted()
