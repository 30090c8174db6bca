package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// Two tools as generated code would return them.
func weatherTools() runtime.Set {
	return runtime.Set{
		runtime.Func(runtime.Spec{
			Name:        "get_forecast",
			Description: "Returns the weather forecast for a city.",
			Input:       `{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}`,
			Access:      runtime.Public,
			ReadOnly:    true,
		}, func(context.Context, []byte) runtime.Result {
			return runtime.JSON([]byte(`{"high":21}`))
		}),
		runtime.Func(runtime.Spec{
			Name:        "reset_station",
			Description: "Restarts a weather station.",
			Access:      runtime.Admin,
		}, func(context.Context, []byte) runtime.Result {
			return runtime.Done()
		}),
	}
}

func Example() {
	reg := runtime.NewRegistry()
	if err := reg.Register(weatherTools()); err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	fmt.Println(reg.Call(ctx, "get_forecast", []byte(`{"city":"Paris"}`)).Output())
	fmt.Println(reg.Call(ctx, "get_forcast", nil).Output())
	// Output:
	// {"high":21}
	// unknown tool "get_forcast"; did you mean "get_forecast"?
}

func ExampleFunc() {
	shout := runtime.Func(runtime.Spec{
		Name:        "shout",
		Description: "Says it louder.",
	}, func(_ context.Context, args []byte) runtime.Result {
		return runtime.Text(strings.ToUpper(string(args)))
	})
	fmt.Println(shout.Execute(context.Background(), []byte(`{"say":"hi"}`)).Output())
	// Output: {"SAY":"HI"}
}

func ExamplePrefix() {
	reg := runtime.NewRegistry()
	err := reg.Register(weatherTools(), runtime.Prefix("beta_", weatherTools()))
	fmt.Println(err)
	for tool := range reg.All() {
		fmt.Println(tool.Spec().Name)
	}
	// Output:
	// <nil>
	// beta_get_forecast
	// beta_reset_station
	// get_forecast
	// reset_station
}

func ExampleRegistry_Register() {
	reg := runtime.NewRegistry()
	fmt.Println(reg.Register(weatherTools(), runtime.Set{nil}, weatherTools()[:1]))
	// Output:
	// runtime: nothing was registered, because of 2 problems:
	// 	sets[1][0]: the tool is nil or has no Spec
	// 	the name "get_forecast" is taken more than once: sets[0][0], sets[2][0]
}

func ExampleRegistry_Replace() {
	reg := runtime.NewRegistry()
	_ = reg.Register(weatherTools())
	sunny := runtime.Func(runtime.Spec{Name: "get_forecast"}, func(context.Context, []byte) runtime.Result {
		return runtime.Text("always sunny")
	})
	fmt.Println(reg.Replace(sunny))
	fmt.Println(reg.Call(context.Background(), "get_forecast", nil).Output())
	// Output:
	// <nil>
	// always sunny
}

func ExampleRegistry_Unregister() {
	reg := runtime.NewRegistry()
	_ = reg.Register(weatherTools())
	fmt.Println(reg.Unregister("reset_station"), reg.Unregister("reset_station"))
	// Output: true false
}

func ExampleRegistry_Visible() {
	reg := runtime.NewRegistry(runtime.Authorize(runtime.AuthorizerFunc(func(_ context.Context, p runtime.Principal, tool *runtime.Spec) error {
		if !p.Role.Covers(tool.Access) {
			return errors.New("level too low")
		}
		return nil
	})))
	_ = reg.Register(weatherTools())

	ctx := runtime.WithPrincipal(context.Background(), runtime.Principal{Role: runtime.Public})
	spec, may := reg.Visible(ctx, "get_forecast")
	fmt.Println(may, spec.ReadOnly)
	_, may = reg.Visible(ctx, "reset_station")
	fmt.Println(may)
	// Output:
	// true true
	// false
}

func ExampleRegistry_Specs() {
	levels := runtime.AuthorizerFunc(func(_ context.Context, p runtime.Principal, tool *runtime.Spec) error {
		if !p.Role.Covers(tool.Access) {
			return errors.New("level too low")
		}
		return nil
	})
	reg := runtime.NewRegistry(runtime.Authorize(levels))
	_ = reg.Register(weatherTools())

	for _, role := range []runtime.Access{runtime.Public, runtime.Admin} {
		ctx := runtime.WithPrincipal(context.Background(), runtime.Principal{Role: role, ID: "ann"})
		for _, spec := range reg.Specs(ctx) {
			fmt.Println(role, "sees", spec.Name)
		}
		fmt.Println(role, "calls it:", reg.Call(ctx, "reset_station", nil).Output())
	}
	// Output:
	// public sees get_forecast
	// public calls it: unknown tool "reset_station"
	// admin sees get_forecast
	// admin sees reset_station
	// admin calls it: ok
}

func ExampleRegistry_Lookup() {
	reg := runtime.NewRegistry()
	_ = reg.Register(weatherTools())
	if tool, ok := reg.Lookup("get_forecast"); ok {
		fmt.Println(tool.Spec().Description)
	}
	// Output: Returns the weather forecast for a city.
}

