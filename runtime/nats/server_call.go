package natstools

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"

	"github.com/toolgen/toolgen/runtime"
)

// This file is the way of one call on the worker's side: what comes in, its place and its time, the tool itself, and its one answer.

// incoming is a call as its headers say it.
type incoming struct {
	tool    string
	id      string
	digest  string
	name    string        // the caller's own for the call
	timeout time.Duration // 0: the caller did not say
	ping    time.Duration
	heard   bool // the caller wants to know of progress
	args    []byte
	request *Request
	reply   string
	cancel  context.CancelFunc
	absence absence
}

// How often a caller is told at the most and at the least that a worker is alive, whatever it wants, and where it does not say.
const (
	shortestPing = 50 * time.Millisecond
	longestPing  = time.Minute
	defaultPing  = time.Second
)

// parse reads a call, or says what is wrong with it.
func parse(tool string, req micro.Request) (*incoming, *runtime.Error) {
	header := nats.Header(req.Headers())
	in := &incoming{
		tool: tool, id: header.Get(headerCall), digest: header.Get(headerDigest), name: callName(header.Get(headerName)),
		heard: header.Get(headerProgress) == "1", args: req.Data(), reply: req.Reply(),
		request: &Request{Tool: tool, Subject: req.Subject(), Header: header},
	}
	timeout, timed := millis(header, headerTimeout)
	ping, paced := millis(header, headerPing)
	if ping == 0 {
		ping = defaultPing
	}
	in.timeout, in.ping = timeout, min(max(ping, shortestPing), longestPing)
	switch {
	case !idPattern.MatchString(in.id):
		return in, malformed("its header " + headerCall + " is not " + idPattern.String())
	case !timed:
		return in, malformed("its header " + headerTimeout + " is no whole number of milliseconds, 1 or more")
	case !paced:
		return in, malformed("its header " + headerPing + " is no whole number of milliseconds, 1 or more")
	}
	return in, nil
}

func malformed(why string) *runtime.Error {
	return runtime.NewError(runtime.ClassInvalidArguments, "the message is no call of a tool: "+why)
}

// receive takes a call. It is on the goroutine of the subscription, and lets nothing wait there.
func (s *Server) receive(tool string, req micro.Request) {
	if reply := req.Reply(); reply == "" || reply[0] == '$' || strings.HasPrefix(reply, s.options.Subject+".") {
		// Whoever gives the address of something else as its own would have this worker, and its permissions, write there.
		s.complain("natstools: a call without the address of a caller was not run", "tool", tool, "reply", reply)
		return
	}
	in, fault := parse(tool, req)
	if fault != nil {
		s.refuse(in, fault)
		return
	}
	ctx, cancel := context.WithCancel(s.work)
	in.cancel, in.absence.missing = cancel, make(chan struct{}, 1)
	switch s.calls.arrive(in.id, in.reply, cancel, in.absence.missing) {
	case arrivalEcho:
		s.complain("natstools: a call came twice and is run once", "tool", tool, "call", in.id)
		cancel()
		return
	case arrivalRepeated:
		fault = runtime.NewError(runtime.ClassFailed, "a call of this id was made before; it is not run twice")
	case arrivalCanceled:
		fault = runtime.NewError(runtime.ClassCanceled, "the call was canceled before it began")
	case arrivalClosed:
		fault = runtime.NewError(runtime.ClassUnavailable, "this worker of the service stops and takes no more calls; try again").AsTransient(0)
	}
	if fault != nil {
		cancel()
		s.refuse(in, fault)
		return
	}
	select {
	case s.places <- struct{}{}:
	default:
		cancel()
		s.refuse(in, runtime.NewError(runtime.ClassResourceExhausted,
			"this worker of the service is busy with other calls and did not start this one; try again later").AsTransient(grace))
		s.calls.leave(in.id)
		return
	}
	s.say(in.reply, kindAck, []byte(s.ID()))
	go func() {
		defer s.calls.leave(in.id)
		defer cancel()
		a := s.run(ctx, in)
		s.say(in.reply, a.kind, a.body)
	}()
}

// errOther is the result of a call of a tool that is not what the caller takes it for.
var errOther = runtime.NewError(runtime.ClassUnavailable, "this worker of the service has another tool of this name than the caller knows; the call was not made").AsTransient(0)

// run runs the tool on a goroutine of its own, so that there is an answer where the tool ends its goroutine, or does not end at
// all, and so that the caller hears meanwhile, and while a large result is written, that the worker is alive. What is left behind keeps its
// place, so that no more of it comes together than there are places.
func (s *Server) run(ctx context.Context, in *incoming) answer {
	if timeout := s.timeout(in); timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	done := make(chan answer, 1)
	go runtime.Settle(in.tool, func() runtime.Result {
		return s.call(ctx, in)
	}, func(r runtime.Result) {
		a := s.write(in, s.stopped(ctx, r))
		<-s.places
		done <- a
	})
	ping := time.NewTicker(in.ping)
	defer ping.Stop()
	var late <-chan time.Time
	over := ctx.Done()
	for {
		select {
		case a := <-done:
			return a
		case <-ping.C:
			if in.absence.long() {
				in.cancel()
			}
			s.ping(in)
		case <-over:
			timer := time.NewTimer(grace)
			defer timer.Stop()
			over, late = nil, timer.C
		case <-late:
			s.log.Warn("natstools: a tool goes on after its time", "tool", in.tool)
			return s.write(in, s.stopped(ctx, runtime.Failed(ctx, ctx.Err())))
		}
	}
}

