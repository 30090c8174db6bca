package wrap

import (
	"bytes"
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// defaultPlaces is how many bodies of a tool with a hard timeout run at once where nobody says.
const defaultPlaces = 8

// Hard makes a [Timeout] hard: when the time is over, or the caller gives up, the call is answered and the tool is left behind. Go
// cannot stop a function from outside, so what was abandoned goes on until it returns by itself; its result is dropped then, and a
// panic contained. Only a tool in a process or a virtual machine of its own can truly be killed.
//
// At most n bodies run at once, those that were abandoned included; zero and less mean 8. A call beyond that waits for a place until
// its time is over, and is refused with ClassResourceExhausted at once where every place is held by a body that was abandoned. Places
// come back as bodies return.
//
// The tool runs on a goroutine of its own, with a copy of the arguments, so even one that ends its goroutine is answered.
func Hard(n int) TimeoutOption {
	if n <= 0 {
		n = defaultPlaces
	}
	return func(t *timeout) { t.places = &places{free: make(chan struct{}, n)} }
}

// places are what the bodies of a tool run in.
type places struct {
	free chan struct{} // one value for each place that is taken

	mu        sync.Mutex
	abandoned int
}

// stuck reports whether every place is held by a body that nobody waits for.
func (p *places) stuck() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.abandoned >= cap(p.free)
}

// take waits for a place until own is over, and reports whether it got one.
func (p *places) take(own context.Context) bool {
	select {
	case p.free <- struct{}{}:
		return true
	default:
	}
	if p.stuck() {
		return false
	}
	select {
	case p.free <- struct{}{}:
		return true
	case <-own.Done():
		return false
	}
}

// body is one run of a tool in a place.
type body struct {
	places    *places
	done      chan runtime.Result
	over      bool // it returned; under places.mu, like abandoned
	abandoned bool
}

// finish gives the place back and hands over the result, which nobody takes if the body was abandoned.
func (b *body) finish(r runtime.Result) {
	p := b.places
	p.mu.Lock()
	b.over = true
	if b.abandoned {
		p.abandoned--
	}
	p.mu.Unlock()
	<-p.free
	b.done <- r
}

// abandon reports whether the body is left behind; it is not if it has just returned.
func (b *body) abandon() bool {
	b.places.mu.Lock()
	defer b.places.mu.Unlock()
	if b.over {
		return false
	}
	b.abandoned = true
	b.places.abandoned++
	return true
}

func (t *timeout) aroundHard(next runtime.Handler) runtime.Handler {
	return func(ctx context.Context, call *runtime.Call) runtime.Result {
		own, cancel := context.WithTimeoutCause(ctx, t.limit, t.over)
		defer cancel()
		began := time.Now()
		if !t.places.take(own) {
			return t.noPlace(ctx)
		}
		b := &body{places: t.places, done: make(chan runtime.Result, 1)}
		copied := *call
		copied.Args = bytes.Clone(call.Args) // the caller may use its own again while the body still reads
		go runtime.Settle(call.Tool.Name, func() runtime.Result { return next(own, &copied) }, b.finish)
		select {
		case r := <-b.done:
			return t.judge(ctx, own, began, r)
		case <-own.Done():
		}
		if !b.abandon() {
			return t.judge(ctx, own, began, <-b.done)
		}
		if ctx.Err() != nil {
			return runtime.Failed(ctx, ctx.Err())
		}
		return runtime.Result{Err: t.timedOut(nil)}
	}
}

// noPlace is the answer to a call that got no place.
func (t *timeout) noPlace(ctx context.Context) runtime.Result {
	if ctx.Err() != nil {
		return ended(ctx)
	}
	t.places.mu.Lock()
	abandoned := t.places.abandoned
	t.places.mu.Unlock()
	message := "the tool is busy: " + many(cap(t.places.free), "call of it is", "calls of it are") + " running"
	if abandoned > 0 {
		message += ", " + many(abandoned, "past its", "past their") + " timeout"
	}
	r := refused(runtime.ClassResourceExhausted, message+"; try again later")
	r.Err = r.Err.AsTransient(0)
	return r
}

// many says how many there are: 1 call is, 2 calls are.
func many(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + several
}
