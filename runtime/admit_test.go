package runtime_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// verdict is a Judge of which a test says the answer; as a plain Authorizer it denies, so that a registry that asks it the wrong
// way is found out.
type verdict func(p runtime.Principal, tool *runtime.Spec) runtime.Verdict

func (f verdict) Judge(_ context.Context, p *runtime.Principal, tool *runtime.Spec) *runtime.Verdict {
	v := f(*p, tool)
	return &v
}

func (verdict) Authorize(context.Context, runtime.Principal, *runtime.Spec) error {
	return errors.New("asked as a plain Authorizer")
}

func always(v runtime.Verdict) runtime.Option {
	return runtime.Authorize(verdict(func(runtime.Principal, *runtime.Spec) runtime.Verdict { return v }))
}

// opinion is a Reviewer of which a test says the answer.
type opinion func(p runtime.Principal, call *runtime.Call) runtime.Opinion

func (f opinion) Review(_ context.Context, p *runtime.Principal, call *runtime.Call) runtime.Opinion {
	return f(*p, call)
}

func refusal(message string) *runtime.Error {
	return runtime.NewError(runtime.ClassPermissionDenied, message)
}

// 2.2: permission_denied is for a tool that the caller sees; nothing of the tool and of the arguments is looked at.
func TestRefusedIsVisible(t *testing.T) {
	ran := false
	one := doing("one", func(context.Context, []byte) runtime.Result { ran = true; return runtime.Done() })
	reg := registryOf(t, runtime.Set{one}, always(runtime.Verdict{Refused: refusal("scope")}))
	got := reg.Call(as(runtime.Public), "one", []byte("{"))
	require.Equal(t, runtime.ClassPermissionDenied, got.Err.Class)
	require.Equal(t, "scope", got.Output())
	require.False(t, ran)
	require.Equal(t, []string{"one"}, names(reg.Specs(as(runtime.Public))))

	hiding := registryOf(t, runtime.Set{one}, always(runtime.Verdict{Refused: refusal("scope")}), always(runtime.Verdict{Hidden: errors.New("no")}))
	require.Equal(t, runtime.ClassUnknownTool, hiding.Call(as(runtime.Public), "one", nil).Err.Class, "a refusal never tells of a hidden tool")
}

// 2.2: the bytes that were judged are the bytes that go on, and they are read once, strictly.
func TestReviewedBytesGoOn(t *testing.T) {
	var judged, executed string
	echo := doing("echo", func(_ context.Context, args []byte) runtime.Result { executed = string(args); return runtime.Done() })
	review := opinion(func(p runtime.Principal, call *runtime.Call) runtime.Opinion {
		judged = string(call.Args)
		require.Equal(t, "echo", call.Tool.Name)
		require.Equal(t, runtime.Public, p.Role)
		call.Args = []byte(`{"swapped":true}`) // a Reviewer has no way to change what goes on
		if strings.Contains(judged, "rm") {
			return runtime.Opinion{Refused: refusal("no rm")}
		}
		return runtime.Opinion{}
	})
	reg := registryOf(t, runtime.Set{echo}, always(runtime.Verdict{Review: review}))
	require.False(t, reg.Call(as(runtime.Public), "echo", []byte("{ \"a\" : \"\\u006cs\", \"n\": 1.10 }")).IsError())
	require.Equal(t, `{"a":"ls","n":1.10}`, judged)
	require.Equal(t, judged, executed)

	executed = ""
	require.Equal(t, "no rm", reg.Call(as(runtime.Public), "echo", []byte(`{"a":"\u0072m"}`)).Output(), "an escape hides nothing")
	for _, args := range []string{`{"a":"ls","a":"rm"}`, `{"a":"ls"`, `[]`, `{"a":"ls"} {"a":"rm"}`} {
		got := reg.Call(as(runtime.Public), "echo", []byte(args))
		require.Equal(t, runtime.ClassInvalidArguments, got.Err.Class, args)
	}
	require.Empty(t, executed)
}

