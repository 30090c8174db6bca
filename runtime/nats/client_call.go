package natstools

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/remote"
)

// call makes a call of t and returns the answer. It is made once more at most, and only if the host has said that a repetition does no
// harm.
func (c *Client) call(ctx context.Context, t *remote.Tool, args []byte) runtime.Result {
	if c.remote.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.remote.Timeout)
		defer cancel()
	}
	r := c.attempt(ctx, t, args)
	if r.Err != nil && t.Repeatable() && ctx.Err() == nil && r.Err.Transient && r.Err.RetryAfter == 0 && r.Err.Class == runtime.ClassUnavailable {
		r = c.attempt(ctx, t, args)
	}
	return r
}

// attempt makes a call once.
func (c *Client) attempt(ctx context.Context, t *remote.Tool, args []byte) runtime.Result {
	if barred := t.Barred(); barred != nil {
		return runtime.Result{Err: barred}
	}
	if over := ctx.Err(); over != nil {
		return runtime.Result{Err: runtime.Failed(ctx, over).Err.AsNotStarted()}
	}
	request, failure := c.request(ctx, t, args)
	if failure != nil {
		return runtime.Result{Err: failure}
	}
	id := request.Header.Get(headerCall)
	w := c.replies.expect(id)
	defer c.replies.forget(id)
	if err := c.conn.PublishMsg(request); err != nil {
		return runtime.Result{Err: unreachable(err)}
	}
	r, answered := c.await(ctx, t, w)
	if !answered { // then somebody may still work at it
		_ = c.conn.Publish(cancelSubject(c.remote.Subject, c.remote.Service), []byte(id))
	}
	return r
}

// request is the message of a call, or why it cannot be sent.
func (c *Client) request(ctx context.Context, t *remote.Tool, args []byte) (*nats.Msg, *runtime.Error) {
	if status := c.conn.Status(); status != nats.CONNECTED {
		return nil, unreachable(errors.New("the connection is " + strings.ToLower(status.String())))
	}
	select {
	case <-c.replies.gone:
		return nil, unreachable(errors.New("the client is closed"))
	default:
	}
	m := nats.NewMsg(callSubject(c.remote.Subject, c.remote.Service, t.Name()))
	if c.remote.Header != nil {
		header, err := c.remote.Header(ctx, t.Name())
		if err != nil {
			return nil, runtime.Failed(ctx, err).Err.AsNotStarted()
		}
		for key, values := range header {
			if ours(key) {
				return nil, runtime.NewError(runtime.ClassInternal, "the host of the tools sends a header that is not its own").
					WithCause(errors.New("natstools: Remote.Header returned " + key)).AsNotStarted()
			}
			m.Header[key] = values
		}
	}
	m.Header.Set(headerCall, newID())
	m.Header.Set(headerDigest, t.Digest())
	setMillis(m.Header, headerPing, c.remote.Lost/3)
	if end, bounded := ctx.Deadline(); bounded {
		setMillis(m.Header, headerTimeout, time.Until(end))
	}
	if runtime.ProgressFrom(ctx).Heard() {
		m.Header.Set(headerProgress, "1")
	}
	if name := callName(runtime.CallFrom(ctx).ID); name != "" {
		m.Header.Set(headerName, name)
	}
	m.Reply, m.Data = c.replies.address(m.Header.Get(headerCall)), args
	if size, most := m.Size(), int(c.conn.MaxPayload()); size > most {
		return nil, runtime.NewError(runtime.ClassResourceExhausted,
			"the arguments are too large to be sent: with their envelope they take "+counted(size)+", and a message holds at most "+counted(most)+"; send less in one call").AsNotStarted()
	}
	return m, nil
}

// ours reports whether a header is this package's or the system's.
func ours(key string) bool {
	low := strings.ToLower(key)
	return low == "status" || low == "description" || strings.HasPrefix(low, "toolgen-") || strings.HasPrefix(low, "nats-")
}

func unreachable(err error) *runtime.Error {
	return runtime.NewError(runtime.ClassUnavailable, "the tool's service cannot be reached").AsTransient(0).AsNotStarted().WithCause(err)
}

// await waits for the result of a call. It is there in the end, whatever the worker does: a worker that is silent is given up after a while, and
// ctx ends the wait for one that is not. answered is false where somebody may still work at the call.
func (c *Client) await(ctx context.Context, t *remote.Tool, w *wait) (r runtime.Result, answered bool) {
	silence := time.NewTimer(c.remote.Lost)
	defer silence.Stop()
	progress := runtime.ProgressFrom(ctx)
	acked := false
	for {
		select {
		case m := <-w.alive:
			acked = true
			report(progress, m)
			silence.Reset(c.remote.Lost)
		case m := <-w.last:
			for more := true; more; { // what came before it
				select {
				case m := <-w.alive:
					acked = true
					report(progress, m)
				default:
					more = false
				}
			}
			return c.end(t, m, acked)
		case <-silence.C:
			if len(w.alive)+len(w.last) == 0 { // or else it was this side that took its time
				return lost(errSilent), false
			}
			silence.Reset(c.remote.Lost)
		case <-c.replies.gone:
			return lost(nats.ErrConnectionClosed), false
		case <-ctx.Done():
			return runtime.Failed(ctx, ctx.Err()), false
		}
	}
}

var errSilent = errors.New("the worker has not been heard of for too long")

func lost(why error) runtime.Result {
	return runtime.Result{Err: runtime.NewError(runtime.ClassUnavailable,
		"the worker was lost during the call, which may have been carried out").AsTransient(0).WithCause(why)}
}

// end is the result that the last message of a call is.
func (c *Client) end(t *remote.Tool, m *nats.Msg, acked bool) (r runtime.Result, answered bool) {
	switch kind := m.Header.Get(headerKind); {
	case kind == kindResult:
		return c.read(t, m.Data), true
	case kind == kindOther:
		select {
		case c.stale <- struct{}{}:
		default: // somebody will look anyway
		}
		return runtime.Result{Err: errOther}, true
	case nobody(m) && acked:
		return lost(nats.ErrNoResponders), false
	case nobody(m):
		return runtime.Result{Err: runtime.NewError(runtime.ClassUnavailable,
			"no worker of the tool's service is there; the call was not made").AsTransient(0).AsNotStarted().WithCause(nats.ErrNoResponders)}, true
	default:
		return remote.Unreadable(errors.New("a message of it is of a kind that is not known: " + untrusted.OneLine(kind, 50))), false
	}
}

// report passes a worker's progress on. What cannot be read is no progress.
func report(to runtime.Progress, m *nats.Msg) {
	var p progress
	if m.Header.Get(headerKind) == kindProgress && json.Unmarshal(m.Data, &p) == nil && p.Done >= 0 && p.Total >= 0 {
		to.Report(p.Done, p.Total, untrusted.OneLine(p.Message, 200))
	}
}

// longest is how long a message can be that holds a result of the size that is taken: a letter is up to six bytes of an escape.
func (c *Client) longest() int { return 8*c.tools.Limits().Result + 64<<10 }

// read is the result as it is taken.
func (c *Client) read(t *remote.Tool, body []byte) runtime.Result {
	if len(body) > c.longest() {
		return runtime.Result{Err: runtime.NewError(runtime.ClassResourceExhausted, "the worker's answer is longer than anything that is taken; ask for less")}
	}
	r, err := decode(body)
	if err != nil {
		return remote.Unreadable(err)
	}
	return t.Take(r)
}
