package sandbox

import (
	"errors"
	"os"

	"github.com/landlock-lsm/go-landlock/landlock"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// restrict applies landlock, as far as this kernel has it, for good: files, TCP (with ABI 4), signals and abstract sockets (6),
// sockets in the file system (9), UDP (10).
func restrict(o *order) error {
	if o.Landlock <= 0 {
		return nil
	}
	var rules []landlock.Rule
	for _, list := range []struct {
		paths       []string
		dirs, files func(...string) landlock.FSRule
		write       bool
	}{
		{o.Read, landlock.RODirs, landlock.ROFiles, false},
		{o.Write, landlock.RWDirs, landlock.RWFiles, true},
	} {
		for _, path := range list.paths {
			info, err := os.Stat(path)
			if err != nil {
				return errors.New("a path of the sandbox: " + err.Error())
			}
			rule := list.files(path)
			if info.IsDir() {
				if rule = list.dirs(path); list.write && o.Landlock >= 2 {
					rule = rule.WithRefer()
				}
			}
			rules = append(rules, rule)
		}
	}
	config := landlock.V11
	if o.Network {
		config.HandledAccessNet = 0
	}
	// Only this thread, which is the one that becomes the program: the library's way for all threads needs /proc in a program with cgo.
	set, flags, err := config.BestEffort().NewRulesetFD(rules...)
	if err != nil {
		return errors.New("landlock: " + err.Error())
	}
	defer unix.Close(set)
	if err := ll.LandlockRestrictSelf(set, flags); err != nil {
		return errors.New("landlock: " + err.Error())
	}
	return nil
}

// setLimits sets what the kernel counts, for this process and all that come of it. That of memory is the last: what is needed from
// here on is there already.
func setLimits(o *order) error {
	for _, l := range []struct {
		name     string
		resource int
		soft     uint64
		more     uint64
	}{
		{"core", unix.RLIMIT_CORE, 0, 0},
		{"cpu", unix.RLIMIT_CPU, o.CPU, 1},
		{"file", unix.RLIMIT_FSIZE, o.File, 0},
		{"files", unix.RLIMIT_NOFILE, o.Files, 0},
		{"procs", unix.RLIMIT_NPROC, o.Procs, 0},
		{"memory", unix.RLIMIT_AS, o.Memory, 0},
	} {
		if l.soft == 0 && l.resource != unix.RLIMIT_CORE {
			continue
		}
		var now unix.Rlimit
		if err := unix.Getrlimit(l.resource, &now); err != nil {
			return errors.New("reading the limit " + l.name + ": " + err.Error())
		}
		// What this program itself is held to stays, where it is less.
		limit := unix.Rlimit{Cur: min(l.soft, now.Max), Max: min(l.soft+l.more, now.Max)}
		if err := unix.Prlimit(0, l.resource, &limit, nil); err != nil {
			return errors.New("setting the limit " + l.name + ": " + err.Error())
		}
	}
	return nil
}
