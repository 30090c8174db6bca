// Package execcommand wraps os/exec CommandContext.
package execcommand

import (
	"context"
	"os/exec"
)

// Command prepares a command.
//
//tool:name=take
func Command(ctx context.Context, name string, arg ...string) *exec.Cmd {
	return exec.CommandContext(ctx, name, arg...)
}
