// Command mcpserver serves the tools of package desk to MCP hosts, over stdio or, with -http, over streamable HTTP.
//
// In the folder examples: a host that starts servers by itself is told the command, here Claude Code and any host with an mcp.json:
//
//	go build -o ../bin/desk ./mcpserver
//	claude mcp add desk -- "$(realpath ../bin/desk)"
//	{"mcpServers": {"desk": {"command": "/path/to/bin/desk"}}}
//
// One that connects to servers is told the URL, and a token where it should have more than what is public:
//
//	DESK_TOKEN=secret ../bin/desk -http 127.0.0.1:8080
//	claude mcp add --transport http desk http://127.0.0.1:8080/mcp --header "Authorization: Bearer secret"
//	npx @modelcontextprotocol/inspector --cli --server-url http://127.0.0.1:8080/mcp --transport http --method tools/list
//
// Over stdio the caller is whoever started the process, and may all; over HTTP it is public without the token.
package main

import (
	"context"
	"crypto/subtle"
	"flag"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"

	"github.com/toolgen/toolgen/examples/mcpserver/desk"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/mcp"
)

func main() {
	address := flag.String("http", "", "serve over HTTP at this `address`, in place of stdio")
	flag.Parse()
	if err := serve(*address); err != nil {
		log.Fatal(err)
	}
}

func serve(address string) error {
	reg := runtime.NewRegistry()
	if err := reg.Register(desk.DeskTools(new(desk.Desk))); err != nil {
		return err
	}
	options := mcp.Options{Name: "desk", Version: "1", Local: runtime.Principal{Role: runtime.Admin}}
	if address == "" {
		return mcp.ServeStdio(context.Background(), reg, options)
	}
	handler, err := mcp.Handler(reg, mcp.HTTPOptions{Options: options, Verify: verify})
	if err != nil {
		return err
	}
	http.Handle("/mcp", handler)
	return (&http.Server{Addr: address, ReadHeaderTimeout: 10 * time.Second}).ListenAndServe()
}

// verify knows one token, which is good for all tools.
func verify(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	if want := os.Getenv("DESK_TOKEN"); want == "" || subtle.ConstantTimeCompare([]byte(token), []byte(want)) != 1 {
		return nil, auth.ErrInvalidToken
	}
	return &auth.TokenInfo{UserID: "desk", Extra: map[string]any{"role": "admin"}, Expiration: time.Now().Add(time.Hour)}, nil
}
