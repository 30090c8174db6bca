package sandbox

import (
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

	"github.com/stretchr/testify/require"
)

// The table of runtime.md 1.1, on this machine and on one without namespaces. TestAsOrdinaryUser runs it for another user.
func TestEscapes(t *testing.T) {
	for name, m := range worlds(t) {
		t.Run(name, func(t *testing.T) {
			for _, escape := range []struct {
				name string
				try  func(*testing.T, *machine)
			}{
				{"busy loop", busyLoop}, {"memory bomb", memoryBomb}, {"memory of many", memoryOfMany}, {"memory of nobody", memoryOfNobody}, {"file size", fileSize}, {"disk quota", diskQuota},
				{"fork bomb", forkBomb}, {"open files", openFiles}, {"yes", yes}, {"wall clock", wallClock},
				{"setsid survivor", setsidSurvivor}, {"pipe-holding grandchild", pipeHolder}, {"files outside", filesOutside},
				{"write outside", writeOutside}, {"network", network}, {"socket in the file system", socketFile},
				{"raising a limit", raising}, {"signalling outside", signalling}, {"capabilities", capabilities},
				{"inherited", inherited},
			} {
				t.Run(escape.name, func(t *testing.T) { escape.try(t, m) })
			}
		})
	}
}

func busyLoop(t *testing.T, m *machine) {
	c := shell(m, "while :; do :; done")
	c.Limits.CPU = time.Second
	o := run(t, c)
	require.Equal(t, CPU, o.Stopped, "%+v", o)
	require.Less(t, o.CPU, 3*time.Second)

	c = shell(m, "trap '' XCPU; while :; do :; done") // one second more, no longer
	c.Limits.CPU = time.Second
	o = run(t, c)
	require.Equal(t, CPU, o.Stopped, "%+v", o)
	require.Less(t, o.CPU, 4*time.Second)
}

func memoryBomb(t *testing.T, m *machine) {
	have(t, "dd")
	c := shell(m, "dd if=/dev/zero of=/dev/null bs=200M count=1")
	c.Limits.Memory = 64 << 20
	o := run(t, c)
	require.NotZero(t, o.ExitCode)
	require.Contains(t, strings.ToLower(string(o.Stderr)), "memory")

	c.Limits.Memory = 512 << 20
	require.True(t, run(t, c).Ok())
}

// runtime.md 6: no process has more than it may, and all together have.
func memoryOfMany(t *testing.T, m *machine) {
	if m.report.Of(Resident).Strength == Unsupported {
		refused(t, m, Resident)
		t.Skip("skipped, and refused: " + m.report.Of(Resident).Reason)
	}
	have(t, "head", "tr", "sleep")
	const hoard = "for i in 1 2 3 4; do (x=$(head -c 20000000 /dev/zero | tr '\\0' x); sleep 100; echo $x) & done; wait"
	c := shell(m, hoard)
	c.Limits.Resident = 48 << 20
	o := run(t, c)
	require.Equal(t, Resident, o.Stopped, "%+v %s", o, o.Text())
	require.Less(t, o.Elapsed, 20*time.Second)

	c = shell(m, strings.Replace(hoard, "1 2 3 4", "1", 1))
	c.Limits.Resident, c.Limits.Wall = 48<<20, 3*time.Second
	require.Equal(t, Wall, run(t, c).Stopped, "one of them is within the limit")
}

// Memory that is no process's would be counted by no limit, so there is none to be had.
func memoryOfNobody(t *testing.T, m *machine) {
	have(t, "ipcmk")
	for _, kind := range []string{"-M 4096", "-Q", "-S 1"} {
		o := run(t, shell(m, "ipcmk "+kind))
		require.NotZero(t, o.ExitCode, "%s", o.Text())
		require.Contains(t, string(o.Stderr), "not implemented")
	}
}

func fileSize(t *testing.T, m *machine) {
	dir := writable(t)
	c := shell(m, "yes > f")
	c.Dir, c.Write, c.Limits.File = dir, []string{dir}, 1<<20
	o := run(t, c)
	require.False(t, o.Ok())
	info, err := os.Stat(filepath.Join(dir, "f"))
	require.NoError(t, err)
	require.Equal(t, int64(1<<20), info.Size())
}

