package sandbox

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
)

// probe tries with namespaces and, where they cannot be had, without.
func probe() *machine {
	m := &machine{}
	if abi, err := ll.LandlockGetABIVersion(); err == nil {
		m.landlock = abi
	}
	if _, err := os.Stat("/proc/self/exe"); err != nil {
		m.report = nowhere("there is no /proc: " + err.Error())
		return m
	}
	m.namespaces = true
	verdicts, failure := m.try()
	if failure == "" {
		m.report = assess(verdicts, "")
		return m
	}
	m.namespaces = false
	verdicts, alone := m.try()
	if alone != "" {
		m.report = nowhere(alone)
		return m
	}
	m.report = assess(verdicts, failure)
	return m
}

// try has an entrant break every limit, and returns what came of each, or why it could not even be started.
func (m *machine) try() (map[Limit]verdict, string) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	self, err := os.Executable()
	if err != nil {
		return nil, err.Error()
	}
	l := Limits{CPU: 5 * time.Second, Memory: trialMemory, File: trialFile, Disk: trialDisk, Procs: 1 << 20, Files: trialFiles}
	c := &Command{Path: "/dev/null", Read: []string{}, Limits: l, on: m}
	o, err := c.compose(c.within(ctx), m)
	if err != nil {
		return nil, err.Error()
	}
	dir, err := os.MkdirTemp("", "sandbox-probe")
	if err != nil {
		return nil, err.Error()
	}
	defer os.RemoveAll(dir)
	socket := filepath.Join(dir, "s")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return nil, err.Error()
	}
	defer listener.Close()
	for _, path := range []string{dir, socket} { // what keeps the trial away is the sandbox
		if err := os.Chmod(path, 0o777); err != nil {
			return nil, err.Error()
		}
	}
	o.Trial = &trial{Outside: self, Socket: socket, Pid: os.Getpid()}
	j := &job{order: o, limits: l, on: m}
	cmd := exec.CommandContext(ctx, "/proc/self/exe")
	_, stderr := newStreams(300, func() {})
	cmd.Stderr = stderr
	s, err := j.start(cmd)
	if err != nil {
		return nil, strings.TrimPrefix(err.Error(), "sandbox: ")
	}
	switch {
	case s.Error != "":
		return nil, strings.TrimSpace(s.Error + " " + stderr.kept.String())
	case s.Trial == nil:
		return nil, "the helper ended without a word, " + cmd.ProcessState.String() + ": " + strings.TrimSpace(stderr.kept.String())
	default:
		return s.Trial, ""
	}
}

// assess makes a report of what came of a trial. without says why there are no namespaces; "" where there are.
func assess(verdicts map[Limit]verdict, without string) Report {
	r := make(Report, len(limits))
	for i, limit := range limits {
		s := Support{Limit: limit, Strength: Hard}
		v, tried := verdicts[limit]
		switch {
		case limit == Wall:
			s.How = "context, SIGKILL to the process group and to the PID namespace where there is one"
		case limit == Output:
			s.How = "counted as it is read, then SIGKILL"
		case !tried || !v.Held:
			s.Strength, s.Reason = Unsupported, v.How
			if without != "" {
				s.Reason += "; no namespaces here: " + without
			}
		default:
			s.How = v.How
			if limit == Resident {
				s.Strength = Sampled
			}
			if limit == CPU || limit == Memory || limit == File || limit == Files {
				s.Strength = PerProcess
			}
		}
		r[i] = s
	}
	return r
}
