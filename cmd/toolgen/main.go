// Command toolgen writes zz_tools.go for packages whose functions carry //tool: directives, and checks, lists and
// explains what it writes.
//
// This is a thin face of package generator: flags become generator.Options, a Result becomes text and an exit code. There
// is one file for each verb: gen.go, check.go, list.go, explain.go, version.go; what they share is in session.go. No flag
// changes what is generated.
//
// Exit codes: 0 is fine; 1 means errors in the source, or stale output for check; 2 means that the run could not go on.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/toolgen/toolgen/generator"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process, whatever it does
	os.Exit(run(ctx, world{
		args:     os.Args[1:],
		getenv:   os.Getenv,
		stdout:   os.Stdout,
		stderr:   os.Stderr,
		terminal: isTerminal(os.Stderr),
		generate: generator.Generate,
		commit:   generator.Commit,
		remember: generator.Remember,
	}))
}

// isTerminal reports whether somebody is likely to watch what is written to f.
func isTerminal(f *os.File) bool {
	at, err := f.Stat()
	return err == nil && at.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}