func diskQuota(t *testing.T, m *machine) {
	if m.report.Of(Disk).Strength == Unsupported {
		refused(t, m, Disk)
		t.Skip("skipped, and refused: " + m.report.Of(Disk).Reason)
	}
	have(t, "dd", "du")
	c := shell(m, "for i in 1 2 3 4; do dd if=/dev/zero of=/tmp/$i bs=1M count=4 || break; done; du -sk /tmp | cut -f1")
	c.Limits.Disk = 8 << 20
	o := run(t, c)
	require.Contains(t, string(o.Stderr), "No space left")
	kilobytes, err := strconv.Atoi(strings.TrimSpace(string(o.Stdout)))
	require.NoError(t, err)
	require.LessOrEqual(t, kilobytes, 8<<10)
	require.GreaterOrEqual(t, kilobytes, 7<<10)

	// Empty files are bounded as well, and nothing is left for the next run.
	c = shell(m, "ls /tmp | wc -l; i=0; while [ $i -lt 5000 ]; do : > /tmp/e$i || break; i=$((i+1)); done; echo $i")
	c.Limits.Disk = 1 << 20
	o = run(t, c)
	lines := strings.Fields(string(o.Stdout))
	require.NotEmpty(t, lines, "%+v %s", o, o.Text())
	require.Equal(t, "0", lines[0])
	made, err := strconv.Atoi(lines[len(lines)-1])
	require.NoError(t, err)
	require.Less(t, made, 1100)

	c = shell(m, ":")
	c.Limits.Disk, c.Write, c.Without = 1<<20, []string{writable(t)}, nil
	_, err = c.Run(t.Context())
	require.ErrorContains(t, err, "disk", "a quota for a directory of the host would be a promise that nothing keeps")
}

func forkBomb(t *testing.T, m *machine) {
	if m.report.Of(Procs).Strength == Unsupported {
		t.Skip("skipped: " + m.report.Of(Procs).Reason)
	}
	mark := strconv.Itoa(770000000 + os.Getpid())
	c := shell(m, "i=0; while [ $i -lt 200 ]; do sleep "+mark+" & i=$((i+1)); done; wait")
	c.Limits.Procs, c.Limits.Wall = 16, 3*time.Second
	o := run(t, c)
	require.Contains(t, string(o.Stderr), "fork", "%s", o.Text())
	require.Empty(t, processes(t, mark))
}

func openFiles(t *testing.T, m *machine) {
	c := shell(m, "exec 3</dev/null 4</dev/null 5</dev/null 6</dev/null 7</dev/null; echo opened")
	c.Limits.Files = 6
	o := run(t, c)
	require.NotContains(t, string(o.Stdout), "opened")
	c.Limits.Files = 32
	require.Contains(t, string(run(t, c).Stdout), "opened")
}

// X13: what is kept has a bound, and says that it was cut.
func yes(t *testing.T, m *machine) {
	have(t, "yes")
	c := shell(m, "yes")
	c.Limits.Output = 4096
	o := run(t, c)
	require.Len(t, o.Stdout, 4096)
	require.True(t, o.Truncated)
	require.Equal(t, Output, o.Stopped)
	require.Contains(t, o.Text(), "[cut: the limit is 4096 bytes; the program was stopped]")

	c = shell(m, "yes & yes >&2")
	c.Limits.Output = 4096
	o = run(t, c)
	require.Len(t, append(o.Stdout, o.Stderr...), 4096, "both streams together")
}

func wallClock(t *testing.T, m *machine) {
	mark := strconv.Itoa(780000000 + os.Getpid())
	c := shell(m, "sleep "+mark+" & sleep "+mark)
	c.Limits.Wall = 500 * time.Millisecond
	o := run(t, c)
	require.Equal(t, Wall, o.Stopped)
	require.GreaterOrEqual(t, o.Elapsed, 500*time.Millisecond)
	require.Less(t, o.Elapsed, 20*time.Second)
	require.Empty(t, processes(t, mark), "children of the group are gone")
}

func setsidSurvivor(t *testing.T, m *machine) {
	have(t, "setsid", "sleep")
	mark := strconv.Itoa(790000000 + os.Getpid())
	c := shell(m, "setsid sleep "+mark+" >/dev/null 2>&1 </dev/null & i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo ended")
	o := run(t, c)
	require.Contains(t, string(o.Stdout), "ended")
	left := processes(t, mark)
	if m.namespaces {
		require.Empty(t, left)
		return
	}
	// Without a PID namespace it lives on, which is why the sandbox refuses to run anything that did not say it does without.
	for _, pid := range left {
		require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
	}
	refused(t, m, Survivors)
	t.Logf("skipped, and refused: %s (%d survivors found and killed)", m.report.Of(Survivors).Reason, len(left))
}

