package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// lineTransport speaks over a reader and a writer, one message a line. A line that is no message is answered with an error, and the
// session goes on.
type lineTransport struct {
	in  io.Reader
	out io.Writer
	log *slog.Logger
}

// maxLine is how long a line may be.
const maxLine = maxMessage

// drainTime is how long calls that run may still be answered when the client has closed its side.
const drainTime = 10 * time.Second

// Connect implements sdk.Transport.
func (t *lineTransport) Connect(context.Context) (sdk.Connection, error) {
	c := &lineConn{out: t.out, log: t.log, lines: make(chan line), closed: make(chan struct{}), waiting: map[jsonrpc.ID]bool{}, idle: make(chan struct{}, 1)}
	go c.readLines(t.in)
	return c, nil
}

// lineConn is a connection of a lineTransport. A read of the input that blocks cannot be ended: its goroutine is left behind, as the
// process ends soon.
type lineConn struct {
	log    *slog.Logger
	lines  chan line
	closed chan struct{}
	once   sync.Once

	write sync.Mutex // held while a line is written
	out   io.Writer

	mu      sync.Mutex
	waiting map[jsonrpc.ID]bool // requests of the client that are to be answered
	idle    chan struct{}       // has an item when the last of them was
}

// line is one line of the input.
type line struct {
	text []byte
	long bool // text is only the beginning of it
	err  error
}

// readLines reads the input to its end.
func (c *lineConn) readLines(in io.Reader) {
	r := bufio.NewReaderSize(in, 64<<10)
	for {
		l := nextLine(r)
		if len(bytes.TrimSpace(l.text)) > 0 {
			select {
			case c.lines <- line{text: l.text, long: l.long}:
			case <-c.closed:
				return
			}
		}
		if l.err == nil {
			continue
		}
		select {
		case c.lines <- line{err: l.err}:
		case <-c.closed:
		}
		return
	}
}

// nextLine reads a line, of which it keeps no more than maxLine bytes.
func nextLine(r *bufio.Reader) (l line) {
	for {
		part, err := r.ReadSlice('\n')
		if room := maxLine - len(l.text); len(part) > room {
			part, l.long = part[:room], true
		}
		l.text = append(l.text, part...)
		if err == bufio.ErrBufferFull {
			continue
		}
		l.err = err
		return l
	}
}

// Read implements sdk.Connection.
func (c *lineConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		var l line
		select {
		case l = <-c.lines:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-c.closed:
			return nil, io.EOF
		}
		if l.err != nil {
			c.drain(ctx)
			return nil, l.err
		}
		message, fault := c.accept(l)
		if fault == nil {
			return message, nil
		}
		c.log.Warn("mcp: a line of the client is not served", "reason", fault.Message)
		if fault.silent {
			continue
		}
		if err := c.send(fault.answer()); err != nil {
			return nil, err
		}
	}
}

// accept makes a message of a line.
func (c *lineConn) accept(l line) (jsonrpc.Message, *fault) {
	if l.long {
		return nil, faultOf(jsonrpc.CodeInvalidRequest, idIn(l.text[:min(len(l.text), 64<<10)]), "the message is longer than "+strconv.Itoa(maxLine)+" bytes")
	}
	if kindOf(l.text) == '[' && json.Valid(l.text) {
		return nil, faultOf(jsonrpc.CodeInvalidRequest, nil, "batches are not served here: send one message a line")
	}
	known, fault := examine(l.text)
	if fault != nil {
		return nil, fault
	}
	decoded, err := jsonrpc.DecodeMessage(l.text)
	if err != nil {
		fault = faultOf(jsonrpc.CodeInvalidRequest, known.id, "the message is no request")
		fault.silent = known.id == nil
		return nil, fault
	}
	request, ok := decoded.(*jsonrpc.Request)
	if !ok {
		return decoded, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case request.Method == "notifications/cancelled":
		var params struct {
			RequestID any `json:"requestId"`
		}
		if json.Unmarshal(request.Params, &params) == nil {
			if id, err := jsonrpc.MakeID(params.RequestID); err == nil {
				delete(c.waiting, id) // nobody waits for it any more
			}
		}
	case !request.IsCall():
	case c.waiting[request.ID]:
		return nil, faultOf(jsonrpc.CodeInvalidRequest, nil, "id: a request with this id is not answered yet")
	case request.Method != "subscriptions/listen": // which is answered when it ends
		c.waiting[request.ID] = true
	}
	return decoded, nil
}

// Write implements sdk.Connection.
func (c *lineConn) Write(_ context.Context, message jsonrpc.Message) error {
	answer, ok := message.(*jsonrpc.Response)
	if ok {
		answer.Error = coded(answer.Error)
	}
	text, err := jsonrpc.EncodeMessage(message)
	if err != nil && ok { // or its caller would wait for ever
		c.log.Error("mcp: an answer cannot be written", "error", err)
		text, err = jsonrpc.EncodeMessage(&jsonrpc.Response{ID: answer.ID, Error: &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the answer cannot be written"}})
	}
	if err != nil {
		return err
	}
	err = c.send(text)
	if ok {
		c.answered(answer.ID)
	}
	return err
}

func (c *lineConn) send(text []byte) error {
	c.write.Lock()
	defer c.write.Unlock()
	_, err := c.out.Write(append(text, '\n'))
	return err
}

// coded gives an error that the SDK answers without a code one, and takes the names of types out of it.
func coded(err error) error {
	if err == nil {
		return nil
	}
	wire, ok := errors.AsType[*jsonrpc.Error](err)
	if !ok {
		wire = &jsonrpc.Error{Message: err.Error()}
	} else {
		same := *wire
		wire = &same
	}
	if wire.Code == 0 {
		wire.Code = jsonrpc.CodeInvalidRequest
	}
	if strings.Contains(wire.Message, "Go struct field") || strings.Contains(wire.Message, "Go value") {
		wire.Message = "params: not what this method takes"
	}
	return wire
}

// answered is told that nobody waits for a request any more.
func (c *lineConn) answered(id jsonrpc.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.waiting, id)
	if len(c.waiting) == 0 {
		select {
		case c.idle <- struct{}{}:
		default:
		}
	}
}

// drain waits until the requests that were read are answered, for a while.
func (c *lineConn) drain(ctx context.Context) {
	timer := time.NewTimer(drainTime)
	defer timer.Stop()
	for {
		c.mu.Lock()
		n := len(c.waiting)
		c.mu.Unlock()
		if n == 0 {
			return
		}
		select {
		case <-c.idle:
		case <-timer.C:
			c.log.Warn("mcp: the client has gone, and calls that run are ended", "calls", n)
			return
		case <-ctx.Done():
			return
		case <-c.closed:
			return
		}
	}
}

// Close implements sdk.Connection.
func (c *lineConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

// SessionID implements sdk.Connection.
func (c *lineConn) SessionID() string { return "" }
