package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"time"
)

// maxMessage is how long one message of a server may be. It is the SDK's own limit where the SDK has one.
const maxMessage = 16 << 20

// httpTap sends requests as the host wants them, and tells exchanges what comes back. Headers and tokens go to the endpoint's own
// origin and nowhere else: a redirect to another one is an error, before anything is sent there.
type httpTap struct {
	next     http.RoundTripper
	endpoint *url.URL
	header   http.Header
	token    func(context.Context) (string, error)
	patience time.Duration // for the beginning of an answer that comes at once, where the SDK waits for ever
}

var errTooLong = errors.New("the message is longer than anything that is taken")

// RoundTrip implements http.RoundTripper.
func (t *httpTap) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Scheme != t.endpoint.Scheme || req.URL.Host != t.endpoint.Host {
		return nil, fmt.Errorf("the server sends requests on to %s://%s, where nothing of them belongs", req.URL.Scheme, req.URL.Host)
	}
	ctx, cancel := context.WithCancel(req.Context())
	out := req.Clone(ctx)
	method, id := envelope(req)
	x := exchangeIn(ctx)
	asks := x != nil && req.Method == http.MethodPost // else a stream is taken up again
	if asks {
		x.sending(id, nil)
	}
	if err := t.dress(ctx, out); err != nil {
		cancel()
		if asks {
			x.notSent()
		}
		return nil, err
	}
	var impatience *time.Timer
	if method == "subscriptions/listen" {
		impatience = time.AfterFunc(t.patience, cancel)
	}
	resp, err := t.next.RoundTrip(out)
	if impatience != nil {
		impatience.Stop()
	}
	if err != nil {
		cancel()
		var dial *net.OpError
		if asks && errors.As(err, &dial) && dial.Op == "dial" {
			x.notSent()
		}
		return nil, err
	}
	if asks {
		x.answered(resp)
	}
	resp.Body = tapped(resp, x, cancel)
	return resp, nil
}

// dress gives a request what the host wants to be sent.
func (t *httpTap) dress(ctx context.Context, req *http.Request) error {
	for name, values := range t.header {
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
	if t.token == nil {
		return nil
	}
	token, err := t.token(ctx)
	if err != nil {
		return fmt.Errorf("there is no token for the server: %w", err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	return nil
}

// envelope reads the method and the id of the message in a request; nothing where it has none.
func envelope(req *http.Request) (method, id string) {
	if req.GetBody == nil {
		return "", ""
	}
	body, err := req.GetBody()
	if err != nil {
		return "", ""
	}
	defer body.Close()
	var message struct {
		Method string
		ID     json.RawMessage
	}
	_ = json.NewDecoder(body).Decode(&message)
	return message.Method, string(message.ID)
}

// tapped returns the body of an answer, which tells x the messages in it before it hands them on, and ends with an error where one is
// longer than any may be. cancel is called when it is closed.
func tapped(resp *http.Response, x *exchange, cancel func()) io.ReadCloser {
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	return &bodyTap{ReadCloser: resp.Body, events: kind == "text/event-stream", exchange: x, cancel: cancel}
}

type bodyTap struct {
	io.ReadCloser
	events   bool // a stream of events; else one message
	exchange *exchange
	cancel   func()
	line     []byte // the beginning of a line of events
	data     []byte // what was read of a message
	size     int    // of the message, so far
	failed   error
}

// Read implements io.Reader.
func (b *bodyTap) Read(p []byte) (int, error) {
	if b.failed != nil {
		return 0, b.failed
	}
	n, err := b.ReadCloser.Read(p)
	if b.events {
		b.lines(p[:n])
	} else {
		b.take(p[:n])
	}
	if err == io.EOF {
		b.event(b.line)
		b.line = nil
		b.message()
	}
	if b.failed != nil {
		return 0, b.failed
	}
	if b.size > maxMessage || len(b.line) > maxMessage {
		if b.exchange != nil {
			b.exchange.mu.Lock()
			b.exchange.tooBig = true
			b.exchange.mu.Unlock()
		}
		b.failed = errTooLong
		return 0, b.failed
	}
	return n, err
}

// Close implements io.Closer.
func (b *bodyTap) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}

// take adds to the message. Without anybody who wants it, it is only measured.
func (b *bodyTap) take(p []byte) {
	b.size += len(p)
	if b.exchange != nil && b.size <= maxMessage {
		b.data = append(b.data, p...)
	}
}

// lines reads a part of a stream of events.
func (b *bodyTap) lines(p []byte) {
	for {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			break
		}
		b.event(append(b.line, p[:i]...))
		b.line, p = b.line[:0], p[i+1:]
	}
	b.line = append(b.line, p...)
}

// event reads one line of an event. An empty one ends it.
func (b *bodyTap) event(line []byte) {
	line = bytes.TrimRight(line, "\r")
	if len(line) == 0 {
		if b.events {
			b.message()
		}
		return
	}
	if data, found := bytes.CutPrefix(line, []byte("data:")); found {
		if len(b.data) > 0 {
			b.take([]byte{'\n'})
		}
		b.take(bytes.TrimSpace(data))
	}
}

// message ends a message.
func (b *bodyTap) message() {
	if b.exchange != nil && len(b.data) > 0 {
		b.failed = b.exchange.received(b.data)
	}
	b.data, b.size = nil, 0
}