// ping tells the caller that the worker is alive, and has NATS say whether the caller is there.
func (s *Server) ping(in *incoming) {
	m := nats.NewMsg(in.reply)
	m.Header.Set(headerKind, kindPing)
	m.Reply = s.inbox + in.id
	_ = s.conn.PublishMsg(m) // a connection that is gone is noticed elsewhere
}

// missing is told by NATS that nobody was there for a ping.
func (s *Server) missing(m *nats.Msg) {
	if nobody(m) {
		s.calls.miss(strings.TrimPrefix(m.Subject, s.inbox))
	}
}

// timeout is how long a call may take: what is said of the tool, else of the service, or what the caller says where that is less. 0 is no bound.
func (s *Server) timeout(in *incoming) time.Duration {
	timeout := max(s.options.Timeout, 0)
	if own := s.offered[in.tool].spec.Limits.Timeout; own > 0 {
		timeout = own
	}
	if in.timeout > 0 && (timeout == 0 || in.timeout < timeout) {
		timeout = in.timeout
	}
	return timeout
}

// stopped is a result for a caller who has not given up: where it was the worker that did, it says so.
func (s *Server) stopped(ctx context.Context, r runtime.Result) runtime.Result {
	if r.Err != nil && r.Err.Class == runtime.ClassCanceled && s.work.Err() != nil && context.Cause(ctx) == context.Cause(s.work) {
		r.Err = runtime.NewError(runtime.ClassUnavailable, "this worker of the service stopped during the call, which may have been carried out").AsTransient(0).WithCause(r.Err)
	}
	return r
}

// call is the call itself, as the caller that it is from.
func (s *Server) call(ctx context.Context, in *incoming) runtime.Result {
	ctx = runtime.WithCall(ctx, runtime.Call{ID: in.name, Principal: s.identify(ctx, in.request), Attempt: 1})
	if spec, visible := s.reg.Visible(ctx, in.tool); visible && (spec != s.offered[in.tool].spec || in.digest != "" && in.digest != s.offered[in.tool].digest) {
		return runtime.Result{Err: errOther}
	}
	if in.heard {
		ctx = s.listen(ctx, in.reply)
	}
	r := s.reg.Call(ctx, in.tool, in.args)
	if r.Err != nil && r.Err.Class == runtime.ClassInternal {
		s.logInternal(in.tool, r.Err)
	}
	return r
}

// identify says who calls. A host's Identity that panics vouches for nobody: the zero Principal may nothing.
func (s *Server) identify(ctx context.Context, req *Request) (p runtime.Principal) {
	if s.options.Identity == nil {
		return s.options.Caller
	}
	defer func() {
		if v := recover(); v != nil {
			s.log.Error("natstools: Options.Identity panicked; the call is nobody's", "panic", v)
			p = runtime.Principal{}
		}
	}()
	return s.options.Identity(ctx, req)
}

// betweenSteps is the shortest time between two reports of progress that are sent: a tool that tells of every row floods nobody.
const betweenSteps = 50 * time.Millisecond

// listen has what the tool says of its progress told to the caller, while it grows and the call runs.
func (s *Server) listen(ctx context.Context, reply string) context.Context {
	var mu sync.Mutex
	last, at := -1, time.Time{}
	return runtime.WithProgress(ctx, func(step runtime.Step) {
		mu.Lock()
		defer mu.Unlock()
		if step.Done <= last || ctx.Err() != nil || time.Since(at) < betweenSteps {
			return
		}
		last, at = step.Done, time.Now()
		body, err := json.Marshal(progress{step.Done, step.Total, step.Message})
		if err == nil {
			s.say(reply, kindProgress, body)
		}
	})
}

// progress is a report of progress as it travels.
type progress struct {
	Done    int    `json:"done"`
	Total   int    `json:"total,omitempty"`
	Message string `json:"message,omitempty"`
}

// answer is the last message of a call.
type answer struct {
	kind string
	body []byte
}

func (s *Server) write(in *incoming, r runtime.Result) answer {
	if r.Err == errOther {
		return answer{kind: kindOther}
	}
	return answer{kindResult, fit(in.tool, r, int(s.conn.MaxPayload())-envelope)}
}

// refuse answers a call that is not run.
func (s *Server) refuse(in *incoming, why *runtime.Error) {
	a := s.write(in, runtime.Result{Err: why})
	s.say(in.reply, a.kind, a.body)
}

// say sends one message of an answer. A caller that cannot be reached notices by itself.
func (s *Server) say(reply, kind string, body []byte) {
	m := nats.NewMsg(reply)
	m.Header.Set(headerKind, kind)
	m.Data = body
	if err := s.conn.PublishMsg(m); err != nil && kind == kindResult {
		s.log.Warn("natstools: a result could not be sent", "error", err)
	}
}

// cancel is told that nobody waits for a call any more.
func (s *Server) cancel(m *nats.Msg) {
	if id := string(m.Data); idPattern.MatchString(id) {
		s.calls.cancel(id)
	}
}

// complain tells the host what callers do, once a second at the most: they cannot fill its disk.
func (s *Server) complain(what string, args ...any) {
	now, last := time.Now().Unix(), s.complained.Load()
	if now != last && s.complained.CompareAndSwap(last, now) {
		s.log.Warn(what, args...)
	}
}

// logInternal tells the host what the caller is not told.
func (s *Server) logInternal(tool string, err *runtime.Error) {
	if panicked, ok := errors.AsType[*runtime.PanicError](err); ok {
		s.log.Error("natstools: a tool panicked", "tool", tool, "panic", panicked.Error(), "stack", string(panicked.Stack))
		return
	}
	s.log.Error("natstools: a tool failed internally", "tool", tool, "error", err.Message, "cause", err.Unwrap())
}
