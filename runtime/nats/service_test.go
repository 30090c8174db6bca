package natstools_test

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	natstools "github.com/toolgen/toolgen/runtime/nats"
	"github.com/toolgen/toolgen/runtime/policy"
)

func at(port string) func(*server.Options) {
	return func(o *server.Options) { o.Port, _ = strconv.Atoi(port) }
}

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

// request publishes a call as anybody can, and returns what comes back within a moment.
func request(t *testing.T, conn *nats.Conn, subject string, header nats.Header, reply, body string) []*nats.Msg {
	t.Helper()
	if reply == "" {
		reply = conn.NewRespInbox()
	}
	sub, err := conn.SubscribeSync(reply)
	require.NoError(t, err)
	defer func() { _ = sub.Unsubscribe() }()
	m := nats.NewMsg(subject)
	m.Header, m.Reply, m.Data = header, reply, []byte(body)
	require.NoError(t, conn.PublishMsg(m))
	var all []*nats.Msg
	for {
		m, err := sub.NextMsg(150 * time.Millisecond)
		if err != nil {
			return all
		}
		all = append(all, m)
	}
}

// resultOf is the class of the error in the last message, "" for a success, "none" where there was no answer.
func resultOf(t *testing.T, all []*nats.Msg) string {
	t.Helper()
	var results []string
	for _, m := range all {
		if m.Header.Get("Toolgen-Kind") == "result" {
			var r struct{ Error struct{ Class string } }
			require.NoError(t, json.Unmarshal(m.Data, &r))
			results = append(results, r.Error.Class)
		}
		if m.Header.Get("Toolgen-Kind") == "other" {
			results = append(results, "another tool")
		}
	}
	require.LessOrEqual(t, len(results), 1, "one answer")
	if len(results) == 0 {
		return "none"
	}
	return results[0]
}

const someID = "0123456789abcdefghij"

// Whatever a caller sends is answered, where there is anybody to answer, and runs the tool once at most.
func TestHostileCallers(t *testing.T) {
	t.Parallel()
	with := func(pairs ...string) nats.Header {
		h := nats.Header{"Toolgen-Call": {someID}}
		for i := 0; i < len(pairs); i += 2 {
			h[pairs[i]] = []string{pairs[i+1]}
		}
		return h
	}
	for _, row := range []struct {
		name   string
		header nats.Header
		body   string
		want   string
		runs   int32
	}{
		{"good", with(), `{}`, "", 1},
		{"no headers", nil, `{}`, "invalid_arguments", 0},
		{"no id", nats.Header{"Toolgen-Call": {""}}, `{}`, "invalid_arguments", 0},
		{"a short id", nats.Header{"Toolgen-Call": {"1"}}, `{}`, "invalid_arguments", 0},
		{"an endless id", nats.Header{"Toolgen-Call": {strings.Repeat("a", 10_000)}}, `{}`, "invalid_arguments", 0},
		{"an id of odd characters", nats.Header{"Toolgen-Call": {"0123456789abcdef\u202e>"}}, `{}`, "invalid_arguments", 0},
		{"no time", with("Toolgen-Timeout-Ms", "0"), `{}`, "invalid_arguments", 0},
		{"less than no time", with("Toolgen-Timeout-Ms", "-1"), `{}`, "invalid_arguments", 0},
		{"a time that is none", with("Toolgen-Timeout-Ms", "soon"), `{}`, "invalid_arguments", 0},
		{"a time beyond all times", with("Toolgen-Timeout-Ms", "99999999999999999999"), `{}`, "invalid_arguments", 0},
		{"a month", with("Toolgen-Timeout-Ms", "4294967296"), `{}`, "", 1},
		{"a ping a microsecond", with("Toolgen-Ping-Ms", "0.001"), `{}`, "invalid_arguments", 0},
		{"a ping a millisecond", with("Toolgen-Ping-Ms", "1"), `{}`, "", 1},
		{"another digest", with("Toolgen-Digest", "sha256:0"), `{}`, "another tool", 0},
		{"a name that is a program", with("Toolgen-Call-Name", "\x1b[2J"), `{}`, "", 1},
		{"arguments that are none", with(), `[]`, "invalid_arguments", 0},
		{"no arguments", with(), ``, "", 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			s := bus(t)
			var runs atomic.Int32
			serve(t, s, host(), does("act", func(_ context.Context, args []byte) runtime.Result {
				if len(args) > 0 && args[0] != '{' {
					return runtime.Result{Err: runtime.NewError(runtime.ClassInvalidArguments, "arguments: expected an object")}
				}
				runs.Add(1)
				return runtime.Done()
			}))
			require.Equal(t, row.want, resultOf(t, request(t, connect(t, s), "toolgen.desk.call.act", row.header, "", row.body)))
			require.Equal(t, row.runs, runs.Load())
		})
	}
}

