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
	answers, err := c.conn.SubscribeSync(request.Reply)
	if err != nil {
		return runtime.Result{Err: unreachable(err)}
	}
	defer answers.Unsubscribe() //nolint:errcheck // it ends with the connection otherwise
	// A worker that floods its caller fills this much and no more.
	if err := answers.SetPendingLimits(1024, 2*int(c.conn.MaxPayload())+64<<10); err != nil {
		return runtime.Result{Err: unreachable(err)}
	}
	if err := c.conn.PublishMsg(request); err != nil {
		return runtime.Result{Err: unreachable(err)}
	}
	w := &wait{client: c, answers: answers, progress: runtime.ProgressFrom(ctx)}
	r, answered := w.result(ctx, t)
	if !answered { // then somebody may still work at it
		_ = c.conn.Publish(cancelSubject(c.remote.Subject, c.remote.Service), []byte(request.Header.Get(headerCall)))
	}
	return r
}

// request is the message of a call, or why it cannot be sent.
func (c *Client) request(ctx context.Context, t *remote.Tool, args []byte) (*nats.Msg, *runtime.Error) {
	if status := c.conn.Status(); status != nats.CONNECTED {
		return nil, unreachable(errors.New("the connection is " + strings.ToLower(status.String())))
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
	m.Reply, m.Data = c.conn.NewRespInbox(), args
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

// wait is for the answer to one call.
type wait struct {
	client   *Client
	answers  *nats.Subscription
	progress runtime.Progress
	acked    bool // a worker has said that it has the call
}

// result waits for the result of a call. It is there in the end, whatever the worker does: a worker that is silent is given up after a while, and
// ctx ends the wait for one that is not. answered is false where somebody may still work at the call.
func (w *wait) result(ctx context.Context, t *remote.Tool) (r runtime.Result, answered bool) {
	for {
		m, err := w.next(ctx)
		switch {
		case err == nil:
		case ctx.Err() != nil:
			return runtime.Failed(ctx, ctx.Err()), false
		case errors.Is(err, nats.ErrNoResponders) && !w.acked:
			return runtime.Result{Err: runtime.NewError(runtime.ClassUnavailable,
				"no worker of the tool's service is there; the call was not made").AsTransient(0).AsNotStarted().WithCause(err)}, true
		case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrConnectionClosed), errors.Is(err, nats.ErrBadSubscription), errors.Is(err, nats.ErrNoResponders):
			return runtime.Result{Err: runtime.NewError(runtime.ClassUnavailable,
				"the worker was lost during the call, which may have been carried out").AsTransient(0).WithCause(err)}, false
		default: // such as more messages than anybody reads
			return remote.Unreadable(err), false
		}
		switch kind := m.Header.Get(headerKind); kind {
		case kindAck, kindPing:
			w.acked = true
		case kindProgress:
			w.acked = true
			w.report(m.Data)
		case kindResult:
			return w.client.read(t, m.Data), true
		case kindOther:
			select {
			case w.client.stale <- struct{}{}:
			default: // somebody will look anyway
			}
			return runtime.Result{Err: errOther}, true
		default:
			return remote.Unreadable(errors.New("a message of it is of a kind that is not known: " + untrusted.OneLine(kind, 50))), false
		}
	}
}

// next returns the next message, for which it waits no longer than a worker may be silent.
func (w *wait) next(ctx context.Context) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, w.client.remote.Lost)
	defer cancel()
	return w.answers.NextMsgWithContext(ctx)
}

// report passes a worker's progress on. What cannot be read is no progress.
func (w *wait) report(body []byte) {
	var p progress
	if json.Unmarshal(body, &p) == nil && p.Done >= 0 && p.Total >= 0 {
		w.progress.Report(p.Done, p.Total, untrusted.OneLine(p.Message, 200))
	}
}

// read is the result as it is taken.
func (c *Client) read(t *remote.Tool, body []byte) runtime.Result {
	if most := 8*c.tools.Limits().Result + 64<<10; len(body) > most { // a letter is up to six bytes of an escape
		return runtime.Result{Err: runtime.NewError(runtime.ClassResourceExhausted, "the worker's answer is longer than anything that is taken; ask for less")}
	}
	r, err := decode(body)
	if err != nil {
		return remote.Unreadable(err)
	}
	return t.Take(r)
}
