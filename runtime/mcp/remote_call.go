package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/remote"
)

// call sends a call of t and returns the answer. It is sent once more at most, and only if the first one has certainly not reached the
// tool (nobody was reached, or the server did not know the session any more), or if the host has said that a repetition does no harm.
func (c *Client) call(ctx context.Context, t *remote.Tool, args []byte) runtime.Result {
	if c.remote.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.remote.Timeout)
		defer cancel()
	}
	for attempt := 1; ; attempt++ {
		s, err := c.session(ctx)
		if err != nil {
			return unreached(ctx, err)
		}
		if barred := t.Barred(); barred != nil { // as the tools of a new session have shown, too
			return runtime.Result{Err: barred}
		}
		x := &exchange{judge: c.tooLong}
		result, err := c.send(ctx, s, x, t.Name(), args)
		if err == nil {
			s.silent.Store(0)
			return c.back(t, x, result)
		}
		if s.lost(ctx, x.end(), err) {
			s.end()
		}
		again := attempt == 1 && ctx.Err() == nil && !x.protested() && (x.untouched() || t.Repeatable() && !x.end().tooBig && x.end().fault == nil)
		if !again {
			return failed(ctx, x, err)
		}
	}
}

// tooLong keeps an answer from the SDK that cannot hold a result of the size that is taken, however it is written: a letter is up to
// six bytes of an escape, and the text that says the same as a value comes on top.
func (c *Client) tooLong(result json.RawMessage) error {
	if len(result) > 8*c.tools.Limits().Result+64<<10 {
		return errTooLong
	}
	return nil
}

// send sends a call once.
func (c *Client) send(ctx context.Context, s *session, x *exchange, name string, args []byte) (*sdk.CallToolResult, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()
	defer x.over()
	params := &sdk.CallToolParams{Name: name, Arguments: json.RawMessage(args)}
	if progress := runtime.ProgressFrom(ctx); progress.Heard() {
		token, stop := c.listeners.add(progress)
		defer stop()
		params.SetProgressToken(token)
	}
	return s.sdk.CallTool(withExchange(ctx, x), params)
}

// manySilent is how many calls in a row a server may let run out of time. Then its session is given up: what it reads or writes may be
// out of step for ever, as after half a message.
const manySilent = 3

// lost reports whether a session is of no use any more after a call that ended with err.
func (s *session) lost(ctx context.Context, known end, err error) bool {
	switch {
	case !s.alive(), errors.Is(err, sdk.ErrSessionMissing), errors.Is(err, sdk.ErrConnectionClosed):
		return true
	case known.came:
		s.silent.Store(0)
		return false
	case ctx.Err() != nil:
		return ctx.Err() == context.DeadlineExceeded && known.left && s.silent.Add(1) >= manySilent
	}
	switch {
	case !known.left, !s.http: // nothing can be written to it, or it ended before the answer
		return true
	case known.status == http.StatusTooManyRequests:
		return false
	}
	return http.StatusBadRequest <= known.status && known.status < http.StatusInternalServerError // which the SDK does not survive
}

// failed is the result of a call that was not answered with a result.
func failed(ctx context.Context, x *exchange, err error) runtime.Result {
	var failure *runtime.Error
	known := x.end()
	switch over := ctx.Err(); {
	case over != nil:
		failure = runtime.Failed(ctx, over).Err
	case known.tooBig, known.fault != nil:
		failure = runtime.NewError(runtime.ClassResourceExhausted, "the server's answer is longer than anything that is taken; ask for less")
	case x.protested():
		failure = protest(err)
	case x.untouched():
		failure = refusal(known)
	case !known.came, errors.Is(err, context.Canceled): // by the end of the session: the caller waits still
		failure = runtime.NewError(runtime.ClassUnavailable, "the tool's server was lost during the call, which may have been carried out").AsTransient(known.after)
	case x.asked():
		failure = runtime.NewError(runtime.ClassFailed, "the tool's server asks for something that nobody here can answer; the call may have been carried out")
	default:
		failure = runtime.NewError(runtime.ClassInternal, "the server's answer cannot be read; the call may have been carried out")
	}
	if x.untouched() {
		failure = failure.AsNotStarted()
	}
	return runtime.Result{Err: failure.WithCause(err)}
}

// refusal is the error of a call that the tool has certainly not got.
func refusal(known end) *runtime.Error {
	switch known.status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return runtime.NewError(runtime.ClassUnavailable, "the tool's server does not let this program in")
	case http.StatusTooManyRequests:
		return runtime.NewError(runtime.ClassResourceExhausted, "the tool's server takes no more calls for now; wait").AsTransient(known.after)
	}
	return runtime.NewError(runtime.ClassUnavailable, "the tool's server cannot be reached").AsTransient(0)
}

// unreached is the result of a call for which there is no session.
func unreached(ctx context.Context, err error) runtime.Result {
	failure, told := errors.AsType[*runtime.Error](err)
	switch end := ctx.Err(); {
	case end != nil:
		failure = runtime.Failed(ctx, end).Err.AsNotStarted().WithCause(err)
	case !told:
		failure = runtime.NewError(runtime.ClassUnavailable, "the tool's server cannot be reached").AsTransient(0).AsNotStarted().WithCause(err)
	}
	return runtime.Result{Err: failure}
}
