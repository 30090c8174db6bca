package sandbox

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// afterKill is how long pipes are waited for once everything that can be found is killed.
const afterKill = 2 * time.Second

// run makes the run.
func (j *job) run(ctx context.Context) (*Outcome, error) {
	caller := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if j.limits.Wall > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, j.limits.Wall, errWall)
		defer stop()
	}
	cmd := exec.CommandContext(ctx, "/proc/self/exe")
	stdout, stderr := newStreams(j.limits.Output, func() { cancel(errOutput) })
	cmd.Stdin, cmd.Stdout, cmd.Stderr = j.stdin, stdout, stderr

	j.tooMuch = func() { cancel(errResident) }

	begun := time.Now()
	s, err := j.start(cmd)
	if err != nil {
		if end := caller.Err(); end != nil {
			return nil, end
		}
		return nil, err
	}
	o := &Outcome{ExitCode: s.Exit, Elapsed: time.Since(begun)}
	// The copying goroutines may still run where a process got away with a pipe.
	stdout.mu.Lock()
	o.Stdout, o.Stderr, o.Truncated = stdout.kept.Bytes(), stderr.kept.Bytes(), stdout.cut
	stdout.left, stdout.bound = 0, true
	stdout.over = func() {}
	stdout.mu.Unlock()
	o.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()

	signal := syscall.Signal(s.Signal)
	if !s.Ended {
		how, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if o.ExitCode = how.ExitStatus(); how.Signaled() {
			signal = how.Signal()
		}
	}
	if signal != 0 {
		o.ExitCode, o.Signal = -1, signal.String()
	}
	switch cause := context.Cause(ctx); {
	case s.Error != "":
		return nil, errors.New("sandbox: the program was not started: " + s.Error)
	case j.killed.Load() && !s.Ended && errors.Is(cause, errWall):
		o.Stopped = Wall
	case j.killed.Load() && !s.Ended && errors.Is(cause, errResident):
		o.Stopped = Resident
	case j.killed.Load() && !s.Ended && !errors.Is(cause, errOutput):
		return o, cause
	case o.Truncated:
		o.Stopped = Output
	case signal == syscall.SIGXCPU, signal == syscall.SIGKILL && j.order.CPU > 0 && o.CPU >= time.Duration(j.order.CPU)*time.Second:
		o.Stopped = CPU
	}
	return o, nil
}

// start starts the helpers, waits until all is over, and returns what they said.
func (j *job) start(cmd *exec.Cmd) (status, error) {
	ordersOut, ordersIn, err := os.Pipe()
	if err != nil {
		return status{}, err
	}
	defer ordersIn.Close()
	saidOut, saidIn, err := os.Pipe()
	if err != nil {
		_ = ordersOut.Close()
		return status{}, err
	}
	defer saidOut.Close()

	cmd.Env, cmd.Dir, cmd.WaitDelay = helperEnv(), "/", afterKill
	cmd.ExtraFiles = []*os.File{ordersOut, saidIn}
	cmd.Args = []string{entrantName}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no terminal to type into, and a group of its own
	if j.on.namespaces {
		cmd.Args = []string{keeperName}
		separate(cmd.SysProcAttr, j.order.Network)
	}
	var reaped atomic.Bool
	cmd.Cancel = func() error {
		if reaped.Load() {
			return os.ErrProcessDone
		}
		j.killed.Store(true)
		return killGroup(cmd.Process.Pid)
	}

	err = cmd.Start()
	_, _ = ordersOut.Close(), saidIn.Close()
	if err != nil {
		return status{}, errors.New("sandbox: starting the helper: " + err.Error())
	}
	statuses := make(chan status, 1)
	go func() { statuses <- readStatus(saidOut) }()
	if err := sendOrder(ordersIn, j.order); err != nil && !errors.Is(err, syscall.EPIPE) {
		_ = cmd.Cancel()
	}
	// Before the process is waited for, its number is its own, and its group's, and nobody else's.
	watching, enough := context.WithCancel(context.Background())
	var watcher sync.WaitGroup
	if j.on.namespaces && j.limits.Resident > 0 && j.tooMuch != nil {
		watcher.Go(func() { watch(watching, cmd.Process.Pid, j.limits.Resident, j.tooMuch) })
	}
	awaitEnd(cmd.Process.Pid)
	enough()
	watcher.Wait()
	reaped.Store(true)
	_ = killGroup(cmd.Process.Pid)
	if err := cmd.Wait(); cmd.ProcessState == nil {
		return status{}, err
	}
	_ = saidOut.SetReadDeadline(time.Now().Add(afterKill)) // all who could write have ended; this bounds a mistake in that
	return <-statuses, nil
}

// separate gives a child namespaces of its own.
func separate(attr *syscall.SysProcAttr, network bool) {
	attr.Cloneflags = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS
	if !network {
		attr.Cloneflags |= unix.CLONE_NEWNET
	}
	uid, gid := os.Getuid(), os.Getgid()
	attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}}
	attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}}
	if uid == 0 { // the keeper stays root in there; the program becomes nobody
		attr.UidMappings = append(attr.UidMappings, syscall.SysProcIDMap{ContainerID: nobody, HostID: nobody, Size: 1})
		attr.GidMappings = append(attr.GidMappings, syscall.SysProcIDMap{ContainerID: nobody, HostID: nobody, Size: 1})
		attr.GidMappingsEnableSetgroups = true
		return
	}
	attr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN} // in its namespaces only, for the mounts
}

// killGroup kills what is in the group of a helper that was not waited for yet. In a PID namespace that is all there is.
func killGroup(pid int) error {
	_ = syscall.Kill(pid, syscall.SIGKILL) // it may not have its group yet
	if err := syscall.Kill(-pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return nil
}

// awaitEnd returns when the process has ended, and leaves it to be waited for.
func awaitEnd(pid int) {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}
