package sandbox

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wrap"
)

// refused demands that a command which needs that limit is not run, with the reason.
func refused(t *testing.T, m *machine, limit Limit) {
	t.Helper()
	c := shell(m, "echo started")
	c.Without = nil
	for _, l := range limits {
		if l != limit {
			c.Without = append(c.Without, l)
		}
	}
	o, err := c.Run(t.Context())
	require.Nil(t, o)
	refusal, is := errors.AsType[*Refusal](err)
	require.True(t, is, "%v", err)
	require.Equal(t, limit, refusal.Limit)
	require.NotEmpty(t, refusal.Reason)
	require.Equal(t, err, c.Check())

	result := runtime.Failed(t.Context(), err)
	require.Equal(t, runtime.ClassUnavailable, result.Err.Class)
	require.True(t, result.Err.NotStarted)
	require.Contains(t, result.Err.Message, string(limit))
}

func TestProbe(t *testing.T) {
	report := Probe()
	t.Log("\n" + report.String())
	require.Len(t, report, len(limits))
	for _, s := range report {
		require.Equal(t, s.Strength == Unsupported, s.Reason != "", "%+v", s)
		require.Equal(t, s.Strength == Unsupported, s.How == "", "%+v", s)
	}
	require.Equal(t, Unsupported, report.Of("weather").Strength)
	for name, m := range worlds(t) {
		for _, s := range m.report {
			if s.Strength == Unsupported {
				t.Run(name+" "+string(s.Limit), func(t *testing.T) { refused(t, m, s.Limit) })
			}
		}
	}
}

func TestRun(t *testing.T) {
	for name, m := range worlds(t) {
		t.Run(name, func(t *testing.T) {
			c := shell(m, "cat; echo; pwd; exit 3")
			c.Stdin = strings.NewReader("given")
			o := run(t, c)
			require.Equal(t, 3, o.ExitCode)
			require.True(t, strings.HasPrefix(string(o.Stdout), "given\n/"), "%s", o.Stdout)
			require.True(t, strings.HasSuffix(o.Text(), "\n[exit code 3]"))
			require.False(t, o.Ok())

			o = run(t, shell(m, "kill -9 $$"))
			require.Equal(t, -1, o.ExitCode)
			require.Equal(t, "killed", o.Signal)
			require.Equal(t, Limit(""), o.Stopped)
			require.Equal(t, "[ended by signal: killed]", o.Text())

			require.Equal(t, "", string(run(t, shell(m, "cat")).Stdout), "nil is an empty standard input")

			// An argument is a word, whatever is in it.
			c = &Command{Path: "echo", Args: []string{"$(id);", "`id`", "a b", "> /tmp/x", "*"}, on: m, Without: limits}
			require.Equal(t, "$(id); `id` a b > /tmp/x *\n", string(run(t, c).Stdout))

			// A reader that never ends does not hold the run up.
			c = shell(m, "exit 0")
			c.Stdin = readers{}
			require.True(t, run(t, c).Ok())
		})
	}
}

type readers struct{}

func (readers) Read(p []byte) (int, error) { return len(p), nil }

func TestCancel(t *testing.T) {
	for name, m := range worlds(t) {
		t.Run(name, func(t *testing.T) {
			cause := errors.New("the caller has enough")
			ctx, cancel := context.WithCancelCause(t.Context())
			c := shell(m, "echo begun; sleep 1000")
			began := make(chan struct{})
			c.Stdin = &onRead{began}
			go func() { <-began; cancel(cause) }()
			_, err := c.Run(ctx)
			require.ErrorIs(t, err, cause)
			_, err = c.Run(ctx)
			require.ErrorIs(t, err, context.Canceled)
		})
	}
}

// onRead closes the channel when the run has begun, and then has nothing to say.
type onRead struct{ began chan struct{} }

func (r *onRead) Read([]byte) (int, error) {
	select {
	case <-r.began:
	default:
		close(r.began)
	}
	return 0, errors.New("nothing")
}

func TestMistakes(t *testing.T) {
	m := worlds(t)["bare"]
	for want, c := range map[string]*Command{
		"no Path":                    {},
		"neither absolute nor":       {Path: "./x"},
		"there is no program":        {Path: "no-such-program"},
		"is not there":               {Path: "/no/such/program"},
		"a zero byte":                {Path: "/bin/sh", Args: []string{"a\x00b"}},
		"not KEY=value":              {Path: "/bin/sh", Env: []string{"x"}},
		"not an absolute path":       {Path: "/bin/sh", Read: []string{"usr"}},
		"no such file":               {Path: "/bin/sh", Write: []string{"/no/such/directory"}},
		"the working directory":      {Path: "/bin/sh", Dir: "/no/such/directory"},
		"running \"/dev/null\"":      {Path: "/dev/null"},
		"in the PATH of the sandbox": {Path: "sh", Env: []string{"PATH=.:/no/such"}},
	} {
		c.on, c.Without = m, limits
		_, err := c.Run(t.Context())
		require.ErrorContains(t, err, want)
	}
}

