package natstools_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	natstools "github.com/toolgen/toolgen/runtime/nats"
	"github.com/toolgen/toolgen/runtime/policy"
)

// leveled is a tool of that level that says who called.
func leveled(name string, level runtime.Access) runtime.Tool {
	return runtime.Func(runtime.Spec{Name: name, Access: level}, func(ctx context.Context, _ []byte) runtime.Result {
		call := runtime.CallFrom(ctx)
		return runtime.Text(call.Principal.ID + " " + call.ID)
	})
}

// Who calls is what the host's function says, and never what the caller says of itself; nothing is offered that the
// service is not for.
func TestWhoCalls(t *testing.T) {
	t.Parallel()
	s := bus(t)
	var log lines
	o := natstools.Options{
		Name: "desk", Offer: runtime.Principal{Role: runtime.Trusted}, Logger: logTo(&log),
		Identity: func(_ context.Context, req *natstools.Request) runtime.Principal {
			switch req.Header.Get("Token") {
			case "secret":
				return runtime.Principal{ID: "ann", Role: runtime.Trusted}
			case "boom":
				panic("no")
			}
			return runtime.Principal{ID: "anybody", Role: runtime.Public}
		},
	}
	serve(t, s, o, leveled("look", runtime.Public), leveled("pay", runtime.Trusted), leveled("reset", runtime.Admin), leveled("undeclared", runtime.Undeclared))
	require.Contains(t, log.String(), `hidden="reset undeclared"`)

	as := func(header nats.Header) *natstools.Client {
		r := from()
		r.Header = func(context.Context, string) (nats.Header, error) { return header, nil }
		return dial(t, s, r)
	}
	ann, anybody := as(nats.Header{"Token": {"secret"}}), as(nats.Header{"Role": {"system"}, "Principal": {"ann"}})
	require.Len(t, ann.Tools(), 2)
	ctx := runtime.WithCall(t.Context(), runtime.Call{ID: "call-7"})
	require.Equal(t, "ann call-7", tool(t, ann, "pay").Execute(ctx, nil).Text)
	require.Equal(t, "ann", strings.TrimSpace(tool(t, ann, "look").Execute(t.Context(), []byte(`{"role":"system"}`)).Text))
	require.Equal(t, "anybody", strings.TrimSpace(tool(t, anybody, "look").Execute(t.Context(), nil).Text))
	require.Equal(t, runtime.ClassUnknownTool, tool(t, anybody, "pay").Execute(t.Context(), nil).Err.Class)
	require.Equal(t, runtime.ClassUnknownTool, tool(t, as(nats.Header{"Token": {"boom"}}), "look").Execute(t.Context(), nil).Err.Class)
	for _, key := range []string{"Toolgen-Call", "toolgen-timeout-ms", "Nats-Msg-Id", "Status"} {
		r := tool(t, as(nats.Header{key: {"x"}}), "look").Execute(t.Context(), nil)
		require.Equal(t, runtime.ClassInternal, r.Err.Class, key)
	}

	// Nobody said anything: everybody is public, and so is the service.
	plain := natstools.Options{Name: "plain", Logger: silent}
	hidden := runtime.Func(runtime.Spec{Name: "hidden", Access: runtime.Public, Hidden: true}, nothing)
	serve(t, s, plain, leveled("look", runtime.Public), leveled("pay", runtime.Trusted), hidden)
	client := dial(t, s, natstools.Remote{Service: "plain"})
	require.Len(t, client.Tools(), 1)
}

// The registry's own policy decides, here as anywhere.
func TestPolicyHolds(t *testing.T) {
	t.Parallel()
	s := bus(t)
	p, err := policy.New(policy.Config{
		Levels: map[string]runtime.Access{"look": runtime.Public, "pay": runtime.Public},
		Layers: []policy.Layer{{Name: "closed", Deny: []string{"pay"}}},
	}, runtime.Set{answers("look", runtime.Done()), answers("pay", runtime.Done())})
	require.NoError(t, err)
	reg := runtime.NewRegistry(runtime.Authorize(p))
	require.NoError(t, reg.Register(runtime.Set{answers("look", runtime.Done()), answers("pay", runtime.Done())}))
	worker, err := natstools.Start(connect(t, s), reg, natstools.Options{Name: "desk", Logger: silent})
	require.NoError(t, err)
	t.Cleanup(func() { _ = worker.Stop() })
	client := dial(t, s, from())
	require.Len(t, client.Tools(), 1)

	// On the caller's side its tools are denied until its own policy names them, whatever the service says.
	named, err := policy.New(policy.Config{Levels: map[string]runtime.Access{"look": runtime.Trusted}, Absent: []string{"look"}}, nil)
	require.NoError(t, err)
	for _, row := range []struct {
		authorizer runtime.Authorizer
		role       runtime.Access
		may        bool
	}{{policy.BuiltIn(), runtime.System, false}, {named, runtime.Public, false}, {named, runtime.Trusted, true}} {
		mine := runtime.NewRegistry(runtime.Authorize(row.authorizer))
		require.NoError(t, client.Register(t.Context(), mine))
		r := mine.Call(runtime.WithPrincipal(t.Context(), runtime.Principal{Role: row.role}), "look", nil)
		require.Equal(t, row.may, r.Err == nil)
	}
}

// With the permissions that docs/distributed.md recommends a worker writes to nobody but those who ask, and a caller reaches what it may.
func TestPermissions(t *testing.T) {
	t.Parallel()
	nowhere := &server.SubjectPermission{Deny: []string{">"}}
	s := bus(t, func(o *server.Options) {
		o.Users = []*server.User{
			{Username: "worker", Password: "w", Permissions: &server.Permissions{
				Publish:  nowhere,
				Response: &server.ResponsePermission{MaxMsgs: -1, Expires: time.Hour},
			}},
			{Username: "caller", Password: "c", Permissions: &server.Permissions{
				Publish:   &server.SubjectPermission{Allow: []string{"$SRV.INFO.desk", "toolgen.desk.call.look", "toolgen.desk.cancel", "toolgen.desk.define.*"}},
				Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>"}},
			}},
		}
	})
	worker, err := natstools.Start(connect(t, s, nats.UserInfo("worker", "w")), registry(t,
		does("look", func(ctx context.Context, _ []byte) runtime.Result {
			time.Sleep(2 * impatient().Lost)
			return runtime.Text("seen")
		}), answers("pay", runtime.Done())), host())
	require.NoError(t, err)
	t.Cleanup(func() { _ = worker.Stop() })
	client, err := natstools.Dial(t.Context(), connect(t, s, nats.UserInfo("caller", "c")), impatient())
	require.NoError(t, err)
	require.Equal(t, "seen", tool(t, client, "look").Execute(t.Context(), nil).Text)
	require.Equal(t, runtime.ClassUnavailable, tool(t, client, "pay").Execute(t.Context(), nil).Err.Class, "it hears nothing")
}