func pipeHolder(t *testing.T, m *machine) {
	have(t, "setsid", "sleep")
	mark := strconv.Itoa(800000000 + os.Getpid())
	o := run(t, shell(m, "setsid sleep "+mark+" & echo ended"))
	require.Contains(t, string(o.Stdout), "ended")
	require.Less(t, o.Elapsed, 20*time.Second)
	for _, pid := range processes(t, mark) {
		require.False(t, m.namespaces, "nothing lives on in a PID namespace")
		require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
	}
}

func filesOutside(t *testing.T, m *machine) {
	dir := writable(t)
	secret := filepath.Join(dir, "secret")
	require.NoError(t, os.WriteFile(secret, []byte("hunter22"), 0o644))
	link := filepath.Join(writable(t), "link")
	require.NoError(t, os.Symlink(secret, link))
	for _, text := range []string{
		"cat " + secret, "cat " + link, "cat /etc/passwd", "cat /etc/shadow", "ls /root", "ls /home", "ls " + dir,
		"cat /proc/1/environ", "cat /proc/" + strconv.Itoa(os.Getpid()) + "/environ", "cat ../../../../" + secret, "ls /proc/self/root/etc",
	} {
		c := shell(m, text)
		c.Read = append(System(), filepath.Dir(link))
		o := run(t, c)
		require.NotZero(t, o.ExitCode, text)
		require.Empty(t, string(o.Stdout), text)
	}
	c := shell(m, "cat "+secret) // and it is the list that decides
	c.Read = append(System(), secret)
	require.Equal(t, "hunter22", string(run(t, c).Stdout))
	c.Read = append(System(), dir)
	require.Equal(t, "hunter22", string(run(t, c).Stdout))
}

func writeOutside(t *testing.T, m *machine) {
	inside, outside := writable(t), writable(t)
	kept := filepath.Join(outside, "kept")
	require.NoError(t, os.WriteFile(kept, []byte("kept"), 0o666))
	require.NoError(t, os.Chmod(kept, 0o666))
	for _, text := range []string{
		": > " + kept, "echo x >> " + kept, "rm " + kept, "mv " + kept + " " + inside, "touch " + outside + "/new", "mkdir " + outside + "/new",
		"ln " + kept + " " + inside + "/hard", "chmod 0 " + kept, "truncate -s 0 " + kept,
	} {
		c := shell(m, text)
		c.Read, c.Write = append(System(), outside), []string{inside}
		if text == "chmod 0 "+kept && !m.namespaces {
			continue // landlock knows no right for it; the file's owner is who keeps others from it
		}
		require.NotZero(t, run(t, c).ExitCode, text)
		text, err := os.ReadFile(kept)
		require.NoError(t, err)
		require.Equal(t, "kept", string(text))
		entries, err := os.ReadDir(outside)
		require.NoError(t, err)
		require.Len(t, entries, 1)
	}
	c := shell(m, "echo well > "+inside+"/a && mkdir "+inside+"/d && mv "+inside+"/a "+inside+"/d/b && cat "+inside+"/d/b")
	c.Write = []string{inside}
	require.Equal(t, "well\n", string(run(t, c).Stdout))
}

func network(t *testing.T, m *machine) {
	have(t, "bash")
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	packets, err := net.ListenPacket("udp4", "127.0.0.1:0")
	require.NoError(t, err)
	defer packets.Close()
	text := fmt.Sprintf("echo x > /dev/tcp/127.0.0.1/%d; echo tcp $?; echo x > /dev/udp/127.0.0.1/%d; echo udp $?",
		listener.Addr().(*net.TCPAddr).Port, packets.LocalAddr().(*net.UDPAddr).Port)
	c := &Command{Path: "bash", Args: []string{"-c", text}, on: m, Without: limits}

	o := run(t, c)
	if m.namespaces || m.landlock >= 4 {
		require.Contains(t, string(o.Stdout), "tcp 1")
	}
	if m.report.Of(Network).Strength == Unsupported {
		refused(t, m, Network)
		t.Log("skipped for UDP, and refused: " + m.report.Of(Network).Reason)
	} else {
		require.Contains(t, string(o.Stdout), "udp 1")
	}

	c.Network = true // and it is the command that decides
	require.Equal(t, "tcp 0\nudp 0\n", string(run(t, c).Stdout))
}

