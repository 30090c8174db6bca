package wrap

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// Rate lets at most n calls, or attempts where it stands inside [Retry], start in any span of time of length per: a window that
// slides, so two bursts never meet. A call that must wait waits in line. One whose deadline comes before its turn is refused at
// once, with ClassResourceExhausted and the time after which it would have been let through; a caller who gives up leaves the line
// and takes nothing.
func Rate(n int, per time.Duration) Wrapper {
	if n <= 0 || per <= 0 {
		return Wrapper{}
	}
	l := &rate{n: n, per: min(per, longest), turn: make(chan struct{}, 1), epoch: time.Now()}
	return Wrapper{around: l.around}
}

// longest is a span beyond which nobody waits: 36 years, so that sums of a few can be counted.
const longest = 1 << 60 * time.Nanosecond

type rate struct {
	n     int
	per   time.Duration
	epoch time.Time
	turn  chan struct{} // held by the one at the head of the line

	mu      sync.Mutex
	starts  []time.Duration // the last n starts since epoch, in a ring
	next    int             // where the oldest of n starts stands
	waiting int             // how many are in line, the head included
}

func (l *rate) around(next runtime.Handler) runtime.Handler {
	return func(ctx context.Context, call *runtime.Call) runtime.Result {
		if r, ok := l.wait(ctx); !ok {
			return r
		}
		return next(ctx, call)
	}
}

// wait returns when the call may start, or with why it may not.
func (l *rate) wait(ctx context.Context) (runtime.Result, bool) {
	if ctx.Err() != nil {
		return ended(ctx), false
	}
	l.mu.Lock()
	wait := l.until(l.waiting)
	if wait <= 0 && l.waiting == 0 {
		l.start()
		l.mu.Unlock()
		return runtime.Result{}, true
	}
	if deadline, has := ctx.Deadline(); has && time.Until(deadline) <= wait {
		l.mu.Unlock()
		return l.full(wait), false
	}
	l.waiting++
	l.mu.Unlock()

	started := l.line(ctx)
	l.mu.Lock()
	l.waiting--
	l.mu.Unlock()
	if !started {
		return ended(ctx), false
	}
	return runtime.Result{}, true
}

// line waits in line and then for the time to come, and reports whether the call has started; ctx may end before.
func (l *rate) line(ctx context.Context) bool {
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	defer func() { <-l.turn }()
	for {
		l.mu.Lock()
		wait := l.until(0)
		if wait <= 0 {
			l.start()
			l.mu.Unlock()
			return true
		}
		l.mu.Unlock()
		if !sleep(ctx, wait) {
			return false
		}
	}
}

// until is how long it takes until one with so many ahead of it may start; zero or less means that it may now. The caller holds mu.
func (l *rate) until(ahead int) time.Duration {
	if ahead -= l.n - len(l.starts); ahead < 0 {
		return 0 // there were not n starts yet
	}
	// Each start is followed by another one after per, those that have been by the first ones ahead.
	place, rounds := ahead%l.n, time.Duration(ahead/l.n)
	if rounds >= 1<<62/l.per {
		return 1 << 62 // more than can be counted
	}
	if place >= len(l.starts) {
		return l.per * (rounds + 1)
	}
	again := l.starts[(l.next+place)%len(l.starts)] + l.per - time.Since(l.epoch)
	return max(again, 0) + l.per*rounds
}

// start counts a call that starts now. The caller holds mu.
func (l *rate) start() {
	now := time.Since(l.epoch)
	if len(l.starts) < l.n {
		l.starts = append(l.starts, now)
		return
	}
	l.starts[l.next] = now
	l.next = (l.next + 1) % l.n
}

// full is the answer to a call that cannot start in time.
func (l *rate) full(wait time.Duration) runtime.Result {
	r := refused(runtime.ClassResourceExhausted, "too many calls: the tool takes "+strconv.Itoa(l.n)+" in "+l.per.String()+
		"; try again after "+roundUp(wait).String())
	r.Err = r.Err.AsTransient(wait)
	return r
}

// roundUp makes a wait fit to be read; it never says less.
func roundUp(d time.Duration) time.Duration {
	unit := time.Millisecond
	if d > 10*time.Second {
		unit = time.Second
	}
	return (d + unit - 1).Truncate(unit)
}
