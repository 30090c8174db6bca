package sandbox

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// ordinary is the user as whom the tests run once more where they run as root.
const ordinary = 1000

// The escapes as an ordinary user, who owns nothing: the whole of this package's tests but this one.
func TestAsOrdinaryUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("this is an ordinary user already")
	}
	dir, err := os.MkdirTemp("", "sandbox")
	require.NoError(t, err)
	defer os.RemoveAll(dir)
	require.NoError(t, os.Chmod(dir, 0o755))
	self, err := os.ReadFile("/proc/self/exe")
	require.NoError(t, err)
	program := filepath.Join(dir, "sandbox.test")
	require.NoError(t, os.WriteFile(program, self, 0o755))
	tmp := filepath.Join(dir, "tmp")
	require.NoError(t, os.Mkdir(tmp, 0o755))
	require.NoError(t, os.Chown(tmp, ordinary, ordinary))

	args := []string{"-test.v", "-test.timeout=5m", "-test.skip=^(TestAsOrdinaryUser|TestWasm.*)$"}
	if testing.Short() {
		args = append(args, "-test.short")
	}
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = dir, []string{"PATH=/usr/bin:/bin", "HOME=" + tmp, "TMPDIR=" + tmp}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: ordinary, Gid: ordinary}}
	out, err := cmd.CombinedOutput()
	for line := range strings.SplitSeq(string(out), "\n") {
		if strings.Contains(line, "SKIP") || strings.Contains(line, "skip") {
			t.Log("as an ordinary user: " + line)
		}
	}
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "--- PASS: TestEscapes")
}

// worlds are the machines that the tests run on: this one, and this one as if it had no namespaces.
func worlds(t testing.TB) map[string]*machine {
	all := map[string]*machine{}
	if here := probed(); here.namespaces {
		all["namespaces"] = here
	} else {
		t.Log("skipped with namespaces, which this machine does not have: " + here.report.Of(Survivors).Reason)
	}
	bare, failure := withoutNamespaces()
	if bare == nil {
		t.Skip("skipped: not even a helper can be run here: " + failure)
	}
	all["bare"] = bare
	return all
}

// withoutNamespaces is this machine as if it had none, or why nothing can be run on it.
var withoutNamespaces = sync.OnceValues(func() (*machine, string) {
	bare := &machine{landlock: probed().landlock}
	verdicts, failure := bare.try()
	if failure != "" {
		return nil, failure
	}
	bare.report = assess(verdicts, "turned off for this test")
	return bare, ""
})

// shell is a command for a machine; it does without what the machine cannot do.
func shell(m *machine, text string) *Command {
	return &Command{Path: "/bin/sh", Args: []string{"-c", text}, on: m, Without: limits}
}

// have skips where this machine lacks a program.
func have(t *testing.T, programs ...string) {
	for _, program := range programs {
		if _, err := lookUp(program, environment("/")); err != nil {
			t.Skip("skipped: " + err.Error())
		}
	}
}

// run bounds the time that the test itself waits.
func run(t *testing.T, c *Command) *Outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	o, err := c.Run(ctx)
	require.NoError(t, err)
	return o
}

// processes returns those whose command line contains mark.
func processes(t *testing.T, mark string) []int {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	require.NoError(t, err)
	var found []int
	for _, file := range files {
		if line, err := os.ReadFile(file); err == nil && bytes.Contains(line, []byte(mark)) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			found = append(found, pid)
		}
	}
	return found
}
