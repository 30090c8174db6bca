package runtime_test

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// asking is a judge that wants a person's yes for every call.
var asking = always(runtime.Verdict{Review: opinion(func(runtime.Principal, *runtime.Call) runtime.Opinion {
	return runtime.Opinion{Ask: errors.New("ask wipe")}
})})

func wipe(ran *atomic.Int32) runtime.Set {
	return runtime.Set{doing("wipe", func(context.Context, []byte) runtime.Result { ran.Add(1); return runtime.Done() }), tool("other")}
}

// 2.2 step 8: nobody to ask, an error, a panic, silence and an answer that comes too late: nobody agreed.
func TestApproverFailsClosed(t *testing.T) {
	yes := func(r *runtime.ApprovalRequest) *runtime.Approval { return r.Approve("ann", time.Now().Add(time.Hour)) }
	for name, row := range map[string]struct {
		approver runtime.ApproverFunc
		class    runtime.Class
		cause    string
	}{
		"yes":    {func(_ context.Context, r *runtime.ApprovalRequest) (*runtime.Approval, error) { return yes(r), nil }, "", ""},
		"no":     {func(context.Context, *runtime.ApprovalRequest) (*runtime.Approval, error) { return nil, nil }, runtime.ClassApprovalRejected, "ask wipe"},
		"absent": {nil, runtime.ClassApprovalRequired, "ask wipe"},
		"error": {func(_ context.Context, r *runtime.ApprovalRequest) (*runtime.Approval, error) {
			return yes(r), errors.New("down")
		}, runtime.ClassApprovalRequired, "ask wipe: down"},
		"panic": {func(context.Context, *runtime.ApprovalRequest) (*runtime.Approval, error) { panic("gone") },
			runtime.ClassApprovalRequired, "ask wipe: panic: gone"},
		"silence": {func(ctx context.Context, r *runtime.ApprovalRequest) (*runtime.Approval, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}, runtime.ClassApprovalRequired, "ask wipe: context deadline exceeded"},
		"too late": {func(ctx context.Context, r *runtime.ApprovalRequest) (*runtime.Approval, error) {
			<-ctx.Done()
			return yes(r), nil
		}, runtime.ClassApprovalRequired, "ask wipe: context deadline exceeded"},
		"other arguments": {func(_ context.Context, r *runtime.ApprovalRequest) (*runtime.Approval, error) {
			r.Args = []byte(`{"path":"/tmp"}`)
			return yes(r), nil
		}, runtime.ClassApprovalRequired, "ask wipe: the approval is for another call: tool, arguments or principal differ"},
		"other arguments in place": {func(_ context.Context, r *runtime.ApprovalRequest) (*runtime.Approval, error) {
			a := yes(r)
			copy(r.Args, `{"path":"x"`)
			return a, nil
		}, "", ""}, // what runs is what was approved: the registry's own copy
		"other caller": {func(_ context.Context, r *runtime.ApprovalRequest) (*runtime.Approval, error) {
			r.Principal.Scopes = append(r.Principal.Scopes, "more")
			return yes(r), nil
		}, runtime.ClassApprovalRequired, "ask wipe: the approval is for another call: tool, arguments or principal differ"},
		"expired": {func(_ context.Context, r *runtime.ApprovalRequest) (*runtime.Approval, error) {
			return r.Approve("ann", time.Now()), nil
		}, runtime.ClassApprovalRequired, "ask wipe: the approval has expired"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var ran atomic.Int32
				options := []runtime.Option{asking}
				if row.approver != nil {
					options = append(options, runtime.Ask(row.approver, time.Minute))
				}
				var log recorder
				reg := registryOf(t, wipe(&ran), append(options, runtime.Observe(&log))...)
				got := reg.Call(as(runtime.Admin), "wipe", []byte(`{"path": "/"}`))
				if row.class == "" {
					require.Nil(t, got.Err)
					require.EqualValues(t, 1, ran.Load())
					require.Equal(t, "ann", log.outcomes[0].Approver)
					return
				}
				require.EqualValues(t, 0, ran.Load())
				require.Empty(t, log.outcomes[0].Approver)
				require.Equal(t, row.class, got.Err.Class)
				var needed *runtime.Needed
				require.ErrorAs(t, got.Err, &needed)
				require.Equal(t, row.cause, needed.Error())
				require.Equal(t, `{"path":"/"}`, string(needed.Request.Args))
				require.Equal(t, "wipe", needed.Request.Tool)
			})
		})
	}
}

