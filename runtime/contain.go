package runtime

import (
	"bytes"
	"context"
	"errors"
	goruntime "runtime"
	"strconv"
)

// PanicError is the cause of a [ClassInternal] error where a tool, or a middleware, panicked. Hosts find it with
// errors.As and log it; models never see it, because a panic's text may say anything.
type PanicError struct {
	Value any    // what panic was called with
	Stack []byte // where, as the runtime prints it; at most 64 KiB
}

// Error returns "panic: " and the value where it is text, an error or an int; other values are not shown.
func (e *PanicError) Error() (text string) {
	defer func() {
		if recover() != nil {
			text = "panic with an error that cannot be read"
		}
	}()
	switch v := e.Value.(type) {
	case error:
		return "panic: " + v.Error()
	case string:
		return "panic: " + v
	case int:
		return "panic: " + strconv.Itoa(v)
	}
	return "panic with a value that is no text"
}

// Unwrap returns the value if it is an error, else nil.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// The causes of ClassInternal errors besides panics.
var (
	errGoexit = errors.New("the tool called runtime.Goexit")
	errNoTool = errors.New("a middleware made a Call of its own instead of passing on the one it got")
)

// Run executes a tool outside of a registry and turns a panic into a Result of [ClassInternal], as [Registry.Call] does. A tool
// that ends its goroutine ends that of the caller; [Settle] answers for it.
func Run(ctx context.Context, tool Tool, args []byte) Result {
	return execute(ctx, tool, tool.Spec().Name, args)
}

// Settle runs body, the work of the tool of that name, on the goroutine of the caller and gives its one Result to done, whatever
// body does: a panic, and the end of the goroutine, are Results of [ClassInternal]. It is for those who own that goroutine;
// done runs in a deferred function and must not panic.
func Settle(name string, body func() Result, done func(Result)) {
	returned := false
	var result Result
	defer func() {
		if !returned {
			result = broken(name, panicked(recover()))
		}
		done(result)
	}()
	result = body()
	returned = true
}

// execute runs a tool and turns a panic into a Result. A tool that ends its goroutine ends this one: no Result can be
// returned then, but every deferred function around it runs.
func execute(ctx context.Context, tool Tool, name string, args []byte) (result Result) {
	returned := false
	defer func() {
		if !returned {
			result = broken(name, panicked(recover()))
		}
	}()
	result = tool.Execute(ctx, args)
	returned = true
	return result
}

// handle runs a chain of middleware, with one more around it where around is not nil, and turns a panic of one of them into a
// Result.
func handle(ctx context.Context, chain Handler, around Middleware, name string, call *Call) (result Result) {
	returned := false
	defer func() {
		if !returned {
			result = broken(name, panicked(recover()))
		}
	}()
	if chain == nil {
		chain = callBody
	}
	if around != nil {
		chain = around(chain)
	}
	result = chain(ctx, call)
	returned = true
	return result
}

// panicked makes an error of what recover returned; nil means that there was no panic.
func panicked(recovered any) error {
	if recovered == nil {
		return errGoexit
	}
	stack := make([]byte, 64<<10)
	stack = stack[:goruntime.Stack(stack, false)]
	return &PanicError{Value: recovered, Stack: bytes.Clone(stack)}
}

// broken is the result of a tool that did not return. It says nothing of the cause, which is for the host.
func broken(name string, cause error) Result {
	return Result{Err: &Error{Class: ClassInternal, Message: "internal error in tool " + name, cause: cause}}
}
