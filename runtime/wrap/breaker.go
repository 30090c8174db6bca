package wrap

import (
	"context"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// Breaker stops calling a tool whose other side is down. After failures calls in a row that were unavailable or timed out it is
// open: calls are refused with ClassUnavailable at once. After cooldown one call is let through as a probe, while others are still
// refused; if it succeeds the breaker is closed again, if it fails it is open for another cooldown.
//
// Results and errors of ClassFailed are answers of the other side and count as success; what says nothing about it, such as invalid
// arguments, a caller who gave up or a limit, counts as neither. A call that began before the breaker changed its state does not
// count in the new one. The refusal is not transient, so that [Retry] around it ends at once.
func Breaker(failures int, cooldown time.Duration) Wrapper {
	if failures <= 0 || cooldown <= 0 {
		return Wrapper{}
	}
	b := &breaker{most: failures, cooldown: cooldown}
	return Wrapper{around: b.around}
}

type breaker struct {
	most     int
	cooldown time.Duration

	mu     sync.Mutex
	failed int       // in a row, while closed
	opened time.Time // when it opened; zero while closed
	probe  bool      // a probe is on its way
	era    int       // counts the changes of state
}

// A verdict is what a result says about the other side.
type verdict uint8

const (
	silent verdict = iota
	up
	down
)

func verdictOf(err *runtime.Error) verdict {
	switch {
	case err == nil || err.Class == runtime.ClassFailed:
		return up
	case err.NotStarted:
		return silent
	case err.Class == runtime.ClassUnavailable || err.Class == runtime.ClassTimeout:
		return down
	}
	return silent
}

func (b *breaker) around(next runtime.Handler) runtime.Handler {
	return func(ctx context.Context, call *runtime.Call) runtime.Result {
		era, wait := b.enter()
		if era < 0 {
			when := "later"
			if wait > 0 {
				when = "after " + roundUp(wait).String()
			}
			r := refused(runtime.ClassUnavailable, "what the tool needs has not answered several times; try again "+when)
			r.Err.RetryAfter = wait
			return r
		}
		said := silent // so it stays if the tool ends the goroutine
		defer func() { b.leave(era, said) }()
		r := next(ctx, call)
		said = verdictOf(r.Err)
		return r
	}
}

// enter returns the era that the call belongs to, or a negative one and how long the breaker will at least stay open.
func (b *breaker) enter() (era int, wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.opened.IsZero() {
		return b.era, 0
	}
	wait = b.cooldown - time.Since(b.opened)
	if wait > 0 {
		return -1, wait
	}
	if b.probe {
		return -1, 0
	}
	b.probe = true
	return b.era, 0
}

// leave counts what a call of that era has shown.
func (b *breaker) leave(era int, said verdict) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if era != b.era {
		return
	}
	closed := b.opened.IsZero()
	switch {
	case said == up && closed:
		b.failed = 0
	case said == up:
		b.change(time.Time{})
	case said == down && closed:
		if b.failed++; b.failed >= b.most {
			b.change(time.Now())
		}
	case said == down:
		b.change(time.Now())
	default:
		b.probe = false // the next call is the probe
	}
}

// change closes the breaker, or opens it at that time. The caller holds mu.
func (b *breaker) change(opened time.Time) {
	b.opened, b.failed, b.probe = opened, 0, false
	b.era++
}