// The call's own end is no answer of a person.
func TestApprovalEndsWithTheCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wait := runtime.ApproverFunc(func(ctx context.Context, r *runtime.ApprovalRequest) (*runtime.Approval, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		var ran atomic.Int32
		reg := registryOf(t, wipe(&ran), asking, runtime.Ask(wait, 0))
		ctx, cancel := context.WithTimeout(as(runtime.Admin), time.Second)
		defer cancel()
		require.Equal(t, runtime.ClassTimeout, reg.Call(ctx, "wipe", nil).Err.Class)
		ctx, cancel = context.WithCancel(as(runtime.Admin))
		time.AfterFunc(time.Second, cancel)
		require.Equal(t, runtime.ClassCanceled, reg.Call(ctx, "wipe", nil).Err.Class)
		require.Zero(t, ran.Load())
	})
}

// Section 5: an approval binds the tool, the argument bytes, the principal and a time, and is good once: replay and drift are
// refused.
func TestApprovalBinds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ran atomic.Int32
		reg := registryOf(t, wipe(&ran), asking)
		ask := func() (context.Context, *runtime.Approval) {
			ctx := runtime.WithCall(t.Context(), runtime.Call{ID: "c1", Principal: runtime.Principal{Role: runtime.Admin, ID: "ann", Scopes: []string{"a", "b"}}})
			var needed *runtime.Needed
			require.ErrorAs(t, reg.Call(ctx, "wipe", []byte(`{"n": 1}`)).Err, &needed)
			require.Equal(t, "c1", needed.Request.ID)
			return ctx, needed.Request.Approve("bob", time.Now().Add(time.Minute))
		}
		refused := func(ctx context.Context, name, args string) {
			t.Helper()
			require.Equal(t, runtime.ClassApprovalRequired, reg.Call(ctx, name, []byte(args)).Err.Class)
		}
		ctx, approval := ask()
		require.Equal(t, "bob", approval.By())
		with := runtime.WithApproval(ctx, nil, approval)
		refused(with, "wipe", `{"n":1.0}`)
		refused(with, "wipe", `{"n":1,"m":2}`)
		refused(with, "other", `{"n":1}`)
		for _, p := range []runtime.Principal{
			{Role: runtime.Admin, ID: "eve", Scopes: []string{"a", "b"}},
			{Role: runtime.System, ID: "ann", Scopes: []string{"a", "b"}},
			{Role: runtime.Admin, ID: "ann", Scopes: []string{"ab"}},
			{Role: runtime.Admin, ID: "ann", Agent: "x", Scopes: []string{"a", "b"}},
			{Role: runtime.Admin, RoleName: "ops", ID: "ann", Scopes: []string{"a", "b"}},
			runtime.PrincipalFrom(ctx).Sub(runtime.Principal{Role: runtime.Admin, Scopes: []string{"a", "b"}}),
		} {
			refused(runtime.WithPrincipal(with, p), "wipe", `{"n":1}`)
		}
		require.Zero(t, ran.Load())
		require.False(t, reg.Call(with, "wipe", []byte(`{"n" :1 }`)).IsError(), "another spelling of the same bytes")
		refused(with, "wipe", `{"n":1}`)
		require.EqualValues(t, 1, ran.Load(), "once")

		ctx, approval = ask()
		time.Sleep(time.Minute) // of the bubble's clock
		refused(runtime.WithApproval(ctx, approval), "wipe", `{"n":1}`)
		require.EqualValues(t, 1, ran.Load())
	})
}

