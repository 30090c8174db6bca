package mcp_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/mcp"
)

// greetings is what a generated Tools() returns.
func greetings() *runtime.Registry {
	reg := runtime.NewRegistry()
	err := reg.Register(runtime.Set{
		runtime.Func(runtime.Spec{Name: "greet", Access: runtime.Public}, func(context.Context, []byte) runtime.Result { return runtime.Text("Hello.") }),
		runtime.Func(runtime.Spec{Name: "shout", Access: runtime.Trusted}, func(context.Context, []byte) runtime.Result { return runtime.Text("HELLO.") }),
	})
	if err != nil {
		log.Fatal(err)
	}
	return reg
}

// A host starts the program, and whoever did that is trusted.
func ExampleServeStdio() {
	err := mcp.ServeStdio(context.Background(), greetings(), mcp.Options{Name: "greetings", Local: runtime.Principal{Role: runtime.Trusted}})
	if err != nil {
		log.Fatal(err)
	}
}

// Callers are public, unless they have a token that says more.
func ExampleHandler() {
	handler, err := mcp.Handler(greetings(), mcp.HTTPOptions{
		Options: mcp.Options{Name: "greetings"},
		Verify: func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
			if token != "one that was checked" {
				return nil, auth.ErrInvalidToken
			}
			return &auth.TokenInfo{UserID: "ada", Extra: map[string]any{"role": "trusted"}, Expiration: time.Now().Add(time.Hour)}, nil
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	http.Handle("/mcp", handler)
}

// A server that has prompts too, over a transport of its own.
func ExampleNewServer() {
	ctx := context.Background()
	server, err := mcp.NewServer(greetings(), mcp.Options{Name: "greetings"})
	if err != nil {
		log.Fatal(err)
	}
	server.SDK().AddPrompt(&sdk.Prompt{Name: "politely"}, func(context.Context, *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
		return &sdk.GetPromptResult{Messages: []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: "Greet politely."}}}}, nil
	})

	here, there := sdk.NewInMemoryTransports()
	go func() { _ = server.Run(ctx, there) }()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "example", Version: "1"}, nil).Connect(ctx, here, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = session.Close() }()
	for tool, err := range session.Tools(ctx, nil) {
		fmt.Println(tool.Name, err)
	}
	r, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "greet", Arguments: map[string]any{}})
	fmt.Println(r.Content[0].(*sdk.TextContent).Text, err)
	// Output:
	// greet <nil>
	// Hello. <nil>
}
