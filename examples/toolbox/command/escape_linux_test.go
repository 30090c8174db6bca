package command

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/sandbox"
)

const hidden = "hunter22"

func TestMain(m *testing.M) {
	os.Setenv("COMMAND_TEST_SECRET", hidden) // what no program may see
	os.Exit(m.Run())
}

// The table of runtime.md 1.1 through the generated tools. TestAsOrdinaryUser runs it for another user.
func TestEscapes(t *testing.T) {
	t.Parallel()
	for _, escape := range []struct {
		name string
		try  func(*testing.T)
	}{
		{"home folder", homeFolder}, {"environment", environment}, {"network", network}, {"socket in the file system", socketFile},
		{"setsid survivor", setsidSurvivor}, {"double fork", doubleFork}, {"pipe-holding grandchild", pipeHolder}, {"disk quota", diskQuota},
		{"X13 yes", yes}, {"wall clock", wallClock}, {"busy loop", busyLoop}, {"memory bomb", memoryBomb}, {"memory of many", memoryOfMany},
		{"fork bomb", forkBomb}, {"killing the parent", killParent}, {"any file as a program", anyProgram},
	} {
		t.Run(escape.name, func(t *testing.T) { t.Parallel(); escape.try(t) })
	}
}

// both runs a script and a program of the same intent.
func both(t *testing.T, set runtime.Set, text, code string) map[string]Outcome {
	t.Helper()
	return map[string]Outcome{"bash": script(t, set, text), "python": python(t, set, code)}
}

func homeFolder(t *testing.T) {
	set := tools(t, Options{})
	home := writable(t)
	secret := filepath.Join(home, "secret")
	kit.Try(t, os.WriteFile(secret, []byte(hidden), 0o644))
	hosts, err := os.UserHomeDir()
	kit.Try(t, err)
	paths := []string{secret, home, hosts, "/root", "/home", "/etc/passwd", "/etc/shadow", "/proc/1/environ", "../../.." + secret}
	text, code := "cd /\n", "import os\n"
	for _, path := range paths {
		text += "cat '" + path + "' || ls '" + path + "'\n"
		code += "for read in (os.listdir, open):\n    try: print(read(" + strconv.Quote(path) + "))\n    except OSError: pass\n"
	}
	for name, o := range both(t, set, text, code) {
		if o.Stdout != "" || o.Ended != Exited {
			t.Errorf("%s: %+v", name, o)
		}
	}
	for name, o := range both(t, tools(t, Options{Read: []string{home}}), "cat "+secret, "print(open("+strconv.Quote(secret)+").read())") {
		equal(t, "it is the host that decides, "+name, strings.TrimSpace(o.Stdout), hidden)
	}
}

func environment(t *testing.T) {
	set := tools(t, Options{})
	for name, o := range both(t, set, "env; cat /proc/*/environ; true", "import os\nprint(dict(os.environ))") {
		exited(t, o, 0)
		if strings.Contains(o.Stdout+o.Stderr, hidden) || !strings.Contains(o.Stdout, "TMPDIR") {
			t.Errorf("%s: %s", name, o.Stdout)
		}
	}
}

func network(t *testing.T) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	kit.Try(t, err)
	defer listener.Close()
	port := listener.Addr().(*net.TCPAddr).Port
	text := fmt.Sprintf("(echo x > /dev/tcp/127.0.0.1/%d) && echo reached; (echo x > /dev/udp/192.0.2.1/9) && echo reached", port)
	code := fmt.Sprintf("import socket\nsocket.create_connection(('127.0.0.1', %d)); print('reached')", port)
	for name, o := range both(t, tools(t, Options{}), text, code) {
		if strings.Contains(o.Stdout, "reached") {
			t.Errorf("%s: %+v", name, o)
		}
	}
	for name, o := range both(t, tools(t, Options{Network: true}), text, code) {
		if !strings.Contains(o.Stdout, "reached") {
			t.Errorf("it is the host that decides, %s: %+v", name, o)
		}
	}
}

func socketFile(t *testing.T) {
	path := filepath.Join(writable(t), "s")
	listener, err := net.Listen("unix", path)
	kit.Try(t, err)
	defer listener.Close()
	kit.Try(t, os.Chmod(path, 0o777))
	if o := python(t, tools(t, Options{}), "import socket\nsocket.socket(socket.AF_UNIX).connect("+strconv.Quote(path)+")"); *o.ExitCode == 0 {
		t.Errorf("%+v", o)
	}
}

// mark is a number of seconds that nothing else here sleeps.
func mark(n int) string { return strconv.Itoa(600_000_000 + 1_000_000*n + os.Getpid()) }

