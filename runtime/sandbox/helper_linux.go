package sandbox

import (
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// A program that imports this package becomes a helper when it is started under one of the two names, before its main and before the
// packages that import this one are set up. There is nothing to call for it, and so nothing to forget: a main that was started again
// by mistake would run twice. What is read from the pipe comes from the process that started this one, with the same rights.
func init() {
	if len(os.Args) == 0 {
		return
	}
	switch os.Args[0] {
	case keeperName:
		os.Exit(keep())
	case entrantName:
		os.Exit(enter())
	}
}

// notStarted is the exit code of a helper that could not do its work; what counts is what it said.
const notStarted = 125

func pipes() (orders, said *os.File) {
	unix.CloseOnExec(orderFile)
	unix.CloseOnExec(statusFile)
	return os.NewFile(orderFile, "order"), os.NewFile(statusFile, "status")
}

// keep is the life of a keeper.
func keep() int {
	orders, said := pipes()
	o, err := receiveOrder(orders)
	if err != nil {
		say(said, status{Error: "no order: " + err.Error()})
		return notStarted
	}
	go func() { // whoever asked for this is gone: so is everything here, as this is process 1
		_, _ = io.Copy(io.Discard, orders)
		os.Exit(notStarted)
	}()

	// The entrant is started first, while /proc/self/exe can still be reached, and waits for its order.
	process, entry, err := startEntrant(o, said)
	if err == nil {
		err = arrange(o.Mounts)
	}
	if err == nil {
		err = sendOrder(entry, o)
	}
	if err != nil {
		say(said, status{Error: err.Error()})
		return notStarted
	}
	_ = entry.Close()
	for { // a process that lost its parent is this one's to wait for
		var how unix.WaitStatus
		pid, err := unix.Wait4(-1, &how, 0, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			say(said, status{Error: "waiting for the program: " + err.Error()})
			return notStarted
		case pid == process.Pid:
			s := status{Ended: true, Exit: how.ExitStatus()}
			if how.Signaled() {
				s.Signal = int(how.Signal())
			}
			say(said, s)
			return 0
		}
	}
}

// startEntrant starts the entrant. An ordinary user's gets a user namespace more, in which processes are counted from nought and
// the keeper's rights over the mounts count nothing; root's becomes another user by itself.
func startEntrant(o *order, said *os.File) (*os.Process, *os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	ready, loaded, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	defer ready.Close()
	attr := &os.ProcAttr{Dir: "/", Env: helperEnv(), Files: []*os.File{os.Stdin, os.Stdout, os.Stderr, r, said, loaded}}
	if o.User < 0 {
		attr.Sys = &syscall.SysProcAttr{
			Unshareflags: unix.CLONE_NEWUSER,
			UidMappings:  []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}},
			GidMappings:  []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}},
		}
	}
	process, err := os.StartProcess("/proc/self/exe", []string{entrantName, sayReady}, attr)
	_ = loaded.Close()
	if err != nil {
		return nil, nil, errors.New("starting the program: " + err.Error())
	}
	// A program that is linked dynamically still loads its libraries, from where they will not be for long.
	if _, err := io.ReadFull(ready, make([]byte, 1)); err != nil {
		return nil, nil, errors.New("starting the program: it ended before it was ready")
	}
	return process, w, nil
}

// helperEnv keeps a helper small; nothing of it reaches the program.
func helperEnv() []string { return []string{"GOMAXPROCS=2"} }

// enter is the life of an entrant: it ends in the program.
func enter() int {
	orders, said := pipes()
	if slices.Contains(os.Args, sayReady) {
		unix.CloseOnExec(readyFile)
		if _, err := unix.Write(readyFile, []byte{1}); err != nil {
			return notStarted
		}
	}
	// What follows holds for the thread that it is done by, which must be the one that becomes the program. In an init function it is
	// the first, and stays so.
	o, err := receiveOrder(orders)
	if err == nil {
		err = become(o, said)
	}
	if err != nil {
		say(said, status{Error: err.Error()})
		return notStarted
	}
	return 0
}

// become puts this process under the order, bit by bit, and then runs the program in its place.
func become(o *order, said *os.File) error {
	if err := closeOthers(); err != nil {
		return err
	}
	if o.User >= 0 {
		if err := drop(o.User); err != nil {
			return err
		}
	}
	// Without the right to give itself rights, or to have them of a file.
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return errors.New("no_new_privs: " + err.Error())
	}
	if err := os.Chdir(o.Dir); err != nil {
		return errors.New("the working directory: " + err.Error())
	}
	if err := restrict(o); err != nil {
		return err
	}
	if err := setLimits(o); err != nil {
		return err
	}
	if o.Trial != nil {
		o.Trial.begin()
	}
	if err := filter(); err != nil {
		return err
	}
	if o.Trial != nil {
		say(said, status{Trial: o.Trial.run(o)})
		return nil
	}
	if err := syscall.Exec(o.Path, o.Argv, o.Env); err != nil {
		return errors.New("running " + strconv.Quote(o.Path) + ": " + err.Error())
	}
	return nil
}

// closeOthers leaves the program its three standard files and nothing that was left open above this process.
func closeOthers() error {
	if err := unix.CloseRange(orderFile, ^uint(0)>>1, unix.CLOSE_RANGE_CLOEXEC); err == nil {
		return nil
	}
	entries, err := os.ReadDir("/proc/self/fd") // before Linux 5.11
	if err != nil {
		return errors.New("files that are open cannot be listed: " + err.Error())
	}
	for _, entry := range entries {
		if fd, err := strconv.Atoi(entry.Name()); err == nil && fd >= orderFile {
			unix.CloseOnExec(fd)
		}
	}
	return nil
}

// drop makes a root's process one of that user, who owns nothing: all capabilities go with it.
func drop(user int) error {
	if err := syscall.Setgroups(nil); err != nil {
		return errors.New("giving up root's groups: " + err.Error())
	}
	if err := syscall.Setresgid(user, user, user); err != nil {
		return errors.New("giving up root's group: " + err.Error())
	}
	if err := syscall.Setresuid(user, user, user); err != nil {
		return errors.New("giving up root: " + err.Error())
	}
	return nil
}
