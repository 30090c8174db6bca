// Package command has the tools bash_exec and python_exec: programs that a model writes or names, each run in a sandbox of its own.
//
//	bash, err := command.NewBash(command.Options{})
//	err = reg.Register(bash.Tools())
//
//	python, err := command.NewPython(command.Options{Folder: "/srv/work", Limits: sandbox.Limits{Memory: 2 << 30}})
//	err = reg.Register(python.Tools())
//
// No text is judged, because no reading of a command line tells what a shell will make of it: what a program cannot reach, the kernel
// keeps from it. That is package sandbox: namespaces, landlock and rlimits, an environment that has nothing of the host's, and no
// file of the host but programs and libraries. A program begins in an empty folder that is gone after the call, has no network, and
// leaves no process behind. Where a machine cannot enforce a limit, New returns the reason in place of the tool, and so does a call.
//
// The tools are of the level admin and destructive. A person is asked before each call by a policy that is careful, or by a layer with
// {"ask": ["bash_exec", "python_exec"]}.
//
//tool:defaults category=execution access=admin timeout=11m concurrency=4 names=snake
package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/sandbox"
)

//go:generate go tool toolgen

// maxTime is the most that Limits.Wall may be. It is less than the timeout of the tools, which would leave nothing of what a program
// wrote.
const maxTime = 10 * time.Minute

// maxText is how many bytes a model may give as arguments or as a program: the kernel takes 128 KiB in one argument.
const maxText = 100_000

// Options are what programs may touch and take. All zero, they have a folder of their own, no network, and the limits beside
// sandbox.Limits.
type Options struct {
	// Folder is an absolute path: where programs begin and what they may change, for good. Its files have the bound Limits.File each
	// and none together, so it should be on a file system that may become full. A host that is root gives it to the user 65534,
	// whom its programs run as. "" means /tmp, which is empty at the beginning of each call and gone afterwards; it is there, too,
	// where a Folder is.
	Folder string

	Read    []string // absolute paths of files and folders that programs may read, besides sandbox.System
	Env     []string // their whole environment, as KEY=value; nil means PATH, HOME, TMPDIR and LANG
	Network bool     // whether they may use the network as the host does

	// Program is the interpreter: an absolute path, or a name that is looked for in the PATH of Env. "" means bash and python3.
	Program string

	// Limits bound one call, see sandbox.Limits. Wall is the most time that a call may ask for: 2 minutes, and 10 at most. CPU is Wall
	// where it is zero.
	Limits sandbox.Limits

	// Show is how many bytes of standard output, and as many of standard error, a result has at most; 64 KiB.
	Show int

	// Without names limits that programs run without where the machine cannot enforce them, see sandbox.Command.
	Without []sandbox.Limit
}

// host runs programs as the Options say. It is safe for concurrent use.
type host struct {
	o   Options
	run func(context.Context, *sandbox.Command) (*sandbox.Outcome, error) // the sandbox, but for tests without one
}

// newHost checks the Options, and whether this machine can run the interpreter within them.
func newHost(o Options, interpreter string) (*host, error) {
	if o.Program == "" {
		o.Program = interpreter
	}
	if o.Limits.Wall == 0 {
		o.Limits.Wall = 2 * time.Minute
	}
	if o.Limits.CPU == 0 {
		o.Limits.CPU = o.Limits.Wall
	}
	if o.Show == 0 {
		o.Show = 64 << 10
	}
	switch {
	case o.Folder != "" && !filepath.IsAbs(o.Folder):
		return nil, fmt.Errorf("the Folder is no absolute path: %q", o.Folder)
	case o.Limits.Wall < time.Second || o.Limits.Wall > maxTime:
		return nil, fmt.Errorf("the limit Wall is not between 1s and %v: %v", maxTime, o.Limits.Wall)
	case o.Limits.Output < 0:
		return nil, errors.New("there is no limit Output, and what programs write is kept in memory")
	case o.Show < 0:
		return nil, errors.New("the number of bytes to Show is negative")
	}
	h := &host{o, run}
	return h, h.command(nil, "", o.Limits.Wall).Check()
}

func run(ctx context.Context, c *sandbox.Command) (*sandbox.Outcome, error) { return c.Run(ctx) }

// command is a run of the interpreter.
func (h *host) command(args []string, stdin string, wall time.Duration) *sandbox.Command {
	c := &sandbox.Command{
		Path: h.o.Program, Args: args, Env: h.o.Env, Dir: h.o.Folder, Stdin: strings.NewReader(stdin),
		Network: h.o.Network, Limits: h.o.Limits, Without: h.o.Without,
	}
	c.Limits.Wall = wall
	if h.o.Read != nil {
		c.Read = append(sandbox.System(), h.o.Read...)
	}
	if h.o.Folder != "" {
		c.Write = []string{h.o.Folder}
	}
	return c
}

// exec runs the interpreter and tells how that ended.
func (h *host) exec(ctx context.Context, args []string, stdin string, seconds, maxBytes int) (Outcome, error) {
	wall := min(time.Duration(seconds)*time.Second, h.o.Limits.Wall)
	ended, err := h.run(ctx, h.command(args, stdin, wall))
	if err != nil {
		return Outcome{}, h.told(ctx, err)
	}
	return h.outcome(ended, wall, min(maxBytes, h.o.Show)), nil
}

// told is why nothing was run, in words for a model: without paths of the host, of which it is not to know.
func (h *host) told(ctx context.Context, err error) error {
	var known *runtime.Error
	switch {
	case ctx.Err() != nil, errors.As(err, &known): // a sandbox.Refusal has one in it
		return err
	case errors.Is(err, exec.ErrNotFound):
		return runtime.NewError(runtime.ClassUnavailable, "not run: there is no "+filepath.Base(h.o.Program)+" on this machine").WithCause(err).AsNotStarted()
	case errors.Is(err, fs.ErrNotExist):
		return runtime.NewError(runtime.ClassUnavailable, "not run: a folder that the host gives to programs is not there").WithCause(err).AsNotStarted()
	}
	return runtime.NewError(runtime.ClassUnavailable, "not run: the sandbox could not be set up").WithCause(err)
}

// fits is an error where a text that a model gave cannot be passed to a program.
func fits(name string, texts ...string) error {
	total := 0
	for _, text := range texts {
		total += len(text)
		if strings.IndexByte(text, 0) >= 0 {
			return runtime.NewError(runtime.ClassInvalidArguments, name+": has a zero byte, which no argument of a program can have; leave it out")
		}
	}
	if total > maxText {
		return runtime.NewError(runtime.ClassInvalidArguments,
			fmt.Sprintf("%s: expected at most %d bytes, got %d; give what is long as stdin", name, maxText, total))
	}
	return nil
}