// A call that comes twice runs once: the echo of the very message is silent, because its answer would be taken for the first one's, and
// another caller with the same id is refused.
func TestTwice(t *testing.T) {
	t.Parallel()
	s := bus(t)
	var runs atomic.Int32
	serve(t, s, host(), does("act", func(context.Context, []byte) runtime.Result {
		runs.Add(1)
		return runtime.Done()
	}))
	conn := connect(t, s)
	h := nats.Header{"Toolgen-Call": {someID}}
	require.Empty(t, resultOf(t, request(t, conn, "toolgen.desk.call.act", h, "_INBOX.one", "")))
	require.Equal(t, "none", resultOf(t, request(t, conn, "toolgen.desk.call.act", h, "_INBOX.one", "")))
	require.Equal(t, "failed", resultOf(t, request(t, conn, "toolgen.desk.call.act", h, "_INBOX.two", "")))
	require.EqualValues(t, 1, runs.Load())
}

// A caller that gives the address of something else as its own has nothing written there.
func TestForeignReply(t *testing.T) {
	t.Parallel()
	s := bus(t)
	var runs atomic.Int32
	serve(t, s, host(), does("act", func(context.Context, []byte) runtime.Result {
		runs.Add(1)
		return runtime.Done()
	}))
	conn := connect(t, s)
	for _, reply := range []string{"$KV.accounts.ann", "$JS.API.STREAM.PURGE.orders", "toolgen.desk.cancel", "toolgen.desk.call.act"} {
		require.Equal(t, "none", resultOf(t, request(t, conn, "toolgen.desk.call.act", nats.Header{"Toolgen-Call": {"id-of-a-call-" + strconv.Itoa(len(reply))}}, reply, "")), reply)
	}
	require.NoError(t, conn.Publish("toolgen.desk.call.act", nil))
	require.NoError(t, conn.Flush())
	require.Zero(t, runs.Load())
}

// A worker that has all that it can do says so at once, and takes more when it has less.
func TestBusy(t *testing.T) {
	t.Parallel()
	s := bus(t)
	free, began := make(chan struct{}), make(chan struct{}, 8)
	o := host()
	o.MaxCalls = 2
	serve(t, s, o, does("wait", func(context.Context, []byte) runtime.Result {
		began <- struct{}{}
		<-free
		return runtime.Done()
	}))
	wait := tool(t, dial(t, s, from()), "wait")
	results := make(chan runtime.Result, 2)
	for range 2 {
		go func() { results <- wait.Execute(t.Context(), nil) }()
		<-began
	}
	start := time.Now()
	r := wait.Execute(t.Context(), nil)
	require.Less(t, time.Since(start), time.Second)
	require.Equal(t, runtime.ClassResourceExhausted, r.Err.Class)
	require.True(t, r.Err.Transient)
	close(free)
	for range 2 {
		require.Nil(t, (<-results).Err)
	}
	require.Nil(t, wait.Execute(t.Context(), nil).Err)
}

