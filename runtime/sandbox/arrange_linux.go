package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// arrange makes a root directory of its own for the sandbox, in the keeper's mount namespace, that has the mounts and nothing else.
// What is not mounted cannot be named: no file, and no socket in the file system.
func arrange(mounts []mount) error {
	// Nothing that is mounted here may be seen outside.
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return errors.New("a mount namespace of its own: " + err.Error())
	}
	// The old root is moved below a tmpfs, so that it can be mounted from, beside the new one.
	const base = "/tmp"
	if err := tmpfs(base, 1<<20, "0755"); err != nil {
		return err
	}
	for _, dir := range []string{base + "/old", base + "/new"} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return err
		}
	}
	if err := unix.PivotRoot(base, base+"/old"); err != nil {
		return errors.New("moving the root directory: " + err.Error())
	}
	if err := os.Chdir("/"); err != nil {
		return err
	}
	if err := tmpfs("/new", 1<<20, "0755"); err != nil {
		return err
	}
	for _, m := range mounts {
		if err := m.do("/old", "/new"); err != nil {
			return errors.New("showing " + strconv.Quote(m.To) + " in the sandbox: " + err.Error())
		}
	}
	// The new root over all, the old one away.
	if err := os.Chdir("/new"); err != nil {
		return err
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return errors.New("changing the root directory: " + err.Error())
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return errors.New("leaving the old root directory: " + err.Error())
	}
	if err := os.Chdir("/"); err != nil {
		return err
	}
	return attributes("/", unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV, 0)
}

// tmpfs mounts an empty one of that many bytes. Its files are bounded as well: an empty file takes memory too.
func tmpfs(at string, size int64, mode string) error {
	files := max(1024, size/4096)
	data := "size=" + strconv.FormatInt(size, 10) + ",nr_inodes=" + strconv.FormatInt(files, 10) + ",mode=" + mode
	if err := unix.Mount("tmpfs", at, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, data); err != nil {
		return errors.New("mounting a tmpfs: " + err.Error())
	}
	return nil
}

// do makes the mount, of something below from, at a place below to.
func (m mount) do(from, to string) error {
	at := to + m.To
	if _, err := os.Lstat(at); err == nil {
		// It lies in what is shown already.
	} else if m.File {
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return err
		}
		if f, err := os.OpenFile(at, os.O_CREATE|os.O_RDONLY, 0o644); err != nil {
			return err
		} else if err := f.Close(); err != nil {
			return err
		}
	} else if err := os.MkdirAll(at, 0o755); err != nil {
		return err
	}
	switch m.From {
	case "":
		return tmpfs(at, m.Size, "1777")
	case "proc":
		return unix.Mount("proc", at, "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "")
	}
	if err := unix.Mount(from+m.From, at, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return err
	}
	set := uint64(unix.MOUNT_ATTR_NOSUID)
	if !m.Device {
		set |= unix.MOUNT_ATTR_NODEV
	}
	if !m.Write {
		set |= unix.MOUNT_ATTR_RDONLY
	}
	return attributes(at, set, unix.AT_RECURSIVE)
}

func attributes(at string, set uint64, flags uint) error {
	if err := unix.MountSetattr(unix.AT_FDCWD, at, flags, &unix.MountAttr{Attr_set: set}); err != nil {
		return errors.New("mount attributes (Linux 5.12): " + err.Error())
	}
	return nil
}
