package mcp

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"sync/atomic"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// session is one connection to the server, from its handshake to its end. It is never mended: a new one takes its place.
type session struct {
	sdk    *sdk.ClientSession
	conn   sdk.Connection
	http   bool         // each message is a request by itself, which may fail alone
	silent atomic.Int32 // calls that ran out of time since one was answered

	ctx   context.Context // over when the session is: calls that run end with it
	end   context.CancelFunc
	ended chan struct{} // closed when the SDK has nothing more to do with it
}

func (s *session) alive() bool { return s != nil && s.ctx.Err() == nil }

// closeTime is how long a session may take to end in good order, after which its connection is taken away.
const closeTime = 3 * patience

// close ends the session and waits for it. How a server's process ends is its own matter and no error, and neither is a server that
// does not hear the goodbye.
func (s *session) close() error {
	s.end()
	done := make(chan error, 1)
	go func() { done <- s.sdk.Close() }()
	timer := time.NewTimer(closeTime)
	defer timer.Stop()
	var err error
	select {
	case err = <-done:
	case <-timer.C:
		err = s.conn.Close()
	}
	if _, exited := errors.AsType[*exec.ExitError](err); exited || s.http {
		return nil
	}
	return err
}

// session returns one that lives, which may have to be made.
func (c *Client) session(ctx context.Context) (*session, error) {
	if s := c.live.Load(); s.alive() {
		return s, nil
	}
	if err := c.tools.Enter(ctx); err != nil {
		return nil, err
	}
	defer c.tools.Leave()
	s, _, err := c.connect(ctx)
	return s, err
}

// connect returns a session that lives, for one who has entered. A new one is of use only when what its server offers is known: the
// server may have been restarted with other tools, under the names that were accepted. The update is what that has changed, nil
// where nobody asked.
func (c *Client) connect(ctx context.Context) (*session, *Update, error) {
	old := c.live.Load()
	switch {
	case c.closed.Load():
		return nil, nil, errClosed
	case old.alive():
		return old, nil, nil
	case old != nil:
		c.live.CompareAndSwap(old, nil)
		_ = old.close()
	}
	if wait := c.bad.wait(); wait > 0 {
		return nil, nil, runtime.NewError(runtime.ClassUnavailable, "the tool's server cannot be reached").AsTransient(wait).AsNotStarted().WithCause(c.bad.last)
	}
	s, update, err := c.fresh(ctx)
	switch {
	case err == nil:
		c.bad = failures{}
	case ctx.Err() != nil: // nobody waited for it long enough
		return nil, nil, err
	default:
		c.bad.add(err)
		return nil, nil, err
	}
	c.live.Store(s)
	if c.closed.Load() && c.live.CompareAndSwap(s, nil) { // meanwhile
		_ = s.close()
		return nil, nil, errClosed
	}
	return s, update, nil
}

// fresh makes a session, and lists the tools of a server that has had another one.
func (c *Client) fresh(ctx context.Context) (*session, *Update, error) {
	s, err := c.open(ctx)
	if err != nil || !c.tools.Known() {
		return s, nil, err
	}
	update, err := c.relist(ctx, s)
	if err != nil {
		_ = s.close()
		return nil, nil, err
	}
	return s, update, nil
}

// open makes a session. One that shall hear of changes is not worth more than one that works: where a server does not have it so,
// it is made without. The same goes for the latest revision: some older servers give up on a question that they do not know, in place
// of saying so.
func (c *Client) open(ctx context.Context) (*session, error) {
	bounded, cancel := context.WithTimeout(context.Background(), c.remote.DialTimeout) // with none of the values of whoever is first to call
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	s, err := c.handshake(bounded, c.remote.Listen, "")
	if err != nil && c.remote.Listen && bounded.Err() == nil {
		s, err = c.handshake(bounded, false, "")
	}
	if err != nil && bounded.Err() == nil {
		if old, still := c.handshake(bounded, c.remote.Listen, beforeDiscover); still == nil {
			s, err = old, nil
		}
	}
	if err != nil && bounded.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("no answer within %v: %w", c.remote.DialTimeout, err)
	}
	return s, err
}

// beforeDiscover is the last revision that begins with initialize.
const beforeDiscover = "2025-11-25"

// handshake begins a session in that revision of the protocol; "" is the latest.
func (c *Client) handshake(ctx context.Context, listen bool, revision string) (*session, error) {
	way, err := c.remote.transport(ctx)
	if err != nil {
		return nil, err
	}
	me := &sdk.Implementation{Name: c.remote.Name, Version: c.remote.Version}
	if me.Name == "" {
		me.Name = "toolgen"
	}
	options := &sdk.ClientOptions{
		Logger:                      c.remote.Logger,
		Capabilities:                &sdk.ClientCapabilities{}, // no roots
		ElicitationHandler:          c.remote.Elicit,
		ProgressNotificationHandler: c.progressed,
	}
	if listen {
		options.ToolListChangedHandler = c.listChanged
	}
	client := sdk.NewClient(me, options)
	client.AddSendingMiddleware(uncached)
	got, err := client.Connect(ctx, way, &sdk.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		if way.conn != nil { // the SDK does not always close it
			_ = way.conn.Close()
		}
		return nil, err
	}
	s := &session{sdk: got, conn: way.conn, http: way.plain, ended: make(chan struct{})}
	s.ctx, s.end = context.WithCancel(context.Background())
	go func() {
		_ = got.Wait()
		s.end()
		close(s.ended)
	}()
	return s, nil
}

// uncached has the SDK keep no list: it answers from those that it keeps, and this client asks only when it wants to know.
func uncached(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		result, err := next(ctx, method, req)
		if list, ok := result.(*sdk.ListToolsResult); ok && err == nil {
			list.TTLMs = 0
		}
		return result, err
	}
}

// failures are those of connecting since it last went well.
type failures struct {
	n     int
	last  error
	until time.Time // when it may be tried again
}

// The first wait after a failure, which doubles with each, and the longest.
const (
	firstWait   = 200 * time.Millisecond
	longestWait = 30 * time.Second
)

func (f *failures) add(err error) {
	wait := longestWait
	if f.n < 8 {
		wait = min(firstWait<<f.n, longestWait)
	}
	f.n++
	f.last = err
	f.until = time.Now().Add(wait/2 + rand.N(wait/2))
}

func (f *failures) wait() time.Duration { return time.Until(f.until) }
