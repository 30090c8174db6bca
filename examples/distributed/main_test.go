package main

import (
	"bytes"
	"context"
	"os"
	"os/signal"
	"regexp"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) {
	if name := os.Getenv(workerEnv); name != "" {
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		defer stop()
		if err := worker(ctx, os.Getenv(busEnv), name); err != nil {
			panic(err)
		}
		return
	}
	os.Exit(m.Run())
}

// What the program shows is what docs/distributed.md says of it.
func TestShow(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, show(t.Context(), &out))
	t.Log("\n" + out.String())
	for _, part := range []string{
		`30 calls over 3 workers:\n  amber \d+, birch \d+, cedar \d+\n`,
		`60 calls, and birch is killed in the middle:\n  amber \d+(, birch \d+)?, cedar \d+(, unavailable \d)?\n`,
		`half a second of time:\n(.*\n)?  timeout: the time for this call is over`,
		`given up when the first shelf is done:\n(.*\n)?  canceled: the call was canceled`,
		`(?s)(\[(amber|cedar)\] its call is over before the work is: context (deadline exceeded|canceled)\n.*){2}when no worker`,
		`when no worker is left:\n  unavailable: no worker of the tool's service is there; the call was not made\n  \(said at once\)\n$`,
	} {
		require.Regexp(t, regexp.MustCompile(part), out.String())
	}
}
