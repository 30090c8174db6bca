package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/toolgen/toolgen/internal/untrusted"
)

// exchange is what is known of one request of the client: whether it may have reached the server, and the very bytes of the answer,
// which the SDK decodes into numbers that are rounded and maps that have no order. A request carries its exchange in its context;
// what stands at the wire fills it (connTap, httpTap).
//
// A call that the server answers with questions first is several requests in one exchange; the last answer is the one that counts.
type exchange struct {
	mu      sync.Mutex
	sent    int // how often the request was handed to the network
	refused int // how often that came to nothing for certain: nobody was reached, or who was reached looked at no more than the envelope
	status  int // of the last HTTP answer; 0 for none
	after   time.Duration
	id      string // of the request on its way, as JSON
	answer  answer // the last one that came
	tooBig  bool   // the answer was longer than anything that is taken
	release func() // forgets the exchange at the wire

	judge func(result json.RawMessage) error // looks at a result before the SDK does; nil: nobody. Set before the request is sent
	fault error                              // what it said
}

// answer is what a server said to a request; the zero answer where it has said nothing.
type answer struct {
	result    json.RawMessage // as it was written; nil for none
	protested bool            // there is an error in it, in the words of the protocol
}

func (a answer) came() bool { return a.result != nil || a.protested }

type exchangeKey struct{}

func withExchange(ctx context.Context, x *exchange) context.Context {
	return context.WithValue(ctx, exchangeKey{}, x)
}

func exchangeIn(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

// sending is told before a request may leave. release is called when the exchange is over.
func (x *exchange) sending(id string, release func()) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.sent++
	x.id, x.status, x.answer = id, 0, answer{}
	if release != nil {
		x.release = release
	}
}

// notSent is told that what was about to leave has reached nobody.
func (x *exchange) notSent() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.refused++
}

// answered is told the beginning of an HTTP answer.
func (x *exchange) answered(resp *http.Response) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.status, x.after = resp.StatusCode, retryAfter(resp.Header)
	switch resp.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusTooManyRequests:
		x.refused++ // the request was not looked into
	}
}

// received is told a message, of which only the answer to the request is kept. Its error says that the answer is not to be handed on.
func (x *exchange) received(message []byte) error {
	var members map[string]json.RawMessage
	if json.Unmarshal(message, &members) != nil {
		return nil
	}
	a := answer{members["result"], members["error"] != nil}
	x.mu.Lock()
	defer x.mu.Unlock()
	if !a.came() || string(members["id"]) != x.id && (x.status < http.StatusBadRequest || !a.protested) {
		return nil
	}
	return x.keep(a)
}

// keep keeps an answer, for one who has the lock.
func (x *exchange) keep(a answer) error {
	x.answer = a
	if x.judge != nil && a.result != nil {
		x.fault = x.judge(a.result)
	}
	return x.fault
}

// over ends the exchange at the wire.
func (x *exchange) over() {
	x.mu.Lock()
	release := x.release
	x.release = nil
	x.mu.Unlock()
	if release != nil {
		release()
	}
}

// untouched reports whether the server has certainly done nothing about the request.
func (x *exchange) untouched() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.sent == x.refused
}

// end is how an exchange ended, as far as the wire knows.
type end struct {
	left   bool          // the request was handed to the network
	came   bool          // there is an answer
	status int           // of the last HTTP answer; 0 for none
	after  time.Duration // for which the server wants no more calls
	tooBig bool          // the answer was longer than anything that is taken
	fault  error         // what its judge said
}

func (x *exchange) end() end {
	x.mu.Lock()
	defer x.mu.Unlock()
	return end{x.sent > 0, x.answer.came(), x.status, x.after, x.tooBig, x.fault}
}

// asked reports whether the answer was a question.
func (x *exchange) asked() bool {
	answer, err := x.result()
	return err == nil && answer.Get("inputRequests") != nil
}

var errNoAnswer = errors.New("there is no answer")

// result returns what the server answered, read strictly.
func (x *exchange) result() (*untrusted.Value, error) {
	x.mu.Lock()
	text := x.answer.result
	x.mu.Unlock()
	if text == nil {
		return nil, errNoAnswer
	}
	return untrusted.Parse(text)
}

// protested reports whether the server itself answered with an error, in the words of the protocol.
func (x *exchange) protested() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.answer.protested
}

// retryAfter reads the seconds of a Retry-After header; a date, or nonsense, is nothing.
func retryAfter(h http.Header) time.Duration {
	seconds, err := time.ParseDuration(h.Get("Retry-After") + "s")
	if err != nil || seconds < 0 {
		return 0
	}
	return min(seconds, time.Hour)
}
