// Package tooltest helps to test tools, and programs that call them.
//
//   - [Contract] holds one tool to what the runtime and models rely on, with thousands of calls.
//   - [Fake] is a tool that answers what a test wants, [Record] one that remembers how it was called.
//   - [Golden] compares what tools say of themselves with a file, so that a change of a schema is seen in review.
//   - [Texts] asserts that the methods of an enum agree with the texts that its directives say.
//
// It is for tests: it imports testing, and what it finds it reports there. Everything is safe for concurrent use.
package tooltest

import (
	"bytes"
	"context"
	"sync"

	"github.com/toolgen/toolgen/runtime"
)

// Call is one call of a tool, as a Recorder has seen it.
type Call struct {
	ID        string
	Principal runtime.Principal
	Attempt   int
	Args      []byte         // a copy, as they came
	Result    runtime.Result // what the tool answered; zero where it did not return
}

// Recorder is a tool that remembers its calls.
type Recorder struct {
	tool  runtime.Tool
	mu    sync.Mutex
	calls []Call
}

// Record puts a Recorder around a tool. It is registered in the tool's place. Record panics if tool is nil.
func Record(tool runtime.Tool) *Recorder {
	if tool == nil {
		panic("tooltest.Record: the tool is nil")
	}
	return &Recorder{tool: tool}
}

// Fake makes a tool that answers with the results in turn, and with the last one from then on; without results it answers as
// a tool that returns nothing does, with the text ok. It does not look at its arguments.
func Fake(spec runtime.Spec, results ...runtime.Result) *Recorder {
	if len(results) == 0 {
		results = []runtime.Result{runtime.Done()}
	}
	var mu sync.Mutex
	next := 0
	return Record(runtime.Func(spec, func(context.Context, []byte) runtime.Result {
		mu.Lock()
		defer mu.Unlock()
		result := results[next]
		next = min(next+1, len(results)-1)
		return result
	}))
}

// Spec returns that of the tool.
func (r *Recorder) Spec() *runtime.Spec { return r.tool.Spec() }

// Execute calls the tool and remembers the call, also where the tool panics or ends its goroutine.
func (r *Recorder) Execute(ctx context.Context, args []byte) (result runtime.Result) {
	known := runtime.CallFrom(ctx)
	call := Call{ID: known.ID, Principal: known.Principal, Attempt: known.Attempt, Args: bytes.Clone(args)}
	defer func() {
		call.Result = result
		r.mu.Lock()
		defer r.mu.Unlock()
		r.calls = append(r.calls, call)
	}()
	return r.tool.Execute(ctx, args)
}

// Calls returns the calls so far, in the order in which they ended. The slice is the caller's.
func (r *Recorder) Calls() []Call {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Call(nil), r.calls...)
}