func ExampleRegistry_All() {
	reg := runtime.NewRegistry()
	_ = reg.Register(weatherTools())
	for tool := range reg.All() {
		fmt.Println(tool.Spec().Name, tool.Spec().Access)
	}
	// Output:
	// get_forecast public
	// reset_station admin
}

func ExampleRegistry_Require() {
	reg := runtime.NewRegistry()
	_ = reg.Register(weatherTools())
	fmt.Println(reg.Require("get_forecast", "send_mail", "get_route"))
	// Output: runtime: 2 required tools not registered: "send_mail", "get_route"
}

func ExampleUse() {
	slow := func(next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result {
			fmt.Println("calling", call.Tool.Name, "with", string(call.Args))
			return next(ctx, call)
		}
	}
	reg := runtime.NewRegistry(runtime.Use(slow))
	_ = reg.Register(weatherTools())
	fmt.Println(reg.Call(context.Background(), "get_forecast", []byte(`{"city":"Paris"}`)).Output())
	// Output:
	// calling get_forecast with {"city":"Paris"}
	// {"high":21}
}

// printer is told of every call.
type printer struct{}

func (printer) Begin(ctx context.Context, _ string, _ []byte) context.Context { return ctx }

func (printer) End(_ context.Context, o *runtime.Outcome) {
	switch {
	case o.Denied != nil:
		fmt.Println(o.Name, "denied:", o.Denied)
	case o.Result.IsError():
		fmt.Println(o.Name, o.Result.Err.Class)
	default:
		fmt.Println(o.Name, "done for", o.Call.Principal.ID)
	}
}

func ExampleObserve() {
	readers := runtime.AuthorizerFunc(func(_ context.Context, _ runtime.Principal, tool *runtime.Spec) error {
		if !tool.ReadOnly {
			return errors.New("only what reads")
		}
		return nil
	})
	reg := runtime.NewRegistry(runtime.Observe(printer{}), runtime.Authorize(readers))
	_ = reg.Register(weatherTools())
	ctx := runtime.WithPrincipal(context.Background(), runtime.Principal{ID: "ann"})
	for _, name := range []string{"get_forecast", "reset_station", "no_such_tool"} {
		reg.Call(ctx, name, nil)
	}
	// Output:
	// get_forecast done for ann
	// reset_station denied: only what reads
	// no_such_tool unknown_tool
}

func ExampleCallFrom() {
	whoami := runtime.Func(runtime.Spec{Name: "whoami"}, func(ctx context.Context, _ []byte) runtime.Result {
		call := runtime.CallFrom(ctx)
		return runtime.Text(fmt.Sprintf("call %s of %s, attempt %d", call.ID, call.Principal.ID, call.Attempt))
	})
	reg := runtime.NewRegistry()
	_ = reg.Register(runtime.Set{whoami})
	ctx := runtime.WithCall(context.Background(), runtime.Call{ID: "call_7", Principal: runtime.Principal{ID: "ann"}})
	fmt.Println(reg.Call(ctx, "whoami", nil).Output())
	// Output: call call_7 of ann, attempt 1
}

func ExamplePrincipalFrom() {
	ctx := runtime.WithPrincipal(context.Background(), runtime.Principal{Role: runtime.Trusted, ID: "ann"})
	fmt.Println(runtime.PrincipalFrom(ctx).Role, runtime.PrincipalFrom(ctx).ID)
	fmt.Println(runtime.PrincipalFrom(context.Background()).Role)
	// Output:
	// trusted ann
	// undeclared
}

func ExampleNewError() {
	// A tool returns one where the class matters; wrapping does not hide it.
	busy := runtime.NewError(runtime.ClassUnavailable, "the station does not answer; try again later").
		AsTransient(30 * time.Second).
		WithCause(errors.New("dial tcp 10.0.0.7: connection refused"))
	result := runtime.Failed(context.Background(), fmt.Errorf("reset: %w", busy))
	fmt.Println(result.Output())
	fmt.Println(result.Err.Class, result.Err.Transient, result.Err.RetryAfter)
	fmt.Println(errors.Unwrap(result.Err))
	// Output:
	// the station does not answer; try again later
	// unavailable true 30s
	// reset: the station does not answer; try again later
}

func ExampleFailed() {
	ctx, cancel := context.WithCancel(context.Background())
	fmt.Println(runtime.Failed(ctx, errors.New("no such city:\n\"Atlantis\"")).Output())
	cancel()
	fmt.Println(runtime.Failed(ctx, ctx.Err()).Output())
	// Output:
	// no such city: "Atlantis"
	// the call was canceled before the tool finished
}

func ExampleParseAccess() {
	level, ok := runtime.ParseAccess("admin")
	fmt.Println(level, ok, level.Covers(runtime.Trusted), level.Covers(runtime.System))
	level, ok = runtime.ParseAccess("superuser")
	fmt.Println(level, ok, level.Covers(runtime.Public))
	// Output:
	// admin true true false
	// undeclared false false
}

