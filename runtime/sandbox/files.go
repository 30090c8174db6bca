package sandbox

import (
	"io/fs"
	"os"
	"syscall"

	"github.com/tetratelabs/wazero"
)

// files is what a module can see. The engine's own mounts of directories follow links out of them; an os.Root does not.
func (o *options) files() wazero.FSConfig {
	config := wazero.NewFSConfig()
	for _, m := range o.mounts {
		config = config.WithFSMount(regular{m.root}, m.at)
	}
	return config
}

// regular is a file system of the directories and regular files of a root. Opening a pipe would wait for whoever writes to it, and
// reading a device may never end; neither looks at a clock.
type regular struct{ root *os.Root }

// Open implements fs.FS.
func (r regular) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	f, err := r.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil || !info.IsDir() && !info.Mode().IsRegular() {
		_ = f.Close()
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return f, nil
}
