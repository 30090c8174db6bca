package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

// scratch is the directory that a program can write to, and that is gone afterwards.
const scratch = "/tmp"

// nobody is whom root's programs run as.
const nobody = 65534

// System returns the directories of this machine's programs and libraries, and what a dynamic linker reads: what most programs need
// to be run. It is what a nil Read means. /etc is not among them, apart from names in it that programs and certificates need.
func System() []string {
	var there []string
	for _, path := range []string{
		"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/usr", "/etc/ld.so.cache", "/etc/alternatives", "/etc/ssl/certs", "/etc/localtime",
	} {
		if _, err := os.Stat(path); err == nil {
			there = append(there, path)
		}
	}
	return there
}

// devices are the files of /dev that every program may use.
var devices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

// job is one run that is ready to be made, once.
type job struct {
	order  *order
	limits Limits
	on     *machine
	stdin  io.Reader
	killed atomic.Bool // by this process, not by the kernel

	tooMuch func() // what happens where the processes have too much memory in use; nil: nobody looks
}

func (c *Command) prepare(ctx context.Context) (*job, error) {
	if err := c.sound(); err != nil {
		return nil, err
	}
	on := c.on
	if on == nil {
		on = probed()
	}
	l := c.within(ctx)
	if err := c.refuse(ctx, l, on.report); err != nil {
		return nil, err
	}
	o, err := c.compose(l, on)
	if err != nil {
		return nil, err
	}
	return &job{order: o, limits: l, on: on, stdin: c.Stdin}, nil
}

// compose writes the order.
func (c *Command) compose(l Limits, on *machine) (*order, error) {
	o := &order{Env: c.Env, Dir: c.Dir, Network: c.Network, Landlock: on.landlock, User: -1}
	if os.Getuid() == 0 {
		o.User = nobody
	}
	home := "/"
	if on.namespaces && l.Disk > 0 {
		home = scratch
	}
	if o.Env == nil {
		o.Env = environment(home)
	}
	if o.Dir == "" {
		o.Dir = home
	}
	path, err := lookUp(c.Path, o.Env)
	if err != nil {
		return nil, err
	}
	o.Path, o.Argv = path, append([]string{c.Path}, c.Args...)

	read := c.Read
	if read == nil {
		read = System()
	}
	o.Read, err = resolve(append(slices.Clone(read), path))
	if err != nil {
		return nil, err
	}
	if o.Write, err = resolve(c.Write); err != nil {
		return nil, err
	}
	if on.namespaces {
		o.Mounts = mounts(o.Read, o.Write, l.Disk)
		if l.Disk > 0 {
			o.Write = append(o.Write, scratch)
		}
	}
	for _, device := range devices {
		if _, err := os.Stat(device); err == nil {
			o.Write = append(o.Write, device)
		}
	}

	if l.CPU > 0 {
		o.CPU = seconds(l.CPU)
	}
	o.Memory, o.File = uint64(max(l.Memory, 0)), uint64(max(l.File, 0))
	o.Procs, o.Files = uint64(max(l.Procs, 0)), uint64(max(l.Files, 0))
	return o, nil
}

// lookUp finds a program as a shell would, in the PATH of env and not in that of this process.
func lookUp(name string, env []string) (string, error) {
	if strings.Contains(name, "/") {
		if !filepath.IsAbs(name) {
			return "", errors.New("sandbox: the path of the program is neither absolute nor a name: " + strconv.Quote(name))
		}
		if _, err := os.Stat(name); err != nil {
			return "", fmt.Errorf("sandbox: the program is not there: %w: %w", exec.ErrNotFound, err)
		}
		return filepath.Clean(name), nil
	}
	for _, variable := range env {
		list, is := strings.CutPrefix(variable, "PATH=")
		if !is {
			continue
		}
		for dir := range strings.SplitSeq(list, ":") {
			if !filepath.IsAbs(dir) {
				continue // what lies in a working directory is not a program that the host named
			}
			if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
				return path, nil
			}
		}
	}
	return "", fmt.Errorf("sandbox: there is no program %q in the PATH of the sandbox: %w", name, exec.ErrNotFound)
}

// resolve checks that each path is absolute and there, and adds where it leads to through links.
func resolve(paths []string) ([]string, error) {
	var all []string
	for _, path := range paths {
		if !filepath.IsAbs(path) {
			return nil, errors.New("sandbox: not an absolute path: " + strconv.Quote(path))
		}
		path = filepath.Clean(path)
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			return nil, fmt.Errorf("sandbox: a path of the sandbox: %w", err)
		}
		for _, p := range []string{path, real} {
			if !slices.Contains(all, p) {
				all = append(all, p)
			}
		}
	}
	return all, nil
}

// mounts lists what is to be seen, outer directories before what lies in them.
func mounts(read, write []string, disk int64) []mount {
	var all []mount
	add := func(path string, write bool) {
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			return // it was there a moment ago; the entrant will miss it
		}
		info, err := os.Stat(real)
		if err != nil || slices.Contains(devices, path) {
			return
		}
		m := mount{From: real, To: path, Write: write, File: !info.IsDir()}
		if path == "/proc" {
			m = mount{From: "proc", To: path}
		}
		all = append(all, m)
	}
	for _, path := range read {
		if !slices.Contains(write, path) {
			add(path, false)
		}
	}
	for _, path := range write {
		add(path, true)
	}
	if disk > 0 && !slices.Contains(write, scratch) {
		all = append(all, mount{To: scratch, Size: disk})
	}
	for _, device := range devices {
		if _, err := os.Stat(device); err == nil {
			all = append(all, mount{From: device, To: device, Write: true, Device: true, File: true})
		}
	}
	slices.SortStableFunc(all, func(a, b mount) int { return strings.Compare(a.To, b.To) })
	return all
}
