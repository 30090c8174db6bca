package mcp

import (
	"context"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// tap makes t tell exchanges what goes over the wire, and keep the connection that it makes, so that it can be closed where the SDK
// gives up without doing so.
type tap struct {
	transport sdk.Transport
	plain     bool // t tells exchanges by itself
	conn      sdk.Connection
}

// Connect implements sdk.Transport.
func (t *tap) Connect(ctx context.Context) (sdk.Connection, error) {
	conn, err := t.transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	if !t.plain {
		conn = &connTap{Connection: conn, waiting: map[jsonrpc.ID]*exchange{}}
	}
	t.conn = conn
	return conn, nil
}

// connTap tells exchanges what a connection of whole messages carries. The connection of streamable HTTP cannot be wrapped, because
// the SDK asks it for more than a Connection has; httpTap is its tap.
type connTap struct {
	sdk.Connection
	mu      sync.Mutex
	waiting map[jsonrpc.ID]*exchange
}

// Write implements sdk.Connection.
func (c *connTap) Write(ctx context.Context, message jsonrpc.Message) error {
	call, ok := message.(*jsonrpc.Request)
	if x := exchangeIn(ctx); ok && call.IsCall() && x != nil {
		c.mu.Lock()
		c.waiting[call.ID] = x
		c.mu.Unlock()
		x.sending("", func() { c.take(call.ID) })
	}
	return c.Connection.Write(ctx, message)
}

// Read implements sdk.Connection.
func (c *connTap) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	if answer, ok := message.(*jsonrpc.Response); ok && err == nil {
		if x := c.take(answer.ID); x != nil {
			if fault := x.answeredBy(answer); fault != nil {
				return &jsonrpc.Response{ID: answer.ID, Error: fault}, nil
			}
		}
	}
	return message, err
}

// answeredBy is received for a message that the SDK has taken apart already.
func (x *exchange) answeredBy(message *jsonrpc.Response) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if message.Error != nil {
		return x.keep(answer{protested: true})
	}
	return x.keep(answer{result: message.Result})
}

func (c *connTap) take(id jsonrpc.ID) *exchange {
	c.mu.Lock()
	defer c.mu.Unlock()
	x := c.waiting[id]
	delete(c.waiting, id)
	return x
}
