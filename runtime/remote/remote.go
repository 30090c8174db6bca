// Package remote is what a program knows of the tools of another process, whatever the way to it: runtime/mcp and runtime/nats stand on
// it, and so can a transport of somebody's own.
//
// A transport lists what the other side offers, each tool as one JSON object in the words of MCP (name, title, description, inputSchema,
// outputSchema, annotations), and gives the list to [Tools.List]. Nothing in it is trusted. Names become names that any provider of
// models takes; schemas and texts are bounded, and cleaned of what nobody sees; a tool that says something else of itself than what was
// accepted is held back ([Pins], [Tools.Accept]). What can be called comes out as a runtime.Set ([Tools.Offered]), or goes into the
// registries that follow ([Tools.Follow]). A call comes back to the transport, as a [Caller], with the [Tool] and canonical arguments; what the
// other side answers goes through [Tool.Take] and [Reported].
//
// The tools are marked as Remote: a registry with a policy denies all of them until the policy names them.
//
// The package imports runtime and codec, and of this module's internals what reads text that others wrote. It is not in the core: it
// needs fmt, encoding/json and log/slog.
package remote

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"

	"github.com/toolgen/toolgen/runtime"
)

// Options say what is taken from the other side. The zero value of everything is the careful choice.
type Options struct {
	Prefix     string   // goes before the name of every tool, so that two sides can both have a "search"
	Include    []string // patterns of the other side's own names, * is any text: only these tools are taken; nil: all
	Exclude    []string // the same: these are not
	Limits     Limits   // of what is taken at all
	Repeatable []string // patterns of the other side's own names: see Tool.Repeatable

	Pins   Pins              // digests of the tools as the host has accepted them; see Pins
	Closed bool              // a tool without a pin is held back too; false: it is taken, and pinned, as it is seen first
	Accept func(Change) bool // decides about a tool that has changed, and does not call the Tools; nil: it is held back until Tools.Accept

	OnUpdate func(Update) // is told what a listing has changed; nil: nobody is
	Logger   *slog.Logger // nil: slog.Default
}

// Check returns all that is wrong with o, joined; nil for nothing.
func (o *Options) Check() error {
	var all []error
	if !o.Limits.sound() {
		all = append(all, errors.New("the Limits have a negative number"))
	}
	if localName("", o.Prefix) != o.Prefix || len(o.Prefix) > maxName/2 {
		all = append(all, errors.New("the Prefix is not ^[a-zA-Z0-9_-]{0,32}$"))
	}
	if slices.Contains(slices.Concat(o.Include, o.Exclude, o.Repeatable), "") {
		all = append(all, errors.New("an empty pattern of Include, Exclude or Repeatable fits nothing"))
	}
	return errors.Join(all...)
}

// Caller makes a call of t on the other side. args are canonical JSON (see codec.Canonical). It returns one Result whatever happens, and
// asks t.Barred when it knows all that the other side has said of its tools.
type Caller func(ctx context.Context, t *Tool, args []byte) runtime.Result

// Tools are the tools of one other side: what it offers, what of that was accepted, and who is kept up to date. It is safe for concurrent use.
type Tools struct {
	options Options
	call    Caller
	turn    chan struct{} // one, for whoever lists

	mu        sync.Mutex // held for a moment, never while somebody else's code runs
	tools     map[string]*Tool
	held      map[string]*definition // what has changed, or has no pin, and waits for the host
	pins      Pins                   // what the host, or the first sight, has accepted
	known     bool                   // there has been a listing
	refused   []Refusal
	news      []Update // which the host has not been told yet
	followers []*follower
}

// New returns the tools of another side, of which nothing is known yet. o has passed Check.
func New(o Options, call Caller) *Tools {
	o.Limits = o.Limits.orDefault()
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return &Tools{
		options: o,
		call:    call,
		turn:    make(chan struct{}, 1),
		tools:   map[string]*Tool{},
		held:    map[string]*definition{},
		pins:    o.Pins.clone(),
	}
}

// Enter waits for the turn of whoever wants to list. The error is that of ctx.
func (c *Tools) Enter(ctx context.Context) error {
	select {
	case c.turn <- struct{}{}:
		return nil
	default:
	}
	select {
	case c.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Leave lets the next one enter, and tells the host what has changed, when nothing is held that its code could want.
func (c *Tools) Leave() {
	c.mu.Lock()
	news := c.news
	c.news = nil
	c.mu.Unlock()
	<-c.turn
	for _, update := range news {
		c.tell(update)
	}
}

// tell tells the host of an update.
func (c *Tools) tell(u Update) {
	for _, change := range u.Held {
		c.options.Logger.Warn("a tool of a server waits to be accepted", "tool", change.Name, "digest", change.Digest)
	}
	if c.options.OnUpdate != nil && !u.Empty() {
		c.options.OnUpdate(u)
	}
}

// Known reports whether there has been a listing.
func (c *Tools) Known() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known
}

// Limits returns what is taken at most, defaults in the place of zeroes.
func (c *Tools) Limits() Limits { return c.options.Limits }