func gone(t *testing.T, mark string) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	kit.Try(t, err)
	for _, file := range files {
		if line, err := os.ReadFile(file); err == nil && bytes.Contains(line, []byte("sleep\x00"+mark)) {
			t.Errorf("%s lives on: %q", file, line)
		}
	}
}

func setsidSurvivor(t *testing.T) {
	set, mark := tools(t, Options{}), mark(1)
	for _, o := range both(t, set, "setsid sleep "+mark+" >/dev/null 2>&1 & echo done", "import subprocess\nsubprocess.Popen(['sleep', '"+mark+"'], start_new_session=True, stdout=-3, stderr=-3)\nprint('done')") {
		exited(t, o, 0)
		equal(t, "stdout", o.Stdout, "done\n")
		gone(t, mark)
	}
}

func doubleFork(t *testing.T) {
	set, mark := tools(t, Options{}), mark(2)
	code := "import os\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        os.execvp('sleep', ['sleep', '" + mark + "'])\n    os._exit(0)\nos.wait()\nprint('done')"
	for _, o := range both(t, set, "(setsid bash -c 'sleep "+mark+" & disown; exit' &) ; trap '' HUP TERM; echo done", code) {
		exited(t, o, 0)
		equal(t, "stdout", o.Stdout, "done\n")
		gone(t, mark)
	}
}

// What keeps the pipe of a call open does not keep the call.
func pipeHolder(t *testing.T) {
	set, mark := tools(t, Options{}), mark(3)
	begun := time.Now()
	for _, o := range both(t, set, "sleep "+mark+" & echo done", "import subprocess\nsubprocess.Popen(['sleep', '"+mark+"'])\nprint('done')") {
		exited(t, o, 0)
		equal(t, "stdout", o.Stdout, "done\n")
		gone(t, mark)
	}
	if d := time.Since(begun); d > 20*time.Second {
		t.Error("it took ", d)
	}
}

func diskQuota(t *testing.T) {
	set := tools(t, Options{Limits: sandbox.Limits{Disk: 4 << 20}})
	text := "for i in 1 2 3 4 5 6; do dd if=/dev/zero of=/tmp/$i bs=1M count=1 status=none; done; du -sk /tmp | cut -f1 >&2; exit 1"
	code := "for i in range(6):\n    open(f'/tmp/{i}', 'wb', 0).write(b'x' * 1048576)"
	for name, o := range both(t, set, text, code) {
		if !strings.Contains(o.Stderr, "No space left") && !strings.Contains(o.Stderr, "4096\n") {
			t.Errorf("%s: %+v", name, o)
		}
		exited(t, o, 1)
	}
	// Nor can it be filled elsewhere.
	for _, at := range []string{"/", "/dev", "/dev/shm", "/run", "/var/tmp", "/usr", "/proc"} {
		if o := script(t, set, "echo x > "+at+"/new"); *o.ExitCode == 0 {
			t.Errorf("%s can be written to", at)
		}
	}
}

func yes(t *testing.T) {
	set := tools(t, Options{Limits: sandbox.Limits{Output: 20_000}})
	for name, o := range both(t, set, "yes & yes >&2", "while True: print('y')") {
		equal(t, name, o.Ended, Output)
		if len(o.Stdout)+len(o.Stderr) > 20_100 || !o.Truncated || !strings.Contains(o.Note, "more than the 20000 bytes") {
			t.Errorf("%s: %d bytes, %s", name, len(o.Stdout)+len(o.Stderr), o.Note)
		}
	}
}

func wallClock(t *testing.T) {
	set, mark := tools(t, Options{Limits: sandbox.Limits{Wall: 3 * time.Second}}), mark(4)
	for name, r := range map[string]runtime.Result{
		"bash":   call(t, set, ToolBashExec, object{"script": "trap '' TERM INT HUP; echo begun; sleep " + mark + " & sleep " + mark, "timeout_seconds": 1}),
		"python": call(t, set, ToolPythonExec, object{"code": "import time\nprint('begun')\ntime.sleep(1000)", "timeout_seconds": 1}),
	} {
		o := kit.Want[Outcome](t, r)
		equal(t, name, o.Ended, Time)
		equal(t, "what it wrote is not lost, "+name, o.Stdout, "begun\n")
		if !strings.HasPrefix(o.Note, "stopped after 1") || !strings.Contains(o.Note, "timeout_seconds may be up to 3") {
			t.Error(o.Note)
		}
	}
	gone(t, mark)
	o := kit.Want[Outcome](t, call(t, set, ToolBashExec, object{"script": "sleep 1000", "timeout_seconds": 600}))
	equal(t, "the host decides", o.Ended, Time)
	if !strings.Contains(o.Note, "the most that a call has") {
		t.Error(o.Note)
	}
}