// 2.2 step 9: an engine that panics denies, wherever it does.
func TestJudgeFailsClosed(t *testing.T) {
	panics := verdict(func(runtime.Principal, *runtime.Spec) runtime.Verdict { panic("secret") })
	reg := registryOf(t, runtime.Set{tool("one")}, runtime.Authorize(panics))
	require.Equal(t, runtime.NewRegistry().Call(as(runtime.System), "one", nil), reg.Call(as(runtime.System), "one", nil))
	require.Empty(t, reg.Specs(as(runtime.System)))

	review := opinion(func(runtime.Principal, *runtime.Call) runtime.Opinion { panic("secret") })
	reg = registryOf(t, runtime.Set{tool("one")}, always(runtime.Verdict{Review: review}))
	got := reg.Call(as(runtime.System), "one", nil)
	require.Equal(t, runtime.ClassPermissionDenied, got.Err.Class)
	require.NotContains(t, got.Output(), "secret")
	var panicked *runtime.PanicError
	require.ErrorAs(t, got.Err, &panicked)
}

// 2.2: a sub-principal has the intersection. An authorizer that looks at one principal alone is asked for each in line.
func TestSubPrincipalsAreNeverWider(t *testing.T) {
	ann := runtime.Principal{Role: runtime.Trusted, ID: "ann", Scopes: []string{"read", "write"}}
	sub := ann.Sub(runtime.Principal{Role: runtime.System, Agent: "coder", Scopes: []string{"write", "delete"}})
	require.Equal(t, runtime.Trusted, sub.Role)
	require.Equal(t, []string{"write"}, sub.Scopes)
	require.Equal(t, "ann", sub.ID)
	require.Equal(t, "coder", sub.Agent)
	require.Equal(t, ann, *sub.Parent)
	require.Equal(t, runtime.Undeclared, ann.Sub(runtime.Principal{Agent: "x"}).Role, "no role is inherited")
	require.Equal(t, runtime.Undeclared, runtime.Principal{}.Sub(runtime.Principal{Role: runtime.Public}).Role)
	require.Equal(t, runtime.Trusted, ann.Sub(runtime.Principal{RoleName: "ops"}).Role, "the level of ops, and no more than ann's")
	support := runtime.Principal{RoleName: "support"}
	require.Equal(t, runtime.Admin, support.Sub(runtime.Principal{Role: runtime.Admin}).Role, "a policy is asked for support too")

	// The planner may not see secret; its helper has another name and still may not.
	byAgent := runtime.AuthorizerFunc(func(_ context.Context, p runtime.Principal, tool *runtime.Spec) error {
		if p.Agent == "planner" && tool.Name == "secret" {
			return errors.New("not for the planner")
		}
		return nil
	})
	reg := registryOf(t, runtime.Set{tool("secret"), tool("open")}, runtime.Authorize(byAgent))
	planner := ann.Sub(runtime.Principal{Role: runtime.Trusted, Agent: "planner"})
	coder := planner.Sub(runtime.Principal{Role: runtime.Trusted, Agent: "coder"})
	require.Equal(t, []string{"open"}, names(reg.Specs(runtime.WithPrincipal(t.Context(), coder))))
	require.Equal(t, runtime.ClassUnknownTool, reg.Call(runtime.WithPrincipal(t.Context(), coder), "secret", nil).Err.Class)
	alone := runtime.Principal{Role: runtime.Trusted, Agent: "coder"}
	require.Equal(t, "secret", reg.Call(runtime.WithPrincipal(t.Context(), alone), "secret", nil).Text, "the test can fail")

	// Reviews are made for each in line too.
	var judged []string
	review := opinion(func(p runtime.Principal, call *runtime.Call) runtime.Opinion {
		judged = append(judged, p.Agent)
		require.Equal(t, "coder", call.Principal.Agent)
		return runtime.Opinion{}
	})
	reg = registryOf(t, runtime.Set{tool("open")}, always(runtime.Verdict{Review: review}))
	require.False(t, reg.Call(runtime.WithPrincipal(t.Context(), coder), "open", nil).IsError())
	require.Equal(t, []string{"coder", "planner", ""}, judged)
}

