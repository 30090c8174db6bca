package wrap_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wrap"
)

// forecast is a tool as generated code or a person makes one.
func forecast(fn func(ctx context.Context, args []byte) runtime.Result) runtime.Tool {
	return runtime.Func(runtime.Spec{Name: "get_forecast", ReadOnly: true}, fn)
}

var sunny = forecast(func(context.Context, []byte) runtime.Result { return runtime.Text("sunny") })

// stuck waits until its time is over.
var stuck = forecast(func(ctx context.Context, _ []byte) runtime.Result {
	<-ctx.Done()
	return runtime.Failed(ctx, ctx.Err())
})

func ExampleTool() {
	tool := wrap.Tool(sunny, wrap.Timeout(5*time.Second), wrap.Retry(2), wrap.Concurrency(4))
	fmt.Println(tool.Execute(context.Background(), nil).Output())
	fmt.Println(tool.Spec().Name, tool.Spec().Limits.Timeout)
	// Output:
	// sunny
	// get_forecast 5s
}

func ExampleTimeout() {
	tool := wrap.Tool(stuck, wrap.Timeout(time.Millisecond))
	r := tool.Execute(context.Background(), nil)
	fmt.Println(r.Err.Class)
	fmt.Println(r.Output())
	// Output:
	// timeout
	// the tool did not finish within its timeout of 1ms
}

func ExampleHard() {
	done := make(chan bool)
	deaf := forecast(func(context.Context, []byte) runtime.Result { <-done; return runtime.Text("late") })
	tool := wrap.Tool(deaf, wrap.Timeout(time.Millisecond, wrap.Hard(1)))
	for range 2 {
		fmt.Println(tool.Execute(context.Background(), nil).Output())
	}
	close(done)
	// Output:
	// the tool did not finish within its timeout of 1ms
	// the tool is busy: 1 call of it is running, 1 past its timeout; try again later
}

func ExampleAttempt() {
	tool := wrap.Tool(stuck, wrap.Timeout(time.Minute), wrap.Retry(1, wrap.Backoff(0)), wrap.Attempt(time.Millisecond))
	fmt.Println(tool.Execute(context.Background(), nil).Output())
	// Output: this attempt of the tool did not finish within 1ms
}

func ExampleRetry() {
	down := runtime.NewError(runtime.ClassUnavailable, "the weather service is down").AsTransient(0)
	tool := wrap.Tool(forecast(func(ctx context.Context, _ []byte) runtime.Result {
		if attempt := runtime.CallFrom(ctx).Attempt; attempt < 3 {
			fmt.Println("attempt", attempt)
			return runtime.Failed(ctx, down)
		}
		return runtime.Text("sunny")
	}), wrap.Retry(4, wrap.Backoff(time.Millisecond), wrap.MaxBackoff(time.Second), wrap.Budget(time.Minute)))
	fmt.Println(tool.Execute(context.Background(), nil).Output())
	// Output:
	// attempt 1
	// attempt 2
	// sunny
}

// What may not be repeated is refused when it is built.
func ExampleRetry_refused() {
	defer func() { fmt.Println(recover()) }()
	pay := runtime.Func(runtime.Spec{Name: "pay"}, func(context.Context, []byte) runtime.Result { return runtime.Done() })
	wrap.Tool(pay, wrap.Retry(2))
	// Output: wrap.Tool: tool pay: retries are for tools that are read-only or idempotent: a write that failed may have been carried out
}

func ExampleRate() {
	tool := wrap.Tool(sunny, wrap.Rate(1, time.Hour))
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	fmt.Println(tool.Execute(ctx, nil).Output())
	r := tool.Execute(ctx, nil) // would have to wait for longer than it has
	fmt.Println(r.Err.Class, r.Err.RetryAfter > 59*time.Minute)
	// Output:
	// sunny
	// resource_exhausted true
}

func ExampleConcurrency() {
	service := wrap.Concurrency(2) // one limit for both tools
	tools := runtime.Set{wrap.Tool(sunny, service), wrap.Tool(stuck, service)}
	fmt.Println(tools[0].Execute(context.Background(), nil).Output())
	// Output: sunny
}

func ExampleBreaker() {
	down := forecast(func(ctx context.Context, _ []byte) runtime.Result {
		fmt.Println("asked")
		return runtime.Failed(ctx, runtime.NewError(runtime.ClassUnavailable, "no answer"))
	})
	tool := wrap.Tool(down, wrap.Breaker(2, time.Hour))
	for range 3 {
		fmt.Println(tool.Execute(context.Background(), nil).Err.Class)
	}
	// Output:
	// asked
	// unavailable
	// asked
	// unavailable
	// unavailable
}

func ExampleCache() {
	asked := 0
	tool := wrap.Tool(forecast(func(context.Context, []byte) runtime.Result {
		asked++
		return runtime.Text("sunny")
	}), wrap.Cache(time.Minute, wrap.CacheBytes(1<<20)))
	tool.Execute(context.Background(), []byte(`{"city":"Paris","days":2}`))
	tool.Execute(context.Background(), []byte(`{"days":2, "city":"Paris"}`))
	tool.Execute(context.Background(), []byte(`{"city":"Rome","days":2}`))
	fmt.Println(asked)
	// Output: 2
}

func ExampleOutput() {
	lines := forecast(func(context.Context, []byte) runtime.Result {
		return runtime.Text(strings.Repeat("monday: sunny\n", 1000))
	})
	r := wrap.Tool(lines, wrap.Output(60)).Execute(context.Background(), nil)
	fmt.Println(r.Text)
	fmt.Println(r.Notes[0].Text)
	// Output:
	// monday: sunny
	// monday: sunny
	// [cut: 14000 bytes in all]
	// the text has 14000 bytes; the limit of the result is 60
}

func ExampleRedact() {
	login := runtime.Func(runtime.Spec{Name: "login", Secrets: []string{"password"}}, func(context.Context, []byte) runtime.Result {
		return runtime.Text(`login failed: GET https://example.com/?password=hunter22`)
	})
	fmt.Println(wrap.Tool(login, wrap.Redact()).Execute(context.Background(), []byte(`{"password":"hunter22"}`)).Output())
	// Output: login failed: GET https://example.com/?password=[redacted]
}

func ExampleAround() {
	hello := wrap.Around(func(next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result {
			fmt.Println("calling", call.Tool.Name)
			return next(ctx, call)
		}
	})
	fmt.Println(wrap.Tool(sunny, hello, wrap.Timeout(time.Second)).Execute(context.Background(), nil).Output())
	// Output:
	// calling get_forecast
	// sunny
}

// A wrapper can stand around every tool of a registry.
func ExampleWrapper_Middleware() {
	reg := runtime.NewRegistry(runtime.Use(wrap.Output(64<<10).Middleware(), wrap.Timeout(time.Minute).Middleware()))
	if err := reg.Register(runtime.Set{sunny}); err != nil {
		panic(err)
	}
	fmt.Println(reg.Call(context.Background(), "get_forecast", nil).Output())
	// Output: sunny
}

// A policy sets limits, and the registry is given what enforces them.
func ExampleEnforce() {
	reg := runtime.NewRegistry(runtime.Authorize(limitedTo{Timeout: time.Millisecond}), runtime.Enforce(wrap.Enforce(16)))
	if err := reg.Register(runtime.Set{stuck}); err != nil {
		panic(err)
	}
	fmt.Println(reg.Call(context.Background(), "get_forecast", nil).Output())
	// Output: the tool did not finish within its timeout of 1ms
}