func ExamplePanicError() {
	reg := runtime.NewRegistry()
	_ = reg.Register(runtime.Set{runtime.Func(runtime.Spec{Name: "divide"}, func(context.Context, []byte) runtime.Result {
		panic("password hunter2 is wrong")
	})})
	result := reg.Call(context.Background(), "divide", nil)
	fmt.Println(result.Output())
	if p, ok := errors.AsType[*runtime.PanicError](result.Err); ok {
		fmt.Println("for the log:", p, len(p.Stack) > 0)
	}
	// Output:
	// internal error in tool divide
	// for the log: panic: password hunter2 is wrong true
}

func ExamplePrincipal_Sub() {
	ann := runtime.Principal{Role: runtime.Trusted, ID: "ann", Scopes: []string{"mail.read", "mail.send"}}
	reader := ann.Sub(runtime.Principal{Role: runtime.Admin, Agent: "reader", Scopes: []string{"mail.read", "files.read"}})
	fmt.Println(reader.Role, reader.ID, reader.Agent, reader.Scopes)
	// Output: trusted ann reader [mail.read]
}

// A call to which a person must agree says so, and is made again with what the person said.
func ExampleWithApproval() {
	ask := runtime.Authorize(askFirst{})
	reg := runtime.NewRegistry(ask)
	if err := reg.Register(weatherTools()); err != nil {
		fmt.Println(err)
		return
	}
	ctx := runtime.WithPrincipal(context.Background(), runtime.Principal{Role: runtime.Admin, ID: "ann"})
	result := reg.Call(ctx, "reset_station", []byte(`{ "station": "north" }`))
	fmt.Println(result.Err.Class)

	needed, _ := errors.AsType[*runtime.Needed](result.Err)
	fmt.Println(needed.Request.Tool, string(needed.Request.Args)) // what to show to a person
	yes := needed.Request.Approve("bob", time.Now().Add(time.Minute))
	fmt.Println(reg.Call(runtime.WithApproval(ctx, yes), "reset_station", []byte(`{"station":"north"}`)).Output())
	fmt.Println(reg.Call(runtime.WithApproval(ctx, yes), "reset_station", []byte(`{"station":"north"}`)).Output())
	// Output:
	// approval_required
	// reset_station {"station":"north"}
	// ok
	// a person must approve this call of reset_station first; it was not made
}

// askFirst wants a person's yes for what is not read-only. runtime/policy does this by rules.
type askFirst struct{}

func (askFirst) Authorize(context.Context, runtime.Principal, *runtime.Spec) error { return nil }

func (askFirst) Judge(_ context.Context, _ *runtime.Principal, tool *runtime.Spec) *runtime.Verdict {
	if tool.ReadOnly {
		return nil
	}
	return &runtime.Verdict{Review: askFirst{}}
}

func (askFirst) Review(context.Context, *runtime.Principal, *runtime.Call) runtime.Opinion {
	return runtime.Opinion{Ask: errors.New("it changes something")}
}

func ExampleAsk() {
	console := runtime.ApproverFunc(func(_ context.Context, r *runtime.ApprovalRequest) (*runtime.Approval, error) {
		fmt.Printf("%s wants %s %s: %s\n", r.Principal.ID, r.Tool, r.Args, r.Reason)
		return nil, nil // no
	})
	reg := runtime.NewRegistry(runtime.Authorize(askFirst{}), runtime.Ask(console, time.Minute))
	if err := reg.Register(weatherTools()); err != nil {
		fmt.Println(err)
		return
	}
	ctx := runtime.WithPrincipal(context.Background(), runtime.Principal{ID: "ann"})
	fmt.Println(reg.Call(ctx, "reset_station", nil).Output())
	// Output:
	// ann wants reset_station {}: it changes something
	// the call of reset_station was not approved and was not made
}

func ExampleRedactArgs() {
	spec := &runtime.Spec{Name: "login", Secrets: []string{"password", "tokens[].value"}}
	fmt.Println(string(runtime.RedactArgs(spec, []byte(`{"user":"ann","password":"hunter22","tokens":[{"id":1,"value":"x"}]}`))))
	// Output: {"user":"ann","password":"[redacted]","tokens":[{"id":1,"value":"[redacted]"}]}
}

func ExampleRedactResult() {
	spec := &runtime.Spec{Name: "login", Secrets: []string{"password"}}
	r := runtime.RedactResult(spec, []byte(`{"password":"hunter22"}`), runtime.Text("hunter22 is wrong"))
	fmt.Println(r.Output())
	// Output: [redacted] is wrong
}

func ExampleSpec_Grade() {
	search := runtime.Spec{Name: "search", ReadOnly: true}
	remove := runtime.Spec{Name: "remove", ClosedWorld: true}
	fmt.Println(search.Grade(), remove.Grade(), search.Grade() <= runtime.GradeReadsOutside)
	// Output: reads-outside destroys true
}