// A tool that takes no notice of its time is answered for, and keeps its place.
func TestLateTool(t *testing.T) {
	t.Parallel()
	s := bus(t)
	free := make(chan struct{})
	o := host()
	o.MaxCalls = 1
	worker := serve(t, s, o, does("deaf", func(context.Context, []byte) runtime.Result {
		<-free
		return runtime.Done()
	}))
	r := from()
	r.Timeout = -1
	deaf := tool(t, dial(t, s, r), "deaf")
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	require.Equal(t, runtime.ClassTimeout, deaf.Execute(ctx, nil).Err.Class)
	require.Equal(t, runtime.ClassResourceExhausted, deaf.Execute(t.Context(), nil).Err.Class)
	require.ErrorContains(t, worker.Stop(), "1 tools go on")
	close(free)
}

// A worker that stops finishes what it has and gets nothing new; the other one does the rest.
func TestDrain(t *testing.T) {
	t.Parallel()
	s := bus(t)
	began, free := make(chan struct{}), make(chan struct{})
	slow := does("act", func(ctx context.Context, _ []byte) runtime.Result {
		close(began)
		select {
		case <-free:
			return runtime.Text("the first")
		case <-ctx.Done():
			return runtime.Failed(ctx, ctx.Err())
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	conn := connect(t, s)
	reg := registry(t, slow)
	go func() { ended <- natstools.Serve(ctx, conn, reg, host()) }()
	var client *natstools.Client
	eventually(t, "it is there", func() (is bool) {
		c, err := natstools.Dial(t.Context(), connect(t, s), from())
		client = c
		return err == nil
	})
	act := tool(t, client, "act")
	first := make(chan runtime.Result, 1)
	go func() { first <- act.Execute(t.Context(), nil) }()
	<-began
	cancel()
	eventually(t, "it takes no more", func() bool {
		r := act.Execute(t.Context(), nil)
		return r.Err != nil && r.Err.Class == runtime.ClassUnavailable && r.Err.NotStarted
	})
	serve(t, s, host(), answers("act", runtime.Text("the second")))
	require.Equal(t, "the second", act.Execute(t.Context(), nil).Text)
	close(free)
	require.Equal(t, "the first", (<-first).Text)
	require.NoError(t, <-ended)
}

// What is not finished in time is ended, and answered.
func TestDrainIsBounded(t *testing.T) {
	t.Parallel()
	s := bus(t)
	began := make(chan struct{})
	o := host()
	o.Drain = 50 * time.Millisecond
	worker := serve(t, s, o, does("act", func(ctx context.Context, _ []byte) runtime.Result {
		close(began)
		<-ctx.Done()
		return runtime.Failed(ctx, ctx.Err())
	}))
	act := tool(t, dial(t, s, from()), "act")
	got := make(chan runtime.Result, 1)
	go func() { got <- act.Execute(t.Context(), nil) }()
	<-began
	start := time.Now()
	require.NoError(t, worker.Stop())
	require.Less(t, time.Since(start), 5*time.Second)
	r := <-got
	require.Equal(t, runtime.ClassUnavailable, r.Err.Class)
	require.ErrorContains(t, r.Err, "stopped during the call")
}

// A client that is closed, or whose connection is, lets nobody wait.
func TestClose(t *testing.T) {
	t.Parallel()
	s := bus(t)
	began := make(chan struct{})
	serve(t, s, host(), does("wait", func(ctx context.Context, _ []byte) runtime.Result {
		began <- struct{}{}
		<-ctx.Done()
		return runtime.Failed(ctx, ctx.Err())
	}))
	for _, end := range []func(*natstools.Client, *nats.Conn){
		func(c *natstools.Client, _ *nats.Conn) { require.NoError(t, c.Close()) },
		func(_ *natstools.Client, conn *nats.Conn) { conn.Close() },
	} {
		conn := connect(t, s)
		r := from()
		r.Lost = time.Hour
		client, err := natstools.Dial(t.Context(), conn, r)
		require.NoError(t, err)
		got := make(chan runtime.Result, 1)
		wait := tool(t, client, "wait")
		go func() { got <- wait.Execute(t.Context(), nil) }()
		<-began
		end(client, conn)
		select {
		case r := <-got:
			require.Equal(t, runtime.ClassUnavailable, r.Err.Class)
			require.False(t, r.Err.NotStarted)
		case <-time.After(5 * time.Second):
			require.Fail(t, "it waits still")
		}
		require.True(t, wait.Execute(t.Context(), nil).Err.NotStarted)
		require.NoError(t, client.Close())
		conn.Close()
		require.NoError(t, client.Close())
	}
}

// Serve says that its connection is gone.
func TestConnectionIsClosed(t *testing.T) {
	t.Parallel()
	s := bus(t)
	conn := connect(t, s)
	ended := make(chan error, 1)
	go func() {
		ended <- natstools.Serve(t.Context(), conn, registry(t, answers("act", runtime.Done())), host())
	}()
	eventually(t, "it is there", func() bool {
		found, err := natstools.Discover(t.Context(), connect(t, s), "", 0)
		return err == nil && len(found) == 1
	})
	conn.Close()
	require.ErrorContains(t, <-ended, "connection was closed")
}

// Where a message is small, definitions are fetched one by one; where it is too small for one of them, there is no service.
func TestSmallMessages(t *testing.T) {
	t.Parallel()
	small := bus(t, func(o *server.Options) { o.MaxPayload = 8 << 10 })
	var tools []runtime.Tool
	for i := range 8 {
		tools = append(tools, runtime.Func(runtime.Spec{
			Name: "act" + strconv.Itoa(i), Access: runtime.Public, Description: strings.Repeat("Long. ", 500),
		}, func(context.Context, []byte) runtime.Result { return runtime.Text(strings.Repeat("a", 100_000)) }))
	}
	serve(t, small, host(), tools...)
	serve(t, small, host(), tools...)
	client := dial(t, small, from())
	require.Len(t, client.Tools(), 8, "%v", client.Refused())
	act := tool(t, client, "act3")
	require.Equal(t, strings.TrimSpace(strings.Repeat("Long. ", 500)), act.Spec().Description)
	r := act.Execute(t.Context(), nil)
	require.Nil(t, r.Err)
	require.Contains(t, r.Text, "[cut: 100000 bytes in all]")
	r = act.Execute(t.Context(), []byte(`{"a":"`+strings.Repeat("a", 9000)+`"}`))
	require.Equal(t, runtime.ClassResourceExhausted, r.Err.Class)
	require.True(t, r.Err.NotStarted)
	require.ErrorContains(t, r.Err, "a message holds at most 8192 bytes")

	huge := runtime.Func(runtime.Spec{Name: "huge", Access: runtime.Public, Description: strings.Repeat("Long. ", 2000)}, nothing)
	_, err := natstools.Start(connect(t, small), registry(t, huge), host())
	require.ErrorContains(t, err, "the definition of tool huge has")
	var many []runtime.Tool
	for i := range 100 {
		many = append(many, answers("act"+strconv.Itoa(i), runtime.Done()))
	}
	_, err = natstools.Start(connect(t, small), registry(t, many...), host())
	require.ErrorContains(t, err, "its 100 tools")
}

func nothing(context.Context, []byte) runtime.Result { return runtime.Done() }

// Services are found, their instances together.
func TestDiscover(t *testing.T) {
	t.Parallel()
	s := bus(t)
	conn := connect(t, s)
	found, err := natstools.Discover(t.Context(), conn, "", time.Second)
	require.NoError(t, err)
	require.Empty(t, found)
	serve(t, s, host(), answers("act", runtime.Done()))
	serve(t, s, host(), answers("act", runtime.Done()), answers("look", runtime.Done()))
	o := host()
	o.Name, o.Version = "till", "1.2.3"
	serve(t, s, o, answers("pay", runtime.Done()))
	o.Subject = "other.house"
	serve(t, s, o, answers("far", runtime.Done()))
	found, err = natstools.Discover(t.Context(), conn, "", time.Second)
	require.NoError(t, err)
	require.Equal(t, []natstools.Found{
		{Service: "desk", Versions: []string{"0.0.0"}, Instances: 2, Tools: []string{"act", "look"}},
		{Service: "till", Versions: []string{"1.2.3"}, Instances: 1, Tools: []string{"pay"}},
	}, found)
	client := dial(t, s, natstools.Remote{Service: "till", Subject: "other.house"})
	require.Equal(t, "ok", tool(t, client, "far").Execute(t.Context(), nil).Text)
}

// A client keeps itself, and the registries that follow it, as the service is.
func TestWatch(t *testing.T) {
	t.Parallel()
	s := bus(t)
	first := serve(t, s, host(), answers("act", runtime.Done()))
	client := dial(t, s, from())
	reg := runtime.NewRegistry()
	require.NoError(t, client.Register(t.Context(), reg))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- client.Watch(ctx, 20*time.Millisecond) }()
	serve(t, s, host(), answers("act", runtime.Done()), answers("look", runtime.Done()))
	eventually(t, "the new tool is there", func() bool { _, is := reg.Lookup("look"); return is })
	require.NoError(t, first.Stop())
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
}

// A worker that has another tool than the client knows has it look at once.
func TestWatchLooksAtOnce(t *testing.T) {
	t.Parallel()
	s := bus(t)
	old := serve(t, s, host(), answers("act", runtime.Done()))
	client := dial(t, s, from())
	act := tool(t, client, "act")
	require.NoError(t, old.Stop())
	serve(t, s, host(), runtime.Func(runtime.Spec{Name: "act", Access: runtime.Public, Description: "Pays."}, nothing))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- client.Watch(ctx, time.Hour) }()
	require.Equal(t, runtime.ClassUnavailable, act.Execute(t.Context(), nil).Err.Class)
	eventually(t, "it is seen, and held", func() bool { return len(client.Held()) == 1 })
	require.Equal(t, runtime.ClassPermissionDenied, act.Execute(t.Context(), nil).Err.Class)
	cancel()
	<-ended
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
			time.Sleep(2 * from().Lost)
			return runtime.Text("seen")
		}), answers("pay", runtime.Done())), host())
	require.NoError(t, err)
	t.Cleanup(func() { _ = worker.Stop() })
	client, err := natstools.Dial(t.Context(), connect(t, s, nats.UserInfo("caller", "c")), from())
	require.NoError(t, err)
	require.Equal(t, "seen", tool(t, client, "look").Execute(t.Context(), nil).Text)
	require.Equal(t, runtime.ClassUnavailable, tool(t, client, "pay").Execute(t.Context(), nil).Err.Class, "it hears nothing")
}

// A tool that the registry does not have any more is unknown, and one that was replaced is not called for the old one.
func TestRegistryChanges(t *testing.T) {
	t.Parallel()
	s := bus(t)
	reg := registry(t, answers("act", runtime.Done()), answers("look", runtime.Done()))
	worker, err := natstools.Start(connect(t, s), reg, host())
	require.NoError(t, err)
	t.Cleanup(func() { _ = worker.Stop() })
	client := dial(t, s, from())
	require.True(t, reg.Unregister("act"))
	require.NoError(t, reg.Replace(runtime.Func(runtime.Spec{Name: "look", Access: runtime.Public, Description: "Pays."}, nothing)))
	require.Equal(t, runtime.ClassUnknownTool, tool(t, client, "act").Execute(t.Context(), nil).Err.Class)
	require.Equal(t, runtime.ClassUnavailable, tool(t, client, "look").Execute(t.Context(), nil).Err.Class)
}
