package natstools

import (
	"context"
	"sync"
	"time"
)

// calls is what an instance knows of the calls that have come to it: those that run, and the ids of those that were.
type calls struct {
	mu       sync.Mutex
	running  map[string]*running
	done     ring          // ids of calls that came, so that none runs twice
	early    ring          // ids that were canceled before they came
	closed   bool          // no call is taken any more
	idle     chan struct{} // closed when none runs; nil where nobody waits for that
	arrivals int           // how many have ever come
}

// running is a call that runs.
type running struct {
	reply   string
	cancel  context.CancelFunc
	missing chan struct{} // has an item when NATS has said that nobody is at the reply subject
}

// How many ids are remembered.
const (
	manyDone  = 1 << 16
	manyEarly = 1 << 10
)

// arrival is what is to be done about a call that has come.
type arrival int

const (
	arrivalFresh    arrival = iota // it is run
	arrivalRepeated                // it has come before, with another reply subject
	arrivalEcho                    // it has come before, the very same: its answer is on the way, or was
	arrivalCanceled                // nobody waits for it any more
	arrivalClosed                  // nothing is taken any more
)

// arrive takes a call that has come. missing, which has room for an item, gets one when its caller is missed.
func (c *calls) arrive(id, reply string, cancel context.CancelFunc, missing chan struct{}) arrival {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.arrivals++
	if before, known := c.done.get(id); known {
		if before == reply {
			return arrivalEcho
		}
		return arrivalRepeated
	}
	if c.closed {
		return arrivalClosed
	}
	c.done.put(id, reply, manyDone)
	if _, canceled := c.early.get(id); canceled {
		return arrivalCanceled
	}
	if c.running == nil {
		c.running = map[string]*running{}
	}
	c.running[id] = &running{reply, cancel, missing}
	return arrivalFresh
}

// leave is told that a call has been answered.
func (c *calls) leave(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.running, id)
	if len(c.running) == 0 && c.idle != nil {
		close(c.idle)
		c.idle = nil
	}
}

// cancel ends a call that runs, or one that has not come yet. One that was is none of these.
func (c *calls) cancel(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r := c.running[id]; r != nil {
		r.cancel()
		return
	}
	if _, known := c.done.get(id); !known {
		c.early.put(id, "", manyEarly)
	}
}

// miss is told that the caller of a call was not there for a message.
func (c *calls) miss(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r := c.running[id]; r != nil {
		select {
		case r.missing <- struct{}{}:
		default:
		}
	}
}

// close has no call taken any more.
func (c *calls) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
}

// settled is for how long nothing has to come, before it is believed that all that was sent has come.
const settled = 50 * time.Millisecond

// wait returns when no call runs and none has come for a moment, or when the time is over.
func (c *calls) wait(most time.Duration) {
	end := time.NewTimer(most)
	defer end.Stop()
	seen := -1
	for {
		c.mu.Lock()
		quiet := len(c.running) == 0 && c.arrivals == seen
		seen = c.arrivals
		idle := c.idle
		if len(c.running) > 0 && idle == nil {
			idle = make(chan struct{})
			c.idle = idle
		}
		c.mu.Unlock()
		if quiet {
			return
		}
		if idle != nil {
			select {
			case <-idle:
			case <-end.C:
				return
			}
		}
		moment := time.NewTimer(settled)
		select {
		case <-moment.C:
		case <-end.C:
			moment.Stop()
			return
		}
	}
}

// absence is for how long a caller has not been there.
type absence struct {
	missing chan struct{} // has an item when it was not there for the last ping
	inARow  int
}

// enoughMissed is for how many pings in a row a caller may be away before its call is given up: by then it has given up the worker.
const enoughMissed = 3

// long reports, before each ping, whether the caller has been away for too long.
func (a *absence) long() bool {
	select {
	case <-a.missing:
		a.inARow++
	default:
		a.inARow = 0
	}
	return a.inARow >= enoughMissed
}

// ring remembers the ids that were put last, each with a text.
type ring struct {
	texts map[string]string
	order []string
	next  int
}

func (r *ring) get(id string) (string, bool) {
	text, known := r.texts[id]
	return text, known
}

func (r *ring) put(id, text string, most int) {
	if r.texts == nil {
		r.texts = map[string]string{}
	}
	if _, known := r.texts[id]; known {
		return
	}
	if len(r.order) < most {
		r.order = append(r.order, id)
	} else {
		delete(r.texts, r.order[r.next])
		r.order[r.next] = id
		r.next = (r.next + 1) % most
	}
	r.texts[id] = text
}