func TestManyAtOnce(t *testing.T) {
	for name, m := range worlds(t) {
		t.Run(name, func(t *testing.T) {
			c := shell(m, "echo $$ > "+map[bool]string{true: "/tmp/x; cat /tmp/x", false: "/dev/null"}[m.namespaces])
			var all sync.WaitGroup
			for range 12 {
				all.Go(func() {
					o, err := c.Run(t.Context())
					if err != nil || !o.Ok() {
						t.Errorf("%v %v", o, err)
					}
				})
			}
			all.Wait()
		})
	}
	entries, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	require.Less(t, len(entries), 40, "no file is left open")
}

func TestLimits(t *testing.T) {
	require.Equal(t, defaults, Limits{}.or(defaults))
	require.Equal(t, Limits{Wall: -1, CPU: 1, Memory: 2, Resident: -1, File: 3, Disk: -1, Output: 4, Procs: 5, Files: 6},
		Limits{Wall: -1, CPU: 1, Memory: 2, Resident: -1, File: 3, Disk: -1, Output: 4, Procs: 5, Files: 6}.or(defaults))
	require.Equal(t, uint64(1), seconds(time.Millisecond))
	require.Equal(t, uint64(2), seconds(1001*time.Millisecond))
	n := int64(-1)
	lower(&n, 5)
	require.Equal(t, int64(5), n)
	lower(&n, 0)
	require.Equal(t, int64(5), n)
}

func TestText(t *testing.T) {
	o := &Outcome{Stdout: []byte("a\xff"), Stderr: []byte("b")}
	require.Equal(t, "a\uFFFD\n[stderr]\nb", o.Text())
	require.True(t, o.Ok())
	require.Equal(t, "[stopped by the limit: wall]", (&Outcome{Stopped: Wall, ExitCode: -1, Signal: "killed"}).Text())
}

// A policy's limits of memory and disk reach the tools that run in a sandbox, and no other tool runs under them.
func TestEnforce(t *testing.T) {
	m := worlds(t)["bare"]
	if here := probed(); here.namespaces {
		m = here
	}
	seen := make(chan Limits, 1)
	confined := runtime.Func(runtime.Spec{Name: "shell"}, func(ctx context.Context, _ []byte) runtime.Result {
		c := shell(m, "dd if=/dev/zero of=/dev/null bs=200M count=1")
		seen <- c.within(ctx)
		o, err := c.Run(ctx)
		if err != nil {
			return runtime.Failed(ctx, err)
		}
		return runtime.Text(o.Text())
	})
	ran := false
	plain := runtime.Func(runtime.Spec{Name: "plain"}, func(context.Context, []byte) runtime.Result { ran = true; return runtime.Done() })
	enforce := Enforce(wrap.Enforce(4), func(s *runtime.Spec) bool { return s == confined.Spec() })

	around := enforce(runtime.Limits{Memory: 64 << 20, Disk: 1 << 20, Output: 4000, Timeout: 20 * time.Second})
	call := func(tool runtime.Tool, around runtime.Middleware) runtime.Result {
		return around(func(ctx context.Context, call *runtime.Call) runtime.Result { return tool.Execute(ctx, call.Args) })(
			t.Context(), &runtime.Call{Tool: tool.Spec()})
	}
	result := call(confined, around)
	require.Nil(t, result.Err)
	require.Contains(t, strings.ToLower(result.Text), "memory")
	l := <-seen
	require.Equal(t, int64(64<<20), l.Memory)
	require.Equal(t, int64(1<<20), l.Disk)

	result = call(plain, around)
	require.Equal(t, runtime.ClassInternal, result.Err.Class)
	require.True(t, result.Err.NotStarted)
	require.False(t, ran)
	require.Nil(t, call(plain, enforce(runtime.Limits{Output: 100})).Err, "what is not of the sandbox is left to inner")
	require.Nil(t, Enforce(nil, func(*runtime.Spec) bool { return true })(runtime.Limits{Output: 1}), "nobody enforces it")
	require.Panics(t, func() { Enforce(nil, nil) })
}

func TestStatus(t *testing.T) {
	s := readStatus(bytes.NewReader([]byte(`{"Error":"first"}{"Error":"second"}{"Ended":true,"Exit":4}`)))
	require.Equal(t, status{Error: "first", Ended: true, Exit: 4}, s)
	require.NotEmpty(t, readStatus(strings.NewReader("{")).Error)
	require.Zero(t, readStatus(strings.NewReader("")))
}
