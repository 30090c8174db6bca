// Package natstools serves the tools of a registry as a NATS micro service, and makes the tools of such services callable as tools of a
// registry. It is a module of its own, on the official client: a program that does not import it builds none of it.
//
// # Serving
//
//	reg := runtime.NewRegistry()
//	err := reg.Register(weather.Tools())
//	err = natstools.Serve(ctx, conn, reg, natstools.Options{Name: "weather"})
//
// Every instance of a service that is started so, in however many processes, takes a share of the calls. What a caller may call is the
// registry's decision; a registry without an authorizer decides by policy.BuiltIn here: levels and scopes alone. NATS does not say who
// has published a message, so a caller is public unless the host's [Options.Identity] says otherwise.
//
// # Calling
//
//	weather, err := natstools.Dial(ctx, conn, natstools.Remote{Service: "weather", Prefix: "weather_"})
//	err = weather.Register(ctx, reg)
//
// The terms are those of tools of MCP servers, by the same code (runtime/remote): denied until the policy names them and once more when
// they change, pinned, bounded, cleaned and checked.
//
// # What a call is worth
//
// A call is made at most once, and is answered once: with a result, or with an error that says what is known. A worker says at once that it
// has a call and from then on that it still works at it, so that one that dies is noticed long before the call's time is over
// ([Remote.Lost]). Where no worker is there the answer comes at once, and nothing was done. Nothing is kept anywhere for workers that
// come later. The time that a call has, and its end when the caller gives up or dies, reach the worker.
//
// The package imports runtime, its policy, provider, codec and remote, the internal room that reads what others wrote, and nats.go with its
// micro; nats-server is for the tests alone.
package natstools
