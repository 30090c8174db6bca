//go:build !linux

package sandbox

import (
	"context"
	"errors"
	"runtime"
)

func probe() *machine {
	return &machine{report: nowhere("child processes are sandboxed on Linux only, this is " + runtime.GOOS)}
}

// job is never made.
type job struct{}

func (c *Command) prepare(ctx context.Context) (*job, error) {
	if err := c.sound(); err != nil {
		return nil, err
	}
	if err := c.refuse(ctx, c.within(ctx), Probe()); err != nil {
		return nil, err
	}
	return nil, errors.New("sandbox: child processes are sandboxed on Linux only")
}

func (*job) run(context.Context) (*Outcome, error) {
	return nil, errors.New("sandbox: child processes are sandboxed on Linux only")
}

// System returns nil: there is no sandbox to list paths for.
func System() []string { return nil }
