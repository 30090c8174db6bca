// Command mcpclient has the tools of an MCP server beside its own, under one policy, and calls both.
//
// The server is a command, or a URL. In the folder examples:
//
//	go build -o ../bin/desk ./mcpserver
//	go run ./mcpclient ../bin/desk
//	DESK_TOKEN=secret ../bin/desk -http 127.0.0.1:8080 &
//	DESK_TOKEN=secret go run ./mcpclient http://127.0.0.1:8080/mcp
//
// With -pins it remembers what the server said of its tools. One that says something else the next time is not called until
// -accept takes it as it is:
//
//	go run ./mcpclient -pins desk.pins ../bin/desk
//	go run ./mcpclient -pins desk.pins -accept desk_weather ../bin/desk
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"strings"

	"github.com/toolgen/toolgen/examples/quickstart/weather"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/mcp"
	"github.com/toolgen/toolgen/runtime/policy"
)

func main() {
	pins := flag.String("pins", "", "remember in this `file` what the server says of its tools")
	accept := flag.String("accept", "", "take the changed tool of this `name` as it is now")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: mcpclient [flags] SERVER: a URL, or a command with its arguments")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(context.Background(), *pins, *accept, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

// rules let anybody look and ask a person before anything is booked. The server's tools are denied but for the two that have a name
// here, whatever the server says of them; cancel_all has none.
var rules = policy.Config{
	Levels: map[string]runtime.Access{"desk_weather": runtime.Public, "desk_book": runtime.Trusted},
	Layers: []policy.Layer{{Name: "spending", Ask: []string{"desk_book"}}},
	Absent: []string{"desk_weather", "desk_book"}, // they come when the server is there
}

func run(ctx context.Context, pins, accept string, server []string) error {
	p, err := policy.New(rules, weather.Tools())
	if err != nil {
		return err
	}
	reg := runtime.NewRegistry(runtime.Authorize(p))
	if err := reg.Register(weather.Tools()); err != nil {
		return err
	}

	known, err := read(pins)
	if err != nil {
		return err
	}
	remote := mcp.Remote{Prefix: "desk_", Pins: known}
	if strings.Contains(server[0], "://") {
		remote.URL = server[0]
		remote.Token = func(context.Context) (string, error) { return os.Getenv("DESK_TOKEN"), nil }
	} else {
		remote.Command, remote.Stderr = server, os.Stderr
	}
	desk, err := mcp.Dial(ctx, remote)
	if err != nil {
		return err
	}
	defer desk.Close()
	if err := desk.Register(ctx, reg); err != nil {
		return err
	}
	for _, change := range desk.Held() {
		fmt.Printf("%s says something new of itself: %s\n", change.Name, change.Is.Description)
		if change.Name == accept {
			if err := desk.Accept(ctx, change.Name, change.Digest); err != nil {
				return err
			}
		}
	}

	ctx = runtime.WithPrincipal(ctx, runtime.Principal{ID: "ann", Role: runtime.Trusted})
	fmt.Println("Tools that ann sees:")
	for _, spec := range reg.Specs(ctx) {
		where := "here"
		if spec.Remote {
			where = "remote"
		}
		fmt.Printf("  %-16s %s\n", spec.Name, where)
	}
	for _, call := range [][2]string{
		{"get_forecast", `{"city":"Oslo","days":1}`},
		{"desk_weather", `{"city":"Oslo"}`},
		{"desk_book", `{"city":"Oslo","travellers":2}`},
		{"desk_cancel_all", `{"city":"Oslo"}`},
	} {
		result := reg.Call(ctx, call[0], []byte(call[1]))
		fmt.Printf("\n%s %s\n  %s\n", call[0], call[1], result.Output())
	}
	return write(pins, desk.Pins())
}

// read returns what is remembered of the server; nothing the first time.
func read(file string) (mcp.Pins, error) {
	if file == "" {
		return nil, nil
	}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return mcp.ReadPins(f)
}

func write(file string, pins mcp.Pins) error {
	if file == "" {
		return nil
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	_, err = pins.WriteTo(f)
	return errors.Join(err, f.Close())
}
