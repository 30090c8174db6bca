package mcp

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// This file is the way of one call: who calls, its place and its time, the tool itself, and its one answer.

// grace is how long a tool has, when its time is over, to answer by itself.
const grace = time.Second

// call is the SDK's handler of every tool of the registry.
func (s *Server) call(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	name, args := req.Params.Name, []byte(req.Params.Arguments)
	caller := s.identify(ctx, req)
	ctx = runtime.WithPrincipal(ctx, caller)
	spec, visible := s.reg.Visible(ctx, name)
	if !visible {
		return nil, s.unknown(ctx, name, args)
	}
	t := s.offer(spec)
	if t == nil {
		return nil, s.unknown(ctx, name, args)
	}
	timeout := s.options.Timeout
	if spec.Limits.Timeout > 0 {
		timeout = spec.Limits.Timeout
	}
	if timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	approved, stray, refusal := s.asked.redeem(ctx, req.Params, caller, spec)
	if refusal != nil {
		return toResult(t, isModern(req.Params), runtime.Result{Err: refusal}), nil
	}
	result := s.run(s.listen(runtime.WithApproval(ctx, approved...), req), name, args)
	if result.Err != nil {
		switch result.Err.Class {
		case runtime.ClassUnknownTool: // what it says is the tool's word, unless the tool is gone meanwhile
			if _, visible := s.reg.Visible(ctx, name); !visible {
				return nil, unknownName(result.Err)
			}
		case runtime.ClassApprovalRequired:
			question, refusal := s.approval(req, caller, spec, result.Err, stray)
			if question != nil {
				return question, nil
			}
			if refusal != nil {
				result = runtime.Result{Err: refusal}
			}
		case runtime.ClassInternal:
			s.logInternal(name, result.Err)
		}
	}
	return toResult(t, isModern(req.Params), result), nil
}

// approval is what a call comes to that waits for a person: a question, or an error that says more than why; or neither.
func (s *Server) approval(req *sdk.CallToolRequest, caller runtime.Principal, spec *runtime.Spec, why, stray *runtime.Error) (*sdk.CallToolResult, *runtime.Error) {
	needed := waits(spec, why)
	if needed == nil {
		return nil, nil
	}
	if stray != nil {
		return nil, stray
	}
	return s.asked.ask(req, caller, spec, needed)
}

// run runs the tool on a goroutine of its own, so that there is an answer where the tool ends its goroutine, or does not end at
// all. What is left behind then keeps its place, so that no more of it comes together than there are places.
func (s *Server) run(ctx context.Context, name string, args []byte) runtime.Result {
	if !s.places.take(ctx) {
		if ctx.Err() == context.Canceled {
			return runtime.Failed(ctx, ctx.Err())
		}
		return runtime.Result{Err: runtime.NewError(runtime.ClassResourceExhausted,
			"the server is busy with other calls, and this one was not started; try again later").AsTransient(grace).AsNotStarted()}
	}
	done := make(chan runtime.Result, 1)
	go runtime.Settle(name, func() runtime.Result {
		return s.reg.Call(ctx, name, args)
	}, func(r runtime.Result) {
		s.places.leave()
		done <- r
	})
	select {
	case r := <-done:
		return r
	case <-ctx.Done():
	}
	late := time.NewTimer(grace)
	defer late.Stop()
	select {
	case r := <-done:
		return r
	case <-late.C:
		s.log.Warn("mcp: a tool goes on after its time", "tool", name)
		return runtime.Failed(ctx, ctx.Err())
	}
}

// places bounds how many do the same at once.
type places chan struct{}

// take waits for a place, and reports false where ctx ends before there is one.
func (p places) take(ctx context.Context) bool {
	select {
	case p <- struct{}{}:
		return true
	default:
	}
	select {
	case p <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (p places) leave() { <-p }

// listen has what the tool says of its progress told to a caller who asked for it. The protocol wants it to grow.
func (s *Server) listen(ctx context.Context, req *sdk.CallToolRequest) context.Context {
	token := req.Params.GetProgressToken()
	if token == nil {
		return ctx
	}
	var mu sync.Mutex
	last := -1
	return runtime.WithProgress(ctx, func(step runtime.Step) {
		mu.Lock()
		defer mu.Unlock()
		if step.Done <= last || ctx.Err() != nil {
			return
		}
		last = step.Done
		_ = req.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ // who is gone needs none
			ProgressToken: token, Progress: float64(step.Done), Total: float64(step.Total), Message: step.Message,
		})
	})
}

// unknown is the answer to a name that does not exist for the caller in ctx. The registry words it, and its observers are told.
func (s *Server) unknown(ctx context.Context, name string, args []byte) error {
	r := s.reg.Call(ctx, name, args)
	if r.Err == nil || r.Err.Class != runtime.ClassUnknownTool { // registered in this very moment
		r.Err = runtime.NewError(runtime.ClassUnknownTool, "unknown tool")
	}
	return unknownName(r.Err)
}

func unknownName(err *runtime.Error) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: err.Message}
}

// logInternal tells the host what the caller is not told.
func (s *Server) logInternal(name string, err *runtime.Error) {
	var panicked *runtime.PanicError
	if errors.As(err, &panicked) {
		s.log.Error("mcp: a tool panicked", "tool", name, "panic", panicked.Error(), "stack", string(panicked.Stack))
		return
	}
	s.log.Error("mcp: a tool failed internally", "tool", name, "error", err.Message, "cause", err.Unwrap())
}
