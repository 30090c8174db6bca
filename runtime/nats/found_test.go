package natstools_test

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/micro"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	natstools "github.com/toolgen/toolgen/runtime/nats"
	"github.com/toolgen/toolgen/runtime/provider"
	"github.com/toolgen/toolgen/runtime/remote"
)

func at(port string) func(*server.Options) {
	return func(o *server.Options) { o.Port, _ = strconv.Atoi(port) }
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

// What others read of a service, by micro's own types: an endpoint per tool with its definition, and how often it was called.
func TestMicro(t *testing.T) {
	t.Parallel()
	s := bus(t)
	weigh := answers("weigh", runtime.Done())
	worker := serve(t, s, host(), weigh)
	conn := connect(t, s)
	require.Nil(t, tool(t, dial(t, s, from()), "weigh").Execute(t.Context(), nil).Err)

	m, err := conn.Request("$SRV.INFO.desk."+worker.ID(), nil, time.Second)
	require.NoError(t, err)
	var info micro.Info
	require.NoError(t, json.Unmarshal(m.Data, &info))
	definition, err := provider.MCP(provider.FromSpec(weigh.Spec()), provider.MCP20260728)
	require.NoError(t, err)
	digest, err := remote.Digest(definition)
	require.NoError(t, err)
	require.Equal(t, []micro.EndpointInfo{{
		Name: "weigh", Subject: "toolgen.desk.call.weigh", QueueGroup: "q", Metadata: map[string]string{"definition": string(definition), "digest": digest},
	}}, info.Endpoints)

	m, err = conn.Request("$SRV.STATS.desk", nil, time.Second)
	require.NoError(t, err)
	var stats micro.Stats
	require.NoError(t, json.Unmarshal(m.Data, &stats))
	require.Equal(t, 1, stats.Endpoints[0].NumRequests)
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
