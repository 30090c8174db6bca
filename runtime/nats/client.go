package natstools

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/remote"
)

// What is the same for tools of other processes whatever the way to them is runtime/remote's; these are its names, as this package's users
// know them.
type (
	// Pins are the digests of a service's tools as a host has accepted them, by the service's own names.
	Pins = remote.Pins
	// Change is a tool that is not what was accepted.
	Change = remote.Change
	// Update is what a listing has changed.
	Update = remote.Update
	// Refusal is a tool that a service offers and that is not taken.
	Refusal = remote.Refusal
	// Limits bound what is taken from a service.
	Limits = remote.Limits
)

// ReadPins reads what [Pins.WriteTo] wrote.
func ReadPins(r io.Reader) (Pins, error) { return remote.ReadPins(r) }

// Remote says which service is meant, and what is taken from it. The zero value of everything but Service is the careful choice.
type Remote struct {
	Service string // its Options.Name
	Subject string // its Options.Subject; "": toolgen

	// Header returns what is sent with each call besides, such as a token that the service's Options.Identity verifies. Names that begin
	// with Toolgen- or Nats- are this package's and the system's. Its error is the answer to the call, which is not made. nil: nothing.
	Header func(ctx context.Context, tool string) (nats.Header, error)

	Prefix     string   // goes before the name of every tool, so that two services can both have a "search"
	Include    []string // patterns of the service's own names, * is any text: only these tools are taken; nil: all
	Exclude    []string // the same: these are not
	Limits     Limits   // of what is taken at all
	Repeatable []string // patterns of the service's own names: a call of these tools is made once more when its worker is lost, stops, or has another tool of that name. That is the host's word; the service's hints are none

	Pins   Pins              // digests of the tools as the host has accepted them; see Pins
	Closed bool              // a tool without a pin is held back too; false: it is taken, and pinned, as it is seen first
	Accept func(Change) bool // decides about a tool that has changed, and does not call the Client; nil: it is held back until Client.Accept

	OnUpdate func(Update) // is told what a listing has changed; nil: nobody is

	Timeout time.Duration // of one call, all attempts; 0: a minute; negative: as long as the caller has
	Lost    time.Duration // how long a worker that has a call may be silent before it counts as lost; 0: 5 seconds. It is asked to say three times as often that it is alive
	Wait    time.Duration // for the first instance to answer a listing; 0: 2 seconds. When none has answered for an eighth of it, it is believed that all have
	Logger  *slog.Logger  // nil: slog.Default
}

const (
	defaultLost = 5 * time.Second
	defaultWait = 2 * time.Second
)

// Client is a service whose tools are called here. It never makes a call a second time that a worker may have got, apart from those that
// are Repeatable. It is safe for concurrent use. The connection is the host's.
type Client struct {
	remote  Remote
	conn    *nats.Conn
	tools   *remote.Tools
	replies *replies
	seen    map[string][]byte // definitions by their digests, of the last listing, for who has entered
	stale   chan struct{}     // has an item when a worker said that it has other tools
}

// Dial finds a service and lists its tools. The error says what is wrong with server, or that no instance of it answers.
func Dial(ctx context.Context, conn *nats.Conn, server Remote) (*Client, error) {
	if server.Subject == "" {
		server.Subject = defaultSubject
	}
	if server.Timeout == 0 {
		server.Timeout = defaultTimeout
	}
	if server.Lost <= 0 {
		server.Lost = defaultLost
	}
	if server.Wait <= 0 {
		server.Wait = defaultWait
	}
	if server.Logger == nil {
		server.Logger = slog.Default()
	}
	taken := remote.Options{
		Prefix: server.Prefix, Include: server.Include, Exclude: server.Exclude, Limits: server.Limits, Repeatable: server.Repeatable,
		Pins: server.Pins, Closed: server.Closed, Accept: server.Accept, OnUpdate: server.OnUpdate, Logger: server.Logger,
	}
	err := taken.Check()
	switch {
	case conn == nil:
		err = errors.Join(errors.New("the connection is nil"), err)
	case !tokenPattern.MatchString(server.Service):
		err = errors.Join(errors.New("the Service is not ^[A-Za-z0-9_-]{1,64}$"), err)
	case !subjectPattern.MatchString(server.Subject):
		err = errors.Join(errors.New("the Subject is not one to eight tokens of letters, digits, _ and - with dots between"), err)
	}
	if err != nil {
		return nil, fmt.Errorf("natstools.Dial: %w", err)
	}
	answers, err := listen(conn)
	if err != nil {
		return nil, fmt.Errorf("natstools.Dial: %w", err)
	}
	c := &Client{remote: server, conn: conn, replies: answers, stale: make(chan struct{}, 1)}
	c.tools = remote.New(taken, c.call)
	if _, err := c.Refresh(ctx); err != nil {
		_ = c.Close()
		return nil, err
	}
	return c, nil
}

