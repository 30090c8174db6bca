package mcp

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// Over stdio the caller is Local, and what a tool prints does not get between the messages.
func TestServeStdio(t *testing.T) {
	if os.Getenv("MCP_SERVE_STDIO") != "" { // this is the server
		prints := runtime.Func(runtime.Spec{Name: "prints", Access: runtime.Trusted}, func(context.Context, []byte) runtime.Result {
			fmt.Println(`{"jsonrpc":"2.0","id":1,"result":{}}`)
			return runtime.Text("printed")
		})
		err := ServeStdio(t.Context(), registryOf(t, prints, leveled("secret", runtime.Admin)), Options{Name: "stdio", Local: runtime.Principal{Role: runtime.Trusted}})
		if err != nil {
			_, _ = fmt.Fprintln(os.Stderr, "served with", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	both(t, func(t *testing.T, revision string) {
		server := exec.Command(os.Args[0], "-test.run=^TestServeStdio$")
		server.Env = append(os.Environ(), "MCP_SERVE_STDIO=1")
		log := &lines{}
		server.Stderr = log
		session, err := sdk.NewClient(&sdk.Implementation{Name: "client", Version: "1"}, nil).
			Connect(t.Context(), &sdk.CommandTransport{Command: server}, &sdk.ClientSessionOptions{ProtocolVersion: revision})
		require.NoError(t, err)
		require.Equal(t, []string{"prints"}, names(t, session))
		require.Equal(t, "printed", text(t, call(t, session, "prints", nil)))
		require.Equal(t, `unknown tool "secret"`, wireError(t, session, "secret").Message)
		require.NoError(t, session.Close(), "the end of the client is no error of the server: %s", log)
		require.Contains(t, log.String(), `{"jsonrpc":"2.0","id":1,"result":{}}`)
		require.Contains(t, log.String(), "hidden=secret")
	})
}
