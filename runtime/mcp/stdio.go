package mcp

import (
	"context"
	"io"
	"os"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// ServeStdio serves the tools of reg over stdin and stdout until the client closes them, which is no error, or ctx is over. It is
// for the life of a process: stdout belongs to the protocol, so os.Stdout is stderr meanwhile, and what a tool prints spoils
// nothing. The caller is [Options.Local].
func ServeStdio(ctx context.Context, reg *runtime.Registry, o Options) error {
	server, err := NewServer(reg, o)
	if err != nil {
		return err
	}
	return server.ServeStdio(ctx)
}

// ServeStdio is the function [ServeStdio] for a server that has other things too.
func (s *Server) ServeStdio(ctx context.Context) error {
	s.tellHidden(s.local(), "set Options.Local to raise the user of this process")
	out := os.Stdout
	os.Stdout = os.Stderr
	defer func() { os.Stdout = out }()
	return s.Run(ctx, &sdk.IOTransport{Reader: os.Stdin, Writer: unclosed{out}})
}

// unclosed leaves stdout open: it is not for a connection to close.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
