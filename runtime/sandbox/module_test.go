package sandbox

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// compiled is where the tests keep compiled modules; compiling one takes seconds.
var compiled string

func TestMain(m *testing.M) {
	var err error
	if compiled, err = os.MkdirTemp("", "compiled"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(compiled)
	os.Exit(code)
}

// guest is testdata/guest as a module.
var guest = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "guest")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "guest.wasm")
	build := exec.Command("go", "build", "-o", file, "./testdata/guest")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, errors.New(err.Error() + ": " + string(out))
	}
	return os.ReadFile(file)
})

// misbehaving is the guest, compiled.
func misbehaving(t *testing.T, limits Limits, opts ...Option) *Module {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("skipped: there is no go command to build a module with")
	}
	wasm, err := guest()
	require.NoError(t, err)
	m, err := Compile(t.Context(), wasm, limits, append([]Option{Cache(compiled)}, opts...)...)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, m.Close()) })
	return m
}

func start(t *testing.T, m *Module, args ...string) *Outcome {
	t.Helper()
	o, err := m.Run(t.Context(), args, nil)
	require.NoError(t, err)
	return o
}

// The table of runtime.md 1.2.
func TestWasmEscapes(t *testing.T) {
	m := misbehaving(t, Limits{Memory: 64 << 20})
	t.Run("JSON in, JSON out", func(t *testing.T) {
		o, err := m.Run(t.Context(), []string{"sum"}, []byte("[1,2,3.5]"))
		require.NoError(t, err)
		require.True(t, o.Ok())
		require.JSONEq(t, `{"sum":6.5}`, string(o.Stdout))
		o, err = m.Run(t.Context(), []string{"sum"}, []byte("no"))
		require.NoError(t, err)
		require.Equal(t, 1, o.ExitCode)
		require.Contains(t, string(o.Stderr), "invalid character")
	})
	t.Run("200 MiB", func(t *testing.T) {
		o := start(t, m, "alloc")
		require.Equal(t, 2, o.ExitCode)
		require.Contains(t, string(o.Stderr), "out of memory")
		require.Equal(t, "allocated 200\n", string(start(t, misbehaving(t, Limits{Memory: 512 << 20}), "alloc").Stdout), "it is the limit that decides")
	})
	t.Run("panic", func(t *testing.T) {
		o := start(t, m, "panic")
		require.Equal(t, 2, o.ExitCode)
		require.Contains(t, string(o.Stderr), "on purpose")
	})
	t.Run("yes", func(t *testing.T) { // X13
		m := misbehaving(t, Limits{Output: 4096})
		o := start(t, m, "yes")
		require.Len(t, o.Stdout, 4096)
		require.Equal(t, Output, o.Stopped)
		require.True(t, o.Truncated)
	})
	t.Run("nothing to reach", func(t *testing.T) {
		t.Setenv("SANDBOX_SECRET", "hunter22")
		require.Equal(t, "true true 0\n", string(start(t, m, "reach").Stdout))
		for _, path := range []string{"/etc/passwd", "/", ".", "../../etc/passwd"} {
			o := start(t, m, "read", path)
			require.Equal(t, 1, o.ExitCode, path)
			require.Empty(t, o.Stdout)
		}
	})
	for _, way := range []string{"loop", "sleep"} {
		t.Run(way, func(t *testing.T) {
			m := misbehaving(t, Limits{Wall: 500 * time.Millisecond})
			before := goruntime.NumGoroutine()
			o := start(t, m, way)
			require.Equal(t, Wall, o.Stopped)
			require.Less(t, o.Elapsed, 20*time.Second)
			for end := time.Now().Add(10 * time.Second); goruntime.NumGoroutine() > before && time.Now().Before(end); {
				goruntime.Gosched()
			}
			require.LessOrEqual(t, goruntime.NumGoroutine(), before, "no goroutine is left")

			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			_, err := m.Run(ctx, []string{way}, nil)
			require.ErrorIs(t, err, context.Canceled)
		})
	}
	t.Run("limits", func(t *testing.T) {
		wasm, err := guest()
		require.NoError(t, err)
		_, err = Compile(t.Context(), wasm, Limits{Memory: 64 << 10})
		require.ErrorContains(t, err, "no module that can be run here", "it needs more to begin with")
		_, err = Compile(t.Context(), wasm, Limits{CPU: time.Second})
		refusal, is := errors.AsType[*Refusal](err)
		require.True(t, is)
		require.Equal(t, CPU, refusal.Limit)
		_, err = Compile(t.Context(), []byte("no wasm"), Limits{})
		require.ErrorContains(t, err, "no module")

		// A policy's limit is lower than the module's.
		ctx := context.WithValue(t.Context(), demandKey{}, runtime.Limits{Memory: 64 << 20})
		o, err := misbehaving(t, Limits{Memory: 512 << 20}).Run(ctx, []string{"alloc"}, nil)
		require.NoError(t, err)
		require.Equal(t, 2, o.ExitCode)
	})
	t.Run("at once", func(t *testing.T) {
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if o, err := m.Run(t.Context(), []string{"sum"}, []byte("[1]")); err != nil || string(o.Stdout) != "{\"sum\":1}\n" {
					t.Errorf("%v %v", o, err)
				}
			})
		}
		all.Wait()
	})
}

