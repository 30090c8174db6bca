// Command plugin loads tools at run time, from a WebAssembly file that it was not built with, and calls them:
//
//	go generate ./...
//	GOOS=wasip1 GOARCH=wasm go build -o texts.wasm ./guest
//	go run . texts.wasm
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/policy"
	"github.com/toolgen/toolgen/runtime/sandbox"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: plugin FILE.wasm, which GOOS=wasip1 GOARCH=wasm go build -o FILE.wasm ./guest makes")
	}
	wasm, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	if err := run(context.Background(), os.Stdout, wasm); err != nil {
		log.Fatal(err)
	}
}

// run registers what the file has under a policy that names it, and calls it rightly and wrongly.
func run(ctx context.Context, out io.Writer, wasm []byte, opts ...sandbox.Option) error {
	tools, err := sandbox.Load(ctx, wasm, sandbox.Limits{Wall: 20 * time.Second, Memory: 64 << 20, Output: 64 << 10}, opts...)
	if err != nil {
		return err
	}
	// What a plug-in says of its own tools counts for nothing: they are denied until the host gives them a level.
	rules, err := policy.New(policy.Config{Levels: map[string]runtime.Access{
		"measure_text": runtime.Public, "make_slug": runtime.Public,
	}}, tools)
	if err != nil {
		return err
	}
	registry := runtime.NewRegistry(runtime.Authorize(rules))
	if err := registry.Register(tools); err != nil {
		return err
	}
	ctx = runtime.WithPrincipal(ctx, runtime.Principal{Role: runtime.Public})
	for _, spec := range registry.Specs(ctx) {
		fmt.Fprintf(out, "%s: %s\n", spec.Name, spec.Description)
	}
	for _, call := range []struct{ name, args string }{
		{"measure_text", `{"text":"one two\nthree"}`},
		{"make_slug", `{"title":"Tools, at run time!"}`},
		{"make_slug", `{"title":""}`},
		{"make_slug", `{"title":"?"}`},
	} {
		result := registry.Call(ctx, call.name, []byte(call.args))
		fmt.Fprintf(out, "%s %s\n\t%s\n", call.name, call.args, result.Output())
	}
	return nil
}
