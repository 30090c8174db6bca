package sandbox

import (
	"errors"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// trial is what an entrant tries instead of running a program: to break each of its limits. It runs where a program would.
type trial struct {
	Outside string // a file that is there and not to be read
	Socket  string // one that this program listens at
	Pid     int    // a process that is there and not to be reached

	file int // one in memory; less than 0 where it could not be made
}

// verdict is what came of one attempt: held, or how it got through.
type verdict struct {
	Held bool
	How  string // by what means it was held, or what happened
}

func held(how string) verdict  { return verdict{true, how} }
func broke(how string) verdict { return verdict{false, how} }

// The limits of a trial are small, so that breaking them is quick. That of memory is not: this process is larger than a program.
const (
	trialMemory = 8 << 30
	trialFile   = 4096
	trialFiles  = 64
	trialDisk   = 1 << 16
)

// begin is what is done before system calls are closed.
func (t *trial) begin() {
	var err error
	if t.file, err = unix.MemfdCreate("trial", unix.MFD_CLOEXEC); err != nil {
		t.file = -1
	}
}

func (t *trial) run(o *order) map[Limit]verdict {
	signal.Ignore(unix.SIGXFSZ) // else the attempt below ends this process
	return map[Limit]verdict{
		CPU: readBack(unix.RLIMIT_CPU, o.CPU), Memory: tryMemory(), Resident: tryResident(o), File: t.tryFile(), Disk: tryDisk(o), Procs: tryProcs(), Files: tryFiles(),
		Paths: t.tryPaths(), Network: t.tryNetwork(), Signals: t.trySignals(), Survivors: trySurvivors(o), Raise: tryRaise(),
	}
}

// readBack looks whether the limit stands; to break it would take a second.
func readBack(resource int, want uint64) verdict {
	var l unix.Rlimit
	if err := unix.Getrlimit(resource, &l); err != nil || l.Cur > want {
		return broke("the kernel did not take the limit")
	}
	return held("rlimit")
}

func tryMemory() verdict {
	b, err := unix.Mmap(-1, 0, 2*trialMemory, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE)
	if err == nil {
		_ = unix.Munmap(b)
		return broke("the kernel gave more than RLIMIT_AS")
	}
	return held("rlimit")
}

// tryResident looks whether there is memory that no process has in use, and whether the processes can be found.
func tryResident(o *order) verdict {
	if len(o.Mounts) == 0 || os.Getppid() != 1 {
		return broke("it needs a PID namespace: a process that lost its parent is not found")
	}
	if _, err := unix.MemfdCreate("trial", unix.MFD_CLOEXEC); !errors.Is(err, unix.ENOSYS) {
		return broke("it needs seccomp: files in memory are no process's")
	}
	return held("added up five times a second, from /proc; seccomp closes memory that is no process's")
}

func (t *trial) tryFile() verdict {
	if t.file < 0 {
		return broke("not tried, there is no file in memory")
	}
	defer unix.Close(t.file)
	if n, err := unix.Pwrite(t.file, []byte{1}, trialFile); err == nil && n > 0 {
		return broke("a file grew larger than RLIMIT_FSIZE")
	}
	return held("rlimit")
}

func tryDisk(o *order) verdict {
	if len(o.Mounts) == 0 {
		return broke("it needs namespaces, for a file system of its own")
	}
	for i := range 2 * trialDisk / trialFile {
		err := os.WriteFile("/tmp/trial"+string(rune('a'+i)), make([]byte, trialFile), 0o600)
		if errors.Is(err, unix.ENOSPC) {
			return held("tmpfs")
		} else if err != nil {
			return broke("a file in the scratch directory: " + err.Error())
		}
	}
	return broke("the tmpfs took more than its size")
}

func tryProcs() verdict {
	one := unix.Rlimit{Cur: 1, Max: 1} // this process has several threads already
	if err := unix.Prlimit(0, unix.RLIMIT_NPROC, &one, nil); err != nil {
		return broke("setting the limit: " + err.Error())
	}
	// There is no such program; whether the kernel lets a process be made at all is the question.
	_, err := syscall.ForkExec("/nowhere", []string{"nowhere"}, nil)
	if errors.Is(err, unix.EAGAIN) {
		return held("rlimit")
	}
	return broke("RLIMIT_NPROC does not count for this user")
}

func tryFiles() verdict {
	for range 2 * trialFiles {
		fd, err := unix.FcntlInt(0, unix.F_DUPFD_CLOEXEC, 0)
		if err != nil {
			return held("rlimit")
		}
		defer unix.Close(fd)
	}
	return broke("more files could be opened than RLIMIT_NOFILE")
}

func (t *trial) tryPaths() verdict {
	f, err := os.Open(t.Outside)
	if err == nil {
		_ = f.Close()
		return broke("a file outside could be opened: no landlock (ABI 3), no mount namespace")
	}
	if errors.Is(err, unix.ENOENT) {
		return held("mount namespace, landlock where there is one")
	}
	return held("landlock")
}

// tryNetwork goes out by TCP, to this machine, and by UDP, to it and to an address that is kept for documents. Connecting by UDP sends
// nothing. The calls are the kernel's own, because net may make them from another thread.
func (t *trial) tryNetwork() verdict {
	if fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0); err == nil {
		err = unix.Connect(fd, &unix.SockaddrUnix{Name: t.Socket})
		_ = unix.Close(fd)
		if err == nil {
			return broke("a socket in the file system can be reached: no mount namespace, and landlock holds these from ABI 9")
		}
	}
	how := "landlock"
	for _, attempt := range []struct {
		name string
		kind int
		to   [4]byte
	}{{"tcp", unix.SOCK_STREAM, [4]byte{127, 0, 0, 1}}, {"udp", unix.SOCK_DGRAM, [4]byte{127, 0, 0, 1}}, {"udp", unix.SOCK_DGRAM, [4]byte{192, 0, 2, 1}}} {
		fd, err := unix.Socket(unix.AF_INET, attempt.kind|unix.SOCK_CLOEXEC, 0)
		if err != nil {
			continue
		}
		err = unix.Connect(fd, &unix.SockaddrInet4{Port: 9, Addr: attempt.to})
		_ = unix.Close(fd)
		switch {
		case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		case errors.Is(err, unix.ENETUNREACH):
			how = "network namespace, landlock for TCP where there is one"
		case err == nil, errors.Is(err, unix.ECONNREFUSED):
			return broke(attempt.name + " is not held back: no network namespace, and landlock holds TCP from ABI 4 and UDP from ABI 10")
		default:
			return broke(attempt.name + " is not held back: " + err.Error())
		}
	}
	return held(how)
}

func (t *trial) trySignals() verdict {
	switch err := unix.Kill(t.Pid, 0); {
	case err == nil:
		return broke("a process outside can be signalled: no PID namespace, and landlock has no scopes (ABI 6)")
	case errors.Is(err, unix.ESRCH):
		return held("PID namespace")
	}
	return held("landlock, or another user")
}

func trySurvivors(o *order) verdict {
	if len(o.Mounts) > 0 && os.Getppid() == 1 {
		return held("PID namespace")
	}
	return broke("it needs a PID namespace: a process that leaves its group lives on")
}

func tryRaise() verdict {
	var l unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &l); err != nil {
		return broke(err.Error())
	}
	l.Cur, l.Max = l.Max+1, l.Max+1
	if err := unix.Prlimit(0, unix.RLIMIT_FSIZE, &l, nil); err == nil {
		return broke("this user may raise its limits")
	}
	return held("no capabilities, no_new_privs")
}
