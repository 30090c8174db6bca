package sandbox

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"os"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"
)

// Module is a WebAssembly program (GOOS=wasip1) that can be run many times, by several goroutines at once. Each run has a memory of
// its own. It has the time, random bytes, its arguments, its standard files and what is mounted, and nothing else: no network, no
// environment, no process. This is so on every system.
type Module struct {
	wasm    []byte
	limits  Limits
	options options
	config  wazero.RuntimeConfig
	within  ready           // its own limits
	runs    sync.RWMutex    // for reading in each run
	open    context.Context // until Close
	end     context.CancelCauseFunc

	mu   sync.Mutex
	less map[int64]ready // for the memory that policies allow, by its bytes
}

// ready is a module as it runs within so much memory, which is decided when it is compiled.
type ready struct {
	runtime wazero.Runtime
	code    wazero.CompiledModule
}

// maxLess is how many amounts of memory a module is kept ready for, besides its own.
const maxLess = 8

var errClosed = errors.New("sandbox: the module is closed")

// moduleDefaults are those of a Module: what it has no use for is no limit.
var moduleDefaults = Limits{Wall: 30 * time.Second, Memory: 256 << 20, Output: 1 << 20}

// page is a page of a module's memory; there are at most maxPages.
const (
	page     = 64 << 10
	maxPages = 65536
)

// Compile makes a Module of the bytes of a .wasm file. Of the limits it holds these, all of them hard: Wall (30 s), Memory (256 MiB, in
// pages of 64 KiB, never more than 4 GiB) and Output (1 MiB); those of processes and files are true of every module, and CPU is no
// more than Wall, because a module has one thread; setting CPU is an error. A module that wants more memory to begin with is refused
// here.
func Compile(ctx context.Context, wasm []byte, limits Limits, opts ...Option) (*Module, error) {
	if limits.CPU > 0 {
		return nil, &Refusal{CPU, "a module has one thread: set Wall"}
	}
	m := &Module{wasm: bytes.Clone(wasm), limits: limits.or(moduleDefaults), less: map[int64]ready{}}
	m.open, m.end = context.WithCancelCause(context.Background())
	for _, option := range opts {
		option(&m.options)
	}
	cache := wazero.NewCompilationCache()
	if m.options.cache != "" {
		var err error
		if cache, err = wazero.NewCompilationCacheWithDir(m.options.cache); err != nil {
			return nil, errors.New("sandbox: the directory for compiled modules: " + err.Error())
		}
	}
	m.config = wazero.NewRuntimeConfig().WithCloseOnContextDone(true).WithCompilationCache(cache)
	var err error
	m.within, err = m.compile(ctx, m.limits.Memory)
	return m, err
}

// compile makes what runs within so much memory.
func (m *Module) compile(ctx context.Context, memory int64) (ready, error) {
	pages := int64(maxPages)
	if memory > 0 {
		if pages = min(memory/page, maxPages); pages == 0 {
			return ready{}, &Refusal{Memory, "a module has at least one page of 64 KiB"}
		}
	}
	r := wazero.NewRuntimeWithConfig(ctx, m.config.WithMemoryLimitPages(uint32(pages)))
	_, err := wasi_snapshot_preview1.Instantiate(ctx, r)
	var code wazero.CompiledModule
	if err == nil {
		code, err = r.CompileModule(ctx, m.wasm)
	}
	if err != nil {
		_ = r.Close(ctx)
		return ready{}, errors.New("sandbox: this is no module that can be run here: " + err.Error())
	}
	return ready{r, code}, nil
}

// lowered makes what runs within less memory than the module's own, or returns what is there of it from an earlier run: the cache spares
// the translation and not the reading of the module, which takes longer than most runs. done is to be called after the run.
func (m *Module) lowered(ctx context.Context, memory int64) (c ready, done func(), err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, there := m.less[memory]
	if there {
		return c, func() {}, nil
	}
	if c, err = m.compile(ctx, memory); err != nil {
		return c, nil, err
	}
	if len(m.less) == maxLess {
		return c, func() { _ = c.runtime.Close(context.WithoutCancel(ctx)) }, nil
	}
	m.less[memory] = c
	return c, func() {}, nil
}

