package sandbox

import (
	"context"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Command is a program to be run once or many times, each time in a sandbox of its own. It is not changed by running, so it may be
// shared.
//
// Arguments go to the program as they are: there is no shell, and nothing is parsed. A host that wants a shell names it as the
// program ({"/bin/sh", "-c", text}), and it is the sandbox that holds the text back, not a reading of it.
type Command struct {
	Path  string    // the program: an absolute path, or a name that is looked for in the PATH of Env. No word of a model: it opens that file
	Args  []string  // its arguments, without its name
	Env   []string  // its whole environment, as KEY=value; nil means PATH, HOME, TMPDIR and LANG. Nothing is inherited
	Dir   string    // where it begins; "" means /tmp where there is one, else /
	Stdin io.Reader // nil means that it is empty

	// What it may touch, as absolute paths of files and directories, with all below. Read covers running programs. A nil Read means
	// System(). The program itself is always readable. Write covers Read. What does not exist is an error.
	Read, Write []string

	Network bool // whether it may use the network as this process does

	Limits Limits

	// Without names the limits that this command does without where the machine cannot enforce them; there it runs all the same. It
	// takes back nothing where they can be enforced.
	Without []Limit

	on *machine // nil: the one that this is
}

// Outcome is how a run ended. A program that failed is no error of Run: see ExitCode.
type Outcome struct {
	Stdout, Stderr []byte        // together at most Limits.Output bytes
	Truncated      bool          // whether there was more of them; the program was killed then
	ExitCode       int           // -1 where a signal ended it
	Signal         string        // which one, such as "killed"; "" where none did
	Stopped        Limit         // the limit that ended it: Wall, CPU, Resident or Output; "" where it ended by itself
	Elapsed        time.Duration // by the clock
	CPU            time.Duration // of all processes that were waited for
}

// Ok reports whether the program ended by itself with exit code 0.
func (o *Outcome) Ok() bool { return o.ExitCode == 0 && o.Signal == "" && o.Stopped == "" }

// Text is the outcome in words, for a model: what the program wrote, invalid UTF-8 replaced, a mark where the output was cut, and
// how it ended unless it ended well.
func (o *Outcome) Text() string {
	var b strings.Builder
	part := func(title string, data []byte) {
		if len(data) == 0 {
			return
		}
		if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
			b.WriteByte('\n')
		}
		b.WriteString(title)
		b.WriteString(strings.ToValidUTF8(string(data), string(utf8.RuneError)))
	}
	part("", o.Stdout)
	part("[stderr]\n", o.Stderr)
	if o.Truncated {
		part("", []byte("[cut: the limit is "+strconv.Itoa(len(o.Stdout)+len(o.Stderr))+" bytes; the program was stopped]"))
	}
	switch {
	case o.Truncated:
	case o.Stopped != "":
		part("", []byte("[stopped by the limit: "+string(o.Stopped)+"]"))
	case o.Signal != "":
		part("", []byte("[ended by signal: "+o.Signal+"]"))
	case o.ExitCode != 0:
		part("", []byte("[exit code "+strconv.Itoa(o.ExitCode)+"]"))
	}
	return b.String()
}

// Check says whether this machine can hold the command to its limits: nil, or a [*Refusal], or what is wrong with the command. Run
// asks the same; a host that wants to know when it starts asks here. A program that is not there is [exec.ErrNotFound], another path
// that is not there [io/fs.ErrNotExist].
func (c *Command) Check() error {
	_, err := c.prepare(context.Background())
	return err
}

// Run runs the program and returns when it has ended and nothing of it is left. Limits of a policy that ctx carries (see [Enforce])
// lower those of the command. The error is a [*Refusal], the end of ctx, or what kept the program from being started.
func (c *Command) Run(ctx context.Context) (*Outcome, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	job, err := c.prepare(ctx)
	if err != nil {
		return nil, err
	}
	return job.run(ctx)
}

// within returns the limits of the command with those that ctx carries.
func (c *Command) within(ctx context.Context) Limits {
	l := c.Limits.or(defaults)
	demanded := demandedBy(ctx)
	lower(&l.Wall, demanded.Timeout)
	lower(&l.Memory, demanded.Memory)
	lower(&l.Resident, demanded.Memory)
	lower(&l.Output, demanded.Output)
	if demanded.Disk > 0 && l.Disk > demanded.Disk { // a command without scratch directory stays without
		l.Disk = demanded.Disk
	}
	return l
}

// refuse returns why a command with these limits cannot be run where the machine offers this.
func (c *Command) refuse(ctx context.Context, l Limits, has Report) error {
	needs := map[Limit]bool{
		Wall: l.Wall > 0, CPU: l.CPU > 0, Memory: l.Memory > 0, Resident: l.Resident > 0, File: l.File > 0, Disk: l.Disk > 0, Output: l.Output > 0,
		Procs: l.Procs > 0, Files: l.Files > 0, Network: !c.Network, Paths: true, Signals: true, Survivors: true, Raise: true,
	}
	for _, without := range c.Without {
		needs[without] = false
	}
	if (c.Limits.Disk > 0 || demandedBy(ctx).Disk > 0) && len(c.Write) > 0 && needs[Disk] {
		return &Refusal{Disk, "a quota holds for the scratch directory, not for the paths in Write; bound these with File"}
	}
	for _, limit := range limits {
		if s := has.Of(limit); needs[limit] && s.Strength == Unsupported {
			return &Refusal{limit, s.Reason}
		}
	}
	return nil
}

// sound returns what is wrong with the command itself.
func (c *Command) sound() error {
	if c.Path == "" {
		return errors.New("sandbox: the command has no Path")
	}
	for _, text := range append(append([]string{c.Path, c.Dir}, c.Args...), c.Env...) {
		if strings.IndexByte(text, 0) >= 0 {
			return errors.New("sandbox: a path, argument or variable contains a zero byte")
		}
	}
	for _, variable := range c.Env {
		if i := strings.IndexByte(variable, '='); i <= 0 {
			return errors.New("sandbox: an element of Env is not KEY=value")
		}
	}
	return nil
}

// environment is what the program gets where the command does not say.
func environment(home string) []string {
	return []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + home, "TMPDIR=" + home, "LANG=C.UTF-8"}
}

// seconds rounds up, to at least one.
func seconds(d time.Duration) uint64 {
	return uint64(max(1, math.Ceil(d.Seconds())))
}