// A socket that another program listens at, such as that of a container engine, is a way out that is neither a file nor a network.
func socketFile(t *testing.T, m *machine) {
	have(t, "python3")
	dir := writable(t)
	path := filepath.Join(dir, "s")
	listener, err := net.Listen("unix", path)
	require.NoError(t, err)
	defer listener.Close()
	require.NoError(t, os.Chmod(path, 0o777))
	c := &Command{Path: "python3", Args: []string{"-I", "-c", "import socket; socket.socket(socket.AF_UNIX).connect(" + strconv.Quote(path) + ")"}, on: m, Without: limits}
	if !m.namespaces && m.landlock < 9 {
		t.Skip("skipped: without a mount namespace landlock holds sockets in the file system from ABI 9")
	}
	require.NotZero(t, run(t, c).ExitCode)
	c.Write = []string{dir}
	c.Network = true
	if m.landlock < 9 {
		require.Zero(t, run(t, c).ExitCode, "the list decides")
	}
}

func raising(t *testing.T, m *machine) {
	for _, text := range []string{"ulimit -v unlimited", "ulimit -t unlimited", "ulimit -f unlimited", "ulimit -n 100000", "ulimit -Hv 9999999999"} {
		o := run(t, shell(m, text))
		require.NotZero(t, o.ExitCode, text)
	}
}

func signalling(t *testing.T, m *machine) {
	if m.report.Of(Signals).Strength == Unsupported {
		t.Skip("skipped: " + m.report.Of(Signals).Reason)
	}
	victim := exec.Command("/bin/sh", "-c", "read line; exit 7")
	in, err := victim.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, victim.Start())
	for _, pid := range []int{victim.Process.Pid, os.Getpid()} {
		for _, text := range []string{"kill -9 %d", "kill -0 %d"} {
			if pid == os.Getpid() && text == "kill -9 %d" {
				text = "kill -CONT %d"
			}
			o := run(t, shell(m, fmt.Sprintf(text, pid)))
			require.NotZero(t, o.ExitCode, text)
		}
	}
	run(t, shell(m, "kill -9 -1"))
	_, err = in.Write([]byte("go\n"))
	require.NoError(t, err)
	_ = victim.Wait()
	require.Equal(t, 7, victim.ProcessState.ExitCode(), "it ended by itself")
}

func capabilities(t *testing.T, m *machine) {
	have(t, "grep")
	c := shell(m, "grep -E '^(Cap(Inh|Prm|Eff|Amb)|NoNewPrivs)' /proc/self/status; grep -c . /proc/self/status")
	c.Read = append(System(), "/proc")
	o := run(t, c)
	for line := range strings.Lines(string(o.Stdout)) {
		if name, value, found := strings.Cut(line, ":\t"); found {
			require.Equal(t, map[bool]string{true: "1", false: "0000000000000000"}[name == "NoNewPrivs"], strings.TrimSpace(value), line)
		}
	}
	require.Equal(t, 6, strings.Count(string(o.Stdout), "\n"), "%s", o.Text())

	o = run(t, shell(m, "id -u"))
	require.NotEqual(t, "0", strings.TrimSpace(string(o.Stdout)), "root becomes nobody")
	if m.namespaces {
		c = shell(m, "ls -d /proc/[0-9]* | wc -l") // the sandbox's own processes, and no others
		c.Read = append(System(), "/proc")
		count, err := strconv.Atoi(strings.TrimSpace(string(run(t, c).Stdout)))
		require.NoError(t, err)
		require.Less(t, count, 8)
		for _, text := range []string{"mount -t tmpfs x /tmp", "unshare -Ur mount -t tmpfs x /usr", "umount /tmp", "chroot / true"} {
			require.NotZero(t, run(t, shell(m, text)).ExitCode, text)
		}
	}
}

// Nothing comes along from this process: no variable, no open file, no terminal.
func inherited(t *testing.T, m *machine) {
	t.Setenv("SANDBOX_SECRET", "hunter22")
	f, err := os.Open("/etc/passwd")
	require.NoError(t, err)
	defer f.Close()
	fd, err := syscall.Dup(int(f.Fd())) // without close-on-exec, as another library may leave one
	require.NoError(t, err)
	defer syscall.Close(fd)
	o := run(t, shell(m, fmt.Sprintf("env; cat <&%d; echo; echo $?", fd)))
	require.NotContains(t, string(o.Stdout), "hunter22")
	require.NotContains(t, string(o.Stdout), "root:")
	require.NotContains(t, string(o.Stdout), "GOMAXPROCS")
	require.Contains(t, string(o.Stdout), "PATH=/usr/local/bin:/usr/bin:/bin\n")
	c := shell(m, "env")
	c.Env = []string{"PATH=/usr/bin:/bin", "A=1"}
	require.Contains(t, string(run(t, c).Stdout), "A=1\n")
}

// writable is a directory of this test that every user may write to.
func writable(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "sandbox-test")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	require.NoError(t, os.Chmod(dir, 0o777))
	return dir
}