// Close ends runs that are under way, with an error, and returns when they have ended. The memory of the compiled code is given back
// when nobody has the Module any more, closed or not.
func (m *Module) Close() error {
	m.end(errClosed)
	m.runs.Lock() // else the engine ends a run as if it had ended well by itself
	defer m.runs.Unlock()
	err := m.within.runtime.Close(context.Background())
	for _, c := range m.less {
		err = errors.Join(err, c.runtime.Close(context.Background()))
	}
	return err
}

// Run starts the module with these arguments, behind a name, and this standard input. It returns when the module has ended or was ended
// by a limit: Stopped is Wall or Output then. Limits of a policy that ctx carries (see [Enforce]) lower those of the module. The error
// is the end of ctx, that the module was closed, or what kept it from being started.
func (m *Module) Run(ctx context.Context, args []string, stdin []byte) (*Outcome, error) {
	m.runs.RLock()
	defer m.runs.RUnlock()
	if m.open.Err() != nil {
		return nil, errClosed
	}
	l, demanded := m.limits, demandedBy(ctx)
	lower(&l.Wall, demanded.Timeout)
	lower(&l.Output, demanded.Output)
	lower(&l.Memory, demanded.Memory)
	c := m.within
	if l.Memory != m.limits.Memory {
		var done func()
		var err error
		if c, done, err = m.lowered(ctx, l.Memory); err != nil {
			return nil, err
		}
		defer done()
	}

	caller := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(m.open, func() { cancel(errClosed) })()
	if l.Wall > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, l.Wall, errWall)
		defer stop()
	}
	stdout, stderr := newStreams(l.Output, func() { cancel(errOutput) })
	config := wazero.NewModuleConfig().WithName("").WithArgs(append([]string{"module"}, args...)...).
		WithStdin(bytes.NewReader(stdin)).WithStdout(stdout).WithStderr(stderr).WithFSConfig(m.options.files()).
		WithSysWalltime().WithSysNanotime().WithNanosleep(sleepWithin(ctx)).WithRandSource(rand.Reader)

	begun := time.Now()
	instance, err := c.runtime.InstantiateModule(ctx, c.code, config)
	if instance != nil {
		_ = instance.Close(context.WithoutCancel(ctx))
	}
	o := &Outcome{Stdout: stdout.kept.Bytes(), Stderr: stderr.kept.Bytes(), Truncated: stdout.cut, Elapsed: time.Since(begun)}
	exit, exited := errors.AsType[*sys.ExitError](err)
	switch cause := context.Cause(ctx); {
	case err == nil:
	case cause == nil && exited:
		o.ExitCode = int(exit.ExitCode())
	case cause == nil:
		o.ExitCode = 2 // a trap, such as division by zero in code that does not come from Go
		o.Stderr = append(o.Stderr, err.Error()...)
	case errors.Is(cause, errWall):
		o.ExitCode, o.Stopped = -1, Wall
	case errors.Is(cause, errOutput):
		o.ExitCode, o.Stopped = -1, Output
	case errors.Is(cause, errClosed):
		return o, errClosed
	default:
		return o, context.Cause(caller)
	}
	return o, nil
}

// sleepWithin sleeps no longer than ctx lasts. The sleep of the host would: the engine looks at ctx only while the module computes.
func sleepWithin(ctx context.Context) sys.Nanosleep {
	return func(ns int64) {
		timer := time.NewTimer(time.Duration(ns))
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
		}
	}
}

// Option is something a Module has besides its limits.
type Option func(*options)

type options struct {
	cache  string
	mounts []mounted
}

type mounted struct {
	root *os.Root
	at   string
}

// Mount lets the module read what lies in root, as the directory at, such as "/data". It cannot write. A link that leads out of root is
// refused when it is followed, and of what is no directory or regular file nothing is read. A hard link in root to a file elsewhere is
// that file. root stays the caller's, and is open as long as the module is used.
func Mount(root *os.Root, at string) Option {
	return func(o *options) { o.mounts = append(o.mounts, mounted{root, at}) }
}

// Cache keeps compiled code in a directory, for the next program that compiles the same module. What lies there is run as it is, so
// nobody else may write to it.
func Cache(dir string) Option { return func(o *options) { o.cache = dir } }
