package code

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// processName is what this program is called where it is the process of a call.
const processName = "toolgen-code-analyze"

// order is what the process of a call is to do.
type order struct {
	Dir      string // the copy
	Folder   string // of the module, relative to Dir
	Patterns []string
	Dirs     []string // of the packages, relative to Dir
	Parts    []Part
	Over     int
	Exported bool
	Tests    bool
	Memory   int64
	Hide     []string // a folder, and the name to show in its place, and so on
}

// answer is what it found: everything, sorted.
type answer struct {
	Error      string // why nothing could be done
	Findings   []Finding
	Complexity []Function
	Symbols    []Symbol
	Imports    []Import
	Notes      []string
}

// maxAnswer is how many bytes of an answer are read.
const maxAnswer = 64 << 20

// ask asks the go command where its things are.
func (a *Analyzer) ask(goCommand string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, goCommand, "env", "-json", "GOROOT", "GOCACHE", "GOMODCACHE")
	cmd.Dir = os.TempDir()
	cmd.Env = append(os.Environ(), "GOTOOLCHAIN=local", "GOWORK=off", "GOFLAGS=")
	out, err := cmd.Output()
	if err != nil {
		return err
	}
	var env struct{ GOROOT, GOCACHE, GOMODCACHE string }
	if err := json.Unmarshal(out, &env); err != nil {
		return err
	}
	if env.GOROOT == "" {
		return errors.New("it has no GOROOT")
	}
	a.env = environment(env.GOROOT, env.GOCACHE, env.GOMODCACHE)
	a.roots = []string{env.GOROOT, "GOROOT", env.GOMODCACHE, "GOMODCACHE"}
	return nil
}

// environment is the environment of a call's process, but for what depends on the call. Nothing of this process's own is in it, so no
// GOFLAGS with -toolexec, no GOPACKAGESDRIVER and no secrets. PATH has the folder of the go command alone: there is no C compiler
// and no git in it.
func environment(goroot, cache, modules string) []string {
	env := []string{
		"GO111MODULE=on", "GOENV=off", "GOTOOLCHAIN=local", "GOPROXY=off", "GOSUMDB=off", "GOVCS=*:off", "GOTELEMETRY=off", "CGO_ENABLED=0",
		"GOPACKAGESDRIVER=off", "GOAUTH=off", "PATH=",
	}
	if goroot != "" {
		env = append(env, "PATH="+filepath.Join(goroot, "bin"), "GOROOT="+goroot, "GOCACHE="+cache, "GOMODCACHE="+modules)
	}
	if dir, found := os.LookupEnv("SystemRoot"); found {
		env = append(env, "SystemRoot="+dir) // without which programs do not start on Windows
	}
	return env
}

// start has the work done by another process, which ends with ctx.
func (a *Analyzer) start(ctx context.Context, temp string, f flags, o order) (*answer, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, unavailable(err)
	}
	work, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, self)
	cmd.Args[0] = processName
	cmd.Dir = temp
	cmd.Env = append(a.env[:len(a.env):len(a.env)], "HOME="+temp, "TMPDIR="+temp, "TMP="+temp, "TEMP="+temp,
		"GOFLAGS=-mod="+f.mod+" -buildvcs=false", "GOWORK="+f.work, "GOMEMLIMIT="+strconv.FormatInt(o.Memory/4*3, 10))
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, unavailable(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, unavailable(err)
	}
	stderr := &head{}
	cmd.Stderr = stderr
	// stdin stays open for as long as the call is wanted. At its end the process ends the go command and itself; if it does not, it is killed.
	cmd.Cancel = stdin.Close
	cmd.WaitDelay = 2 * time.Second
	if err := cmd.Start(); err != nil {
		return nil, unavailable(err)
	}
	_, _ = stdin.Write(append(work, '\n'))
	data, err := io.ReadAll(io.LimitReader(stdout, maxAnswer+1))
	if len(data) > maxAnswer {
		_ = cmd.Process.Kill()
	}
	err = errors.Join(err, cmd.Wait())
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case len(data) > maxAnswer:
		return nil, runtime.NewError(runtime.ClassResourceExhausted, "packages: there is more to say of them than can be; choose fewer")
	case err != nil:
		cause := errors.New(err.Error() + ": " + stderr.String())
		return nil, runtime.NewError(runtime.ClassResourceExhausted, "packages: the analysis needs more than "+strconv.FormatInt(o.Memory>>20, 10)+
			" MiB of memory, or fails in another way, which the host can see; choose fewer packages or parts").WithCause(cause)
	}
	found := new(answer)
	if err := json.Unmarshal(data, found); err != nil {
		return nil, unavailable(errors.New(err.Error() + ": " + stderr.String()))
	}
	if found.Error != "" {
		return nil, runtime.NewError(runtime.ClassFailed, "packages: "+found.Error)
	}
	return found, nil
}

func unavailable(err error) error {
	return runtime.NewError(runtime.ClassUnavailable, "the process that analyzes cannot be started; the host can see why").WithCause(err)
}

// head keeps the beginning of what is written to it.
type head struct{ b bytes.Buffer }

func (t *head) Write(p []byte) (int, error) {
	t.b.Write(p[:min(len(p), max(0, 8<<10-t.b.Len()))])
	return len(p), nil
}

func (t *head) String() string { return strings.TrimSpace(t.b.String()) }

// remove removes a temporary folder. A go command that was interrupted may write into it for a moment more, which makes that fail.
func remove(temp string) {
	for range 20 {
		if os.RemoveAll(temp) == nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}