// Close ends the Client: calls that run fail, and later ones do too. The connection stays open, and the tools stay in the registries where they are.
// A connection that is closed has closed its Clients.
func (c *Client) Close() error {
	err := c.replies.sub.Unsubscribe()
	if errors.Is(err, nats.ErrConnectionClosed) || errors.Is(err, nats.ErrBadSubscription) { // it is closed already
		return nil
	}
	return err
}

// Tools returns the tools that could be called when the service was last listed, sorted by name, for a registry to take. They stay bound
// to the Client: one that the service drops or changes later answers with an error, and a registry learns of that by
// [Client.Register] only. A registry with a policy denies all of them until the policy names them.
func (c *Client) Tools() runtime.Set { return c.tools.Offered() }

// Refresh lists the tools of the service and brings the Client, and the registries that follow it, up to date, each in one step. An
// error, as when no instance answers, leaves everything as it was.
//
// Instances are heard for a moment, and for Remote.Wait at most; a tool that only others have, who are slower, comes with the next listing. A tool
// of which two instances say different things is refused, because a call of it may come to either.
func (c *Client) Refresh(ctx context.Context) (Update, error) {
	if err := c.tools.Enter(ctx); err != nil {
		return Update{}, err
	}
	defer c.tools.Leave()
	offered, err := c.list(ctx)
	if err != nil {
		return Update{}, fmt.Errorf("natstools: service %s: %w", c.remote.Service, err)
	}
	return c.tools.List(offered), nil
}

// Register registers the tools that can be called in reg, all or none, and keeps reg as the service is from now on, whenever the Client
// lists: tools come, go and change there in one step. A tool that would take the name of another one is an error now and refused later on.
// Tools that the host has replaced or removed itself are left alone.
func (c *Client) Register(ctx context.Context, reg *runtime.Registry) error {
	return c.tools.Follow(ctx, reg)
}

// Watch keeps the Client, and the registries that follow it, as the service is: it lists every so often, and sooner where a worker
// refuses a call because it has another tool of that name. It returns the error of ctx when that is over; what goes wrong on the way is logged and tried
// again. It panics unless every is positive.
//
//	go weather.Watch(ctx, time.Minute)
func (c *Client) Watch(ctx context.Context, every time.Duration) error {
	return c.tools.Watch(ctx, every, c.stale, func(ctx context.Context) error {
		_, err := c.Refresh(ctx)
		return err
	})
}

// Refused returns the tools that the service offered in its last listing and that were not taken.
func (c *Client) Refused() []Refusal { return c.tools.Refused() }

// Pins returns the digests that count now: those that Dial was given, those that were accepted since, and those of tools that were
// taken as they were seen first.
func (c *Client) Pins() Pins { return c.tools.Pins() }

// Held returns the tools that wait for the host, sorted by name.
func (c *Client) Held() []Change { return c.tools.Held() }

// Accept takes the tool of that name as it was shown: with that digest. It can be called from now on, is registered wherever the
// Client registers, and is a new tool to those who have agreed to the old one: an approval of a call of that is good for nothing.
// Accept is an error where no such tool waits, as when the service has changed it once more.
func (c *Client) Accept(ctx context.Context, name, digest string) error {
	return c.tools.Accept(ctx, name, digest)
}
