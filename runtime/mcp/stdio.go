package mcp

import (
	"context"
	"os"

	"github.com/toolgen/toolgen/runtime"
)

// ServeStdio serves the tools of reg over stdin and stdout until the client closes them, which is no error, or ctx is over. It is
// for the life of a process: stdout belongs to the protocol, so os.Stdout is stderr meanwhile, and what a tool prints spoils
// nothing. The caller is [Options.Local].
//
// A line that is no message, is longer than 16 MiB or is nested deeper than 500 is answered with an error, and the session goes on.
// When the client closes its side, calls that run have 10 seconds more to be answered; then their contexts end.
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
	return s.Run(ctx, &lineTransport{in: os.Stdin, out: out, log: s.log})
}
