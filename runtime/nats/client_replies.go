package natstools

import (
	"sync"

	"github.com/nats-io/nats.go"
)

// replies are where a client is answered: one subscription for all of its calls, because one for each would cost ten times as much as the
// call itself. Every call has an address below it that nobody can guess, so no worker can answer a call that it was not given.
type replies struct {
	root string
	sub  *nats.Subscription
	gone chan struct{} // closed when nothing can come any more

	mu      sync.Mutex
	waiting map[string]*wait
}

// wait is for the answer to one call.
type wait struct {
	alive chan *nats.Msg // what says that the worker is alive. Where nobody reads it, more of it is dropped
	last  chan *nats.Msg // what ends the call, the first such message
}

// How much of what a worker says may wait to be read, and how long a report of progress may be: one that floods its caller fills no more.
const (
	maxAlive    = 64
	maxProgress = 4 << 10
)

// listen subscribes.
func listen(conn *nats.Conn) (*replies, error) {
	r := &replies{root: conn.NewInbox(), gone: make(chan struct{}), waiting: map[string]*wait{}}
	var once sync.Once
	var err error
	if r.sub, err = conn.Subscribe(r.address("*"), r.deliver); err != nil {
		return nil, err
	}
	r.sub.SetClosedHandler(func(string) { once.Do(func() { close(r.gone) }) })
	return r, nil
}

// address is where the call of that id is answered.
func (r *replies) address(id string) string { return r.root + "." + id }

func (r *replies) expect(id string) *wait {
	w := &wait{alive: make(chan *nats.Msg, maxAlive), last: make(chan *nats.Msg, 1)}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waiting[id] = w
	return w
}

func (r *replies) forget(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.waiting, id)
}

// deliver passes a message on to who waits for it, and waits for nobody.
func (r *replies) deliver(m *nats.Msg) {
	r.mu.Lock()
	w := r.waiting[m.Subject[len(r.root)+1:]]
	r.mu.Unlock()
	if w == nil {
		return // it is answered already, or was given up
	}
	to := w.last
	switch m.Header.Get(headerKind) {
	case kindAck, kindPing, kindProgress:
		to = w.alive
		if len(m.Data) > maxProgress {
			m.Data = nil
		}
	}
	select {
	case to <- m:
	default:
	}
}

// nobody reports whether a message is what NATS says where nobody is subscribed.
func nobody(m *nats.Msg) bool { return len(m.Data) == 0 && m.Header.Get("Status") == "503" }
