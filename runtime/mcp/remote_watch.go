package mcp

import (
	"context"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// shortest is the shortest time between two listings that a server can cause.
const shortest = time.Second

// Watch keeps the Client, and the registries that follow it, as the server is: it lists every so often, and at once where Remote.Listen
// is set and the server says that its list has changed. It returns the error of ctx when that is over; what goes wrong on the way is
// logged and tried again. A server's word that nothing has changed is never relied on, because streams die unseen: every is what
// counts. It panics unless that is positive.
//
//	go client.Watch(ctx, 5*time.Minute)
func (c *Client) Watch(ctx context.Context, every time.Duration) error {
	if every <= 0 {
		panic("mcp: Client.Watch needs a time between two listings")
	}
	regular := time.NewTicker(every)
	defer regular.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-regular.C:
		case <-c.stale:
		}
		began := time.Now()
		if _, err := c.Refresh(ctx); err != nil && ctx.Err() == nil {
			c.remote.Logger.Warn("the tools of a server could not be listed", "error", err)
		}
		rest := time.NewTimer(time.Until(began.Add(min(shortest, every))))
		select {
		case <-ctx.Done():
		case <-rest.C:
		}
		rest.Stop()
	}
}

// listChanged is told by the server that its list is another.
func (c *Client) listChanged(context.Context, *sdk.ToolListChangedRequest) {
	select {
	case c.stale <- struct{}{}:
	default: // somebody will look anyway
	}
}
