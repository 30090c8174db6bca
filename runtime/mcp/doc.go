// Package mcp serves the tools of a registry over the Model Context Protocol, and makes the tools of other servers callable
// as tools of a registry. It is a module of its own, on the official Go SDK: a program that does not import it builds
// none of it.
//
// # Serving
//
// [ServeStdio] and [Handler] are all that most servers need:
//
//	reg := runtime.NewRegistry()
//	err := reg.Register(weather.Tools())
//	err = mcp.ServeStdio(ctx, reg, mcp.Options{Name: "weather"})
//
// What a caller sees and may call is the registry's decision, in lists and in calls alike. A registry without an authorizer
// decides by policy.BuiltIn here: levels and scopes alone, and callers that nobody vouches for are public. A tool that a
// caller may not see answers like a name that does not exist.
//
// Whatever a tool does becomes one result: errors, panics, an end of its goroutine, a time that is over and values that
// are no JSON are results that say so. Protocol errors are left to unknown names.
//
// # Calling
//
// [Dial] makes the tools of another server callable here, beside those of the program:
//
//	client, err := mcp.Dial(ctx, mcp.Remote{Command: []string{"desk-server"}, Prefix: "desk_"})
//	err = client.Register(ctx, reg)
//
// Nothing that a server says is trusted. Its tools are denied until the policy names them, and once more when their description
// or schema is another ([Pins], [Client.Accept]); its hints lead to no retry and no shortcut; its lists, schemas, texts and results
// are bounded ([RemoteLimits]), cleaned and checked; and a call that it may have got is never sent a second time. Numbers and the
// order of keys arrive as they were written, which the SDK's own decoding does not do.
//
// The package imports runtime, its codec, policy, provider and remote, the internal rooms that read what others wrote, and the SDK; nothing of the
// SDK's types reaches a tool.
package mcp