// A line of principals that leads back to itself ends nowhere: it sees nothing, gets no approval, and nobody walks it for ever.
func TestLinesOfPrincipalsEnd(t *testing.T) {
	ann := runtime.Principal{Role: runtime.System, ID: "ann"}
	long := ann
	for range 64 - 1 {
		long = long.Sub(ann)
	}
	require.True(t, long.Ends())
	longer := long.Sub(ann)
	require.False(t, longer.Ends())
	circle := ann
	circle.Parent = &circle
	require.False(t, circle.Ends())

	agrees := runtime.AuthorizerFunc(func(context.Context, runtime.Principal, *runtime.Spec) error { return nil })
	reg := registryOf(t, runtime.Set{tool("one")}, runtime.Authorize(agrees))
	require.Equal(t, []string{"one"}, names(reg.Specs(runtime.WithPrincipal(t.Context(), long))))
	for _, p := range []runtime.Principal{longer, circle} {
		require.Empty(t, reg.Specs(runtime.WithPrincipal(t.Context(), p)))
		require.Equal(t, runtime.ClassUnknownTool, reg.Call(runtime.WithPrincipal(t.Context(), p), "one", nil).Err.Class)
	}

	request := runtime.ApprovalRequest{Tool: "wipe", Args: []byte("{}"), Principal: circle}
	ctx := runtime.WithApproval(as(runtime.System), request.Approve("bob", time.Now().Add(time.Hour)))
	var ran atomic.Int32
	got := registryOf(t, wipe(&ran), asking).Call(runtime.WithPrincipal(ctx, ann), "wipe", nil)
	require.Equal(t, runtime.ClassApprovalRequired, got.Err.Class)
	require.Zero(t, ran.Load())
}

// A limit is enforced or the tool does not run.
func TestLimitsAreEnforcedOrRefused(t *testing.T) {
	ran := false
	one := doing("one", func(context.Context, []byte) runtime.Result { ran = true; return runtime.Done() })
	limits := always(runtime.Verdict{Limits: &runtime.Limits{Timeout: time.Minute, Memory: 7}})
	for name, options := range map[string][]runtime.Option{
		"nothing enforces": nil,
		"not this one":     {runtime.Enforce(func(runtime.Limits) runtime.Middleware { return nil })},
		"a panic":          {runtime.Enforce(func(runtime.Limits) runtime.Middleware { panic("secret") })},
		"no handler":       {runtime.Enforce(func(runtime.Limits) runtime.Middleware { return func(runtime.Handler) runtime.Handler { return nil } })},
	} {
		t.Run(name, func(t *testing.T) {
			got := registryOf(t, runtime.Set{one}, append(options, limits)...).Call(as(runtime.Public), "one", nil)
			require.Equal(t, runtime.ClassInternal, got.Err.Class)
			require.False(t, ran)
		})
	}
	var order []string
	mark := func(name string) runtime.Middleware {
		return func(next runtime.Handler) runtime.Handler {
			return func(ctx context.Context, call *runtime.Call) runtime.Result {
				order = append(order, name)
				return next(ctx, call)
			}
		}
	}
	var got runtime.Limits
	enforce := runtime.Enforce(func(l runtime.Limits) runtime.Middleware { got = l; return mark("limits") })
	more := always(runtime.Verdict{Limits: &runtime.Limits{Timeout: time.Second, Output: 9}})
	for _, use := range [][]runtime.Option{nil, {runtime.Use(mark("use"))}} {
		order = nil
		reg := registryOf(t, runtime.Set{one}, append(use, limits, more, enforce)...)
		require.False(t, reg.Call(as(runtime.Public), "one", nil).IsError())
		require.True(t, ran)
		require.Equal(t, runtime.Limits{Timeout: time.Second, Memory: 7, Output: 9}, got, "the lower of each")
		require.Equal(t, "limits", order[0])
		require.Len(t, order, 1+len(use))
	}
}