// One approval, many takers: one call.
func TestApprovalIsUsedOnce(t *testing.T) {
	var ran atomic.Int32
	reg := registryOf(t, wipe(&ran), asking)
	spec, _ := reg.Visible(as(runtime.Admin), "wipe")
	request := runtime.ApprovalRequest{Tool: "wipe", Spec: spec, Args: []byte(`{}`), Principal: runtime.Principal{Role: runtime.Admin}}
	ctx := runtime.WithApproval(as(runtime.Admin), request.Approve("ann", time.Now().Add(time.Hour)))
	var group sync.WaitGroup
	for range 64 {
		group.Go(func() { reg.Call(ctx, "wipe", nil) })
	}
	group.Wait()
	require.EqualValues(t, 1, ran.Load())
}

// Section 5, "description change = re-approval": a yes to a tool is none to another one of its name, and none to the same one with
// another description, schema or hint. A request that shows no tool approves none.
func TestApprovalDiesWithTheToolThatWasShown(t *testing.T) {
	var ran atomic.Int32
	run := func(context.Context, []byte) runtime.Result { ran.Add(1); return runtime.Done() }
	shown := runtime.Spec{Name: "wipe", Description: "Wipes the cache.", Input: `{"type":"object"}`, Secrets: []string{"key"}}
	changed := map[string]runtime.Spec{}
	fields := reflect.TypeFor[runtime.Spec]()
	for i := range fields.NumField() {
		other := shown
		switch f := reflect.ValueOf(&other).Elem().Field(i); f.Kind() {
		case reflect.String:
			f.SetString(f.String() + "x")
		case reflect.Bool:
			f.SetBool(!f.Bool())
		case reflect.Uint8:
			f.SetUint(f.Uint() + 1)
		case reflect.Slice:
			f.Set(reflect.ValueOf([]string{"other"}))
		case reflect.Struct:
			f.Field(0).SetInt(7)
		default:
			t.Fatalf("say how the field %s is changed", fields.Field(i).Name)
		}
		if other.Name == shown.Name {
			changed[fields.Field(i).Name] = other
		}
	}
	prints := map[string]string{string(shown.Identity()): "nothing"}
	for field, other := range changed {
		require.NotContains(t, prints, string(other.Identity()), field)
		prints[string(other.Identity())] = field
		reg := registryOf(t, runtime.Set{runtime.Func(shown, run)}, asking)
		var needed *runtime.Needed
		require.ErrorAs(t, reg.Call(as(runtime.Admin), "wipe", nil).Err, &needed)
		require.Equal(t, shown, *needed.Request.Spec)
		with := runtime.WithApproval(as(runtime.Admin), needed.Request.Approve("ann", time.Now().Add(time.Hour)))

		require.NoError(t, reg.Replace(runtime.Func(other, run)))
		again := reg.Call(with, "wipe", nil).Err
		require.Equal(t, runtime.ClassApprovalRequired, again.Class, field)
		require.ErrorAs(t, again, &needed)
		require.ErrorContains(t, needed, "it has changed since a person agreed", field)
		require.Zero(t, ran.Load(), field)
		require.NoError(t, reg.Replace(runtime.Func(shown, run)))
		require.False(t, reg.Call(with, "wipe", nil).IsError(), "what was shown may run")
		ran.Store(0)
	}
	same := shown
	same.Secrets = []string{"key"}
	require.Equal(t, shown.Identity(), same.Identity())
	reg := registryOf(t, runtime.Set{runtime.Func(shown, run)}, asking)
	blind := runtime.ApprovalRequest{Tool: "wipe", Args: []byte(`{}`), Principal: runtime.Principal{Role: runtime.Admin}}
	with := runtime.WithApproval(as(runtime.Admin), blind.Approve("ann", time.Now().Add(time.Hour)))
	require.Equal(t, runtime.ClassApprovalRequired, reg.Call(with, "wipe", nil).Err.Class)
	require.Zero(t, ran.Load())
}
