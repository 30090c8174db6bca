// Package plugin is the side of a plug-in that is compiled to WebAssembly: a main of one line offers tools, such as those that toolgen
// has generated, to a host that loads it with sandbox.Load.
//
//	func main() { plugin.Main(weather.Tools()) }
//
//	GOOS=wasip1 GOARCH=wasm go build -o weather.wasm ./plugin
//
// Every call is a start of the program: what it keeps in memory is gone when the call ends. There is no network, no environment, and
// no file but those that the host mounts. What the program writes to standard output besides would be read as part of its answer, so
// tools write to standard error, which the host keeps for itself.
//
// The package imports runtime of ours and the standard library.
package plugin

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/sandbox/internal/wire"
)

// Main answers what the host asks by the arguments of the program, and ends it. Tools that cannot be registered together, and anything
// but the two requests, end it with exit code 2 and the reason on standard error.
func Main(sets ...runtime.Set) {
	if err := serve(context.Background(), os.Args[1:], os.Stdin, os.Stdout, sets); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(0)
}

// serve answers one request.
func serve(ctx context.Context, args []string, in io.Reader, out io.Writer, sets []runtime.Set) error {
	registry := runtime.NewRegistry()
	if err := registry.Register(sets...); err != nil {
		return err
	}
	var answer any
	switch {
	case len(args) == 1 && args[0] == wire.Describe:
		d := wire.Description{Plugin: wire.Version}
		for tool := range registry.All() {
			d.Tools = append(d.Tools, wire.SpecOf(tool.Spec()))
		}
		answer = d
	case len(args) == 2 && args[0] == wire.Call:
		arguments, err := io.ReadAll(in)
		if err != nil {
			return fmt.Errorf("plugin: reading the arguments: %w", err)
		}
		answer = wire.ResultOf(registry.Call(ctx, args[1], arguments))
	default:
		return fmt.Errorf("plugin: this program answers to %q and %q with the name of a tool; sandbox.Load starts it", wire.Describe, wire.Call)
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return fmt.Errorf("plugin: %w", err)
	}
	_, err = out.Write(text)
	return err
}
