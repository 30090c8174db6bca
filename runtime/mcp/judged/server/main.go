// Command server serves the tools that the judges call, over stdio or, with -http, over streamable HTTP.
package main

import (
	"context"
	"flag"
	"log"
	"net/http"
	"os"
	"os/signal"
	"time"

	"github.com/toolgen/toolgen/runtime/mcp"
	"github.com/toolgen/toolgen/runtime/mcp/judged"
)

func main() {
	address := flag.String("http", "", "serve over HTTP at this `address`, path /mcp, in place of stdio")
	stateful := flag.Bool("stateful", false, "keep a session for each client, over HTTP")
	flag.Parse()
	server, err := judged.NewServer()
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *address == "" {
		if err := server.ServeStdio(ctx); err != nil && ctx.Err() == nil {
			log.Fatal(err)
		}
		return
	}
	handler, err := server.Handler(mcp.HTTPOptions{Stateful: *stateful})
	if err != nil {
		log.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", handler)
	log.Fatal((&http.Server{Addr: *address, Handler: mux, ReadHeaderTimeout: 10 * time.Second}).ListenAndServe())
}