// Only what lies in the root can be read, and nothing can be written.
func TestWasmMounts(t *testing.T) {
	outside, inside := t.TempDir(), t.TempDir()
	write := func(path, text string) { require.NoError(t, os.WriteFile(path, []byte(text), 0o644)) }
	write(filepath.Join(outside, "secret"), "hunter22")
	write(filepath.Join(inside, "given"), "given")
	require.NoError(t, os.MkdirAll(filepath.Join(inside, "dir"), 0o755))
	write(filepath.Join(inside, "dir", "deep"), "deep")
	for name, to := range map[string]string{
		"absolute": filepath.Join(outside, "secret"), "relative": "../" + filepath.Base(outside) + "/secret", "folder": outside, "up": "..", "well": "dir/deep",
	} {
		require.NoError(t, os.Symlink(to, filepath.Join(inside, name)))
	}
	root, err := os.OpenRoot(inside)
	require.NoError(t, err)
	defer root.Close()
	m := misbehaving(t, Limits{Wall: 10 * time.Second}, Mount(root, "/data"))

	for path, text := range map[string]string{"/data/given": "given", "/data/dir/deep": "deep", "/data/well": "deep", "/data/dir/../given": "given"} {
		require.Equal(t, text, string(start(t, m, "read", path).Stdout), path)
	}
	require.Equal(t, "absolute\ndir\nfolder\ngiven\nrelative\nup\nwell\n", string(start(t, m, "list", "/data").Stdout))

	leaks := []string{
		"/data/absolute", "/data/relative", "/data/folder/secret", "/data/up/" + filepath.Base(outside) + "/secret", "/data/../etc/passwd",
		"/data/../../etc/passwd", "/data/dir/../../" + filepath.Base(outside) + "/secret", filepath.Join(outside, "secret"), filepath.Join(inside, "given"),
	}
	for _, path := range leaks {
		o := start(t, m, "read", path)
		require.Equal(t, 1, o.ExitCode, path)
		require.Empty(t, string(o.Stdout), path)
	}
	for _, path := range []string{"/data/given", "/data/new", "/data/absolute"} {
		require.Equal(t, 1, start(t, m, "write", path).ExitCode, path)
	}
	text, err := os.ReadFile(filepath.Join(inside, "given"))
	require.NoError(t, err)
	require.Equal(t, "given", string(text))
	require.NoFileExists(t, filepath.Join(inside, "new"))
}

// A module that is closed ends its runs, and none of them looks as if it had ended well.
func TestWasmClose(t *testing.T) {
	lower := context.WithValue(t.Context(), demandKey{}, runtime.Limits{Memory: 64 << 20}) // which has code of its own
	for _, ctx := range []context.Context{t.Context(), lower} {
		for _, way := range []string{"loop", "sleep"} {
			m := misbehaving(t, Limits{Wall: -1})
			ended := make(chan error)
			go func() {
				_, err := m.Run(ctx, []string{way}, nil)
				ended <- err
			}()
			for m.runs.TryLock() { // until it has begun
				m.runs.Unlock()
				goruntime.Gosched()
			}
			go func() { _ = m.Close() }()
			require.ErrorIs(t, <-ended, errClosed, way)
			_, err := m.Run(ctx, []string{way}, nil)
			require.ErrorIs(t, err, errClosed)
		}
	}
}

// Policies may allow any number of amounts of memory. Some are kept ready, and runs within the others are the same.
func TestWasmLessMemory(t *testing.T) {
	m := misbehaving(t, Limits{Memory: 512 << 20})
	within := func(memory int64) context.Context {
		return context.WithValue(t.Context(), demandKey{}, runtime.Limits{Memory: memory})
	}
	var all sync.WaitGroup
	for i := range int64(maxLess + 2) {
		for range 2 {
			all.Go(func() {
				if o, err := m.Run(within((32+i)<<20), []string{"sum"}, []byte("[1]")); err != nil || string(o.Stdout) != "{\"sum\":1}\n" {
					t.Errorf("%v %v", o, err)
				}
			})
		}
	}
	all.Wait()
	require.Len(t, m.less, maxLess)
	for memory := range m.less {
		o, err := m.Run(within(memory), []string{"alloc"}, nil)
		require.NoError(t, err)
		require.Equal(t, 2, o.ExitCode, "it is the least limit that decides, again")
		break
	}
}

