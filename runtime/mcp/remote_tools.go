package mcp

import (
	"context"
	"fmt"
	"io"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/remote"
)

// What is the same for tools of other processes whatever the way to them is runtime/remote's; these are its names, as this package's users
// know them.
type (
	// Pins are the digests of a server's tools as a host has accepted them, by the server's own names.
	Pins = remote.Pins
	// Change is a tool that is not what was accepted.
	Change = remote.Change
	// Update is what a listing has changed.
	Update = remote.Update
	// Refusal is a tool that a server offers and that is not taken.
	Refusal = remote.Refusal
	// RemoteLimits bound what is taken from a server.
	RemoteLimits = remote.Limits
)

// ReadPins reads what [Pins.WriteTo] wrote.
func ReadPins(r io.Reader) (Pins, error) { return remote.ReadPins(r) }

// Tools lists the tools of the server and returns those that can be called, sorted by name, for a registry to take. They stay bound
// to the Client: one that the server drops or changes later answers with an error, and a registry learns of that by
// [Client.Register] only. A registry with a policy denies all of them until the policy names them.
func (c *Client) Tools(ctx context.Context) (runtime.Set, error) {
	if _, err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	return c.tools.Offered(), nil
}

// Refresh lists the tools of the server and brings the Client, and the registries that follow it, up to date, each in one step. An
// error leaves everything as it was.
func (c *Client) Refresh(ctx context.Context) (Update, error) {
	if err := c.tools.Enter(ctx); err != nil {
		return Update{}, err
	}
	defer c.tools.Leave()
	s, update, err := c.connect(ctx)
	if err == nil && update == nil { // else it is new, and has just been asked
		update, err = c.relist(ctx, s)
	}
	if err != nil {
		return Update{}, fmt.Errorf("mcp: %w", err)
	}
	return *update, nil
}

// relist is Refresh for one who has entered.
func (c *Client) relist(ctx context.Context, s *session) (*Update, error) {
	offered, err := c.list(ctx, s)
	if err != nil {
		return nil, err
	}
	update := c.tools.List(offered)
	return &update, nil
}

// Register lists the tools of the server, registers those that can be called in reg, all or none, and keeps reg as the server is from
// now on, whenever the Client lists: tools come, go and change there in one step. A tool that would take the name of another one is
// an error now and refused later on. Tools that the host has replaced or removed itself are left alone.
func (c *Client) Register(ctx context.Context, reg *runtime.Registry) error {
	if _, err := c.Refresh(ctx); err != nil {
		return err
	}
	return c.tools.Follow(ctx, reg)
}

// Refused returns the tools that the server offered in its last listing and that were not taken.
func (c *Client) Refused() []Refusal { return c.tools.Refused() }

// Pins returns the digests that count now: those that Dial was given, those that were accepted since, and those of tools that were
// taken as they were seen first.
func (c *Client) Pins() Pins { return c.tools.Pins() }

// Held returns the tools that wait for the host, sorted by name.
func (c *Client) Held() []Change { return c.tools.Held() }

// Accept takes the tool of that name as it was shown: with that digest. It can be called from now on, is registered wherever the
// Client registers, and is a new tool to those who have agreed to the old one: an approval of a call of that is good for nothing.
// Accept is an error where no such tool waits, as when the server has changed it once more.
func (c *Client) Accept(ctx context.Context, name, digest string) error {
	return c.tools.Accept(ctx, name, digest)
}
