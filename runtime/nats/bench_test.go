package natstools_test

import (
	"context"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/toolgen/toolgen/runtime"
	natstools "github.com/toolgen/toolgen/runtime/nats"
)

// What a call costs beside a plain request of NATS with the same arguments and as short an answer, over one server on this machine.
func BenchmarkCall(b *testing.B) {
	bus := must(server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true}))
	bus.Start()
	defer bus.Shutdown()
	bus.ReadyForConnections(10 * time.Second)
	there, here := must(nats.Connect(bus.ClientURL())), must(nats.Connect(bus.ClientURL()))
	defer there.Close()
	defer here.Close()
	args := []byte(`{"city":"Paris","days":3}`)
	done := func(context.Context, []byte) runtime.Result { return runtime.Done() }
	reg := runtime.NewRegistry()
	if err := reg.Register(runtime.Set{does("act", done)}); err != nil {
		b.Fatal(err)
	}
	worker := must(natstools.Start(there, reg, host()))
	defer func() { _ = worker.Stop() }()
	act := must(natstools.Dial(b.Context(), here, from())).Tools()[0]
	must(there.Subscribe("plain", func(m *nats.Msg) { _ = m.Respond([]byte("ok")) }))

	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			must(here.RequestWithContext(b.Context(), "plain", args))
		}
	})
	b.Run("tool", func(b *testing.B) {
		for b.Loop() {
			if r := act.Execute(b.Context(), args); r.Err != nil {
				b.Fatal(r.Err)
			}
		}
	})
}