func busyLoop(t *testing.T) {
	set := tools(t, Options{Limits: sandbox.Limits{CPU: time.Second}})
	o := script(t, set, "while :; do :; done")
	equal(t, "ended", o.Ended, CPU)
	if !strings.Contains(o.Note, "processor time") {
		t.Error(o.Note)
	}
}

func memoryBomb(t *testing.T) {
	set := tools(t, Options{Limits: sandbox.Limits{Memory: 200 << 20}})
	for name, o := range both(t, set, "dd if=/dev/zero of=/dev/null bs=500M count=1", "x = bytearray(500 << 20)") {
		exited(t, o, 1)
		if !strings.Contains(o.Note, "limit of memory of a process, 200 MiB") {
			t.Errorf("%s: %+v", name, o)
		}
	}
}

// Each process keeps its limit, and all together do not.
func memoryOfMany(t *testing.T) {
	set := tools(t, Options{Limits: sandbox.Limits{Memory: 200 << 20, Resident: 100 << 20}})
	o := python(t, set, "import os, time\nfor i in range(3):\n    if os.fork() == 0: break\nx = bytearray(os.urandom(1) * (50 << 20))\ntime.sleep(100)")
	equal(t, "ended", o.Ended, Memory)
	if !strings.Contains(o.Note, "together took more memory") {
		t.Error(o.Note)
	}
}

func forkBomb(t *testing.T) {
	set, mark := tools(t, Options{Limits: sandbox.Limits{Procs: 16, Wall: 4 * time.Second}}), mark(5)
	o := script(t, set, "for i in $(seq 100); do sleep "+mark+" & done; echo; wait")
	if !strings.Contains(o.Stderr, "fork") {
		t.Errorf("%+v", o)
	}
	gone(t, mark)
	b := script(t, set, ":(){ :|:& };:; sleep 100")
	if b.Ended == Exited && *b.ExitCode == 0 {
		t.Errorf("%+v", b)
	}
}

func killParent(t *testing.T) {
	set := tools(t, Options{})
	victim := exec.Command("/bin/sh", "-c", "read line; exit 7")
	victim.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	in, err := victim.StdinPipe()
	kit.Try(t, err)
	kit.Try(t, victim.Start())
	pid := victim.Process.Pid
	both(t, set, fmt.Sprintf("kill -9 %d; kill -9 $PPID; kill -9 1; kill -9 -1", pid),
		fmt.Sprintf("import os\nfor p in (%d, os.getppid(), 1, -1):\n    try: os.kill(p, 9)\n    except OSError: pass", pid))
	for name, o := range both(t, set, fmt.Sprintf("kill -0 %d", os.Getpid()), fmt.Sprintf("import os\nos.kill(%d, 0)", os.Getpid())) {
		if *o.ExitCode == 0 {
			t.Errorf("%s: %+v", name, o)
		}
	}
	_, err = in.Write([]byte("go\n"))
	kit.Try(t, err)
	_ = victim.Wait()
	equal(t, "it ended by itself", victim.ProcessState.ExitCode(), 7)
}

// A program that a model names is looked for in the sandbox: the file is not opened to it.
func anyProgram(t *testing.T) {
	set := tools(t, Options{})
	own := filepath.Join(writable(t), "own")
	kit.Try(t, os.WriteFile(own, []byte("#!/bin/sh\necho "+hidden+"\n"), 0o755))
	for _, argv := range [][]string{{own}, {"cat", own}, {"../../../" + own}, {"/proc/self/exe"}} {
		o := kit.Want[Outcome](t, call(t, set, ToolBashExec, object{"argv": argv}))
		if *o.ExitCode == 0 || strings.Contains(o.Stdout, hidden) {
			t.Errorf("%q: %+v", argv, o)
		}
	}
}

// writable is a folder that every user may write to.
func writable(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "command-test")
	kit.Try(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	kit.Try(t, os.Chmod(dir, 0o777))
	return dir
}

// The escapes as an ordinary user, where the tests run as root.
func TestAsOrdinaryUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("this is an ordinary user already")
	}
	t.Parallel()
	dir := writable(t)
	self, err := os.ReadFile("/proc/self/exe")
	kit.Try(t, err)
	program := filepath.Join(dir, "command.test")
	kit.Try(t, os.WriteFile(program, self, 0o755))
	cmd := exec.Command(program, "-test.v", "-test.run=^(TestEscapes|TestFolder)$")
	cmd.Dir, cmd.Env = dir, []string{"PATH=/usr/bin:/bin", "HOME=" + dir, "TMPDIR=" + dir}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 1000, Gid: 1000}}
	out, err := cmd.CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "skipped") {
			t.Log("as an ordinary user: " + line)
		}
	}
	if err != nil || !strings.Contains(string(out), "PASS: TestEscapes") && !strings.Contains(string(out), "SKIP: TestEscapes") {
		t.Fatalf("as an ordinary user: %v\n%s", err, out)
	}
}