// A cache of compiled code makes the second start of a program cheap.
func TestWasmCache(t *testing.T) {
	for range 2 {
		o, err := misbehaving(t, Limits{}).Run(t.Context(), []string{"sum"}, []byte("[]"))
		require.NoError(t, err)
		require.True(t, o.Ok(), o.Text())
	}
	entries, err := os.ReadDir(compiled)
	require.NoError(t, err)
	require.NotEmpty(t, entries)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err = Compile(t.Context(), nil, Limits{}, Cache(file))
	require.ErrorContains(t, err, "the directory for compiled modules")
}

// What a plug-in says of itself and answers is checked: the guest says what its file says.
func TestWasmHostilePlugin(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("skipped: there is no go command to build a module with")
	}
	wasm, err := guest()
	require.NoError(t, err)
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	defer root.Close()
	cache := Cache(compiled)
	says := func(what, text string) {
		t.Helper()
		require.NoError(t, os.WriteFile(filepath.Join(dir, what), []byte(text), 0o644))
	}
	for text, want := range map[string]string{
		"":                               "no plug-in",
		"hello":                          "no plug-in",
		"{}":                             "no plug-in",
		`{"toolgenPlugin":2,"tools":[]}`: "version 2",
		`{"toolgenPlugin":1,"tools":[]}`: "0 tools",
		`{"toolgenPlugin":1,"tools":[{"name":"a"}]} more`:                                                          "something behind",
		`{"toolgenPlugin":1,"tools":[{"name":"a","remote":false}]}`:                                                "unknown field",
		`{"toolgenPlugin":1,"tools":[{"name":"a b"}]}`:                                                             "a b",
		`{"toolgenPlugin":1,"tools":[{"name":"a"},{"name":"a"}]}`:                                                  "a",
		`{"toolgenPlugin":1,"tools":[{"name":"a","access":"root"}]}`:                                               "no such level",
		`{"toolgenPlugin":1,"tools":[{"name":"a","input":"[]"}]}`:                                                  "no JSON object",
		`{"toolgenPlugin":1,"tools":[{"name":"a","input":"{\"type\":\"string\"}"}]}`:                               "not of type",
		`{"toolgenPlugin":1,"tools":[{"name":"a","description":"` + strings.Repeat("x", maxDescription+1) + `"}]}`: "described in",
	} {
		says("describe", text)
		_, err := Load(t.Context(), wasm, Limits{}, Mount(root, "/said"), cache)
		require.ErrorContains(t, err, want, "%.80s", text)
	}

	says("describe", `{"toolgenPlugin":1,"tools":[{"name":"plain","access":"public","readOnly":true},{"name":"typed","output":"{\"type\":\"object\"}"}]}`)
	set, err := Load(t.Context(), wasm, Limits{}, Mount(root, "/said"), cache)
	require.NoError(t, err)
	require.Len(t, set, 2)
	for _, tool := range set {
		require.True(t, tool.Spec().Remote)
		require.Equal(t, int64(256<<20), tool.Spec().Limits.Memory)
	}
	plain, typed := set[0], set[1]
	for _, row := range []struct {
		tool  runtime.Tool
		text  string
		class runtime.Class
	}{
		{plain, `{"text":"well"}`, ""},
		{plain, `{}`, ""},
		{plain, ``, runtime.ClassInternal},
		{plain, `{"text":1}`, runtime.ClassInternal},
		{plain, `{"text":"a"}{"text":"b"}`, runtime.ClassInternal},
		{plain, "{\"text\":\"\xff\"}", runtime.ClassInternal},
		{plain, `{"json":"bm8="}`, runtime.ClassInternal}, // no
		{plain, `{"parts":[{"Kind":"code"}]}`, runtime.ClassInternal},
		{plain, `{"error":{"class":"failed","message":"no"}}`, runtime.ClassFailed},
		{plain, `{"error":{"class":"invalid_arguments","message":"no"}}`, runtime.ClassInvalidArguments},
		{plain, `{"error":{"class":"approval_required","message":"say yes"}}`, runtime.ClassFailed}, // not its to say
		{plain, `{"error":{"class":"unknown_tool","message":"x"}}`, runtime.ClassFailed},
		{typed, `{"text":"no value"}`, runtime.ClassInternal},
		{typed, `{"json":"e30="}`, ""}, // {}
	} {
		says("call", row.text)
		result := runtime.Run(t.Context(), row.tool, []byte("{}"))
		if row.class == "" {
			require.Nil(t, result.Err, row.text)
			continue
		}
		require.NotNil(t, result.Err, row.text)
		require.Equal(t, row.class, result.Err.Class, row.text)
	}
	require.NoError(t, os.Remove(filepath.Join(dir, "call")))
	result := runtime.Run(t.Context(), plain, []byte("{}"))
	require.Equal(t, "the tool broke off with exit code 1", result.Err.Message, "what it wrote is for the host")
}
