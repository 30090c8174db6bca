package mcp

import (
	"context"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Watch keeps the Client, and the registries that follow it, as the server is: it lists every so often, and at once where Remote.Listen
// is set and the server says that its list has changed. It returns the error of ctx when that is over; what goes wrong on the way is
// logged and tried again. A server's word that nothing has changed is never relied on, because streams die unseen: every is what
// counts. It panics unless that is positive.
//
//	go client.Watch(ctx, 5*time.Minute)
func (c *Client) Watch(ctx context.Context, every time.Duration) error {
	return c.tools.Watch(ctx, every, c.stale, func(ctx context.Context) error {
		_, err := c.Refresh(ctx)
		return err
	})
}

// listChanged is told by the server that its list is another.
func (c *Client) listChanged(context.Context, *sdk.ToolListChangedRequest) {
	select {
	case c.stale <- struct{}{}:
	default: // somebody will look anyway
	}
}
