// Package files has the tools file_read, file_write and file_list, over one folder and nothing else.
//
//	root, err := os.OpenRoot("/srv/notes")
//	box, err := files.New(root, files.Options{})
//	err = reg.Register(files.BoxTools(box))
//
// A path of a model is relative to the folder and has no "..". What it leads to is opened through the [os.Root], so a link
// that leaves the folder is refused by the same step that opens it: there is no check that something could be swapped behind.
// Only regular files are read and replaced; a FIFO, a device or a socket is refused, and none of them is waited for. A file
// with a second name (a hard link) may be one of outside, which no path can tell: it is refused unless Options say otherwise.
//
//tool:defaults category=execution access=trusted openworld=false timeout=30s names=snake
package files

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/toolgen/toolgen/examples/toolbox/internal/inode"
	"github.com/toolgen/toolgen/runtime"
)

//go:generate go tool toolgen

// Options are the limits of a [Box]. A zero number is the default that stands beside it.
type Options struct {
	Read    int   // bytes of a file in one result of file_read, before base64; 256 KiB
	Write   int   // bytes of one file that file_write writes; 1 MiB
	Quota   int64 // bytes that all files below the root may have together once file_write is done; 64 MiB
	Entries int   // files and folders below the root that file_write counts, and in one folder that file_list sorts; 100,000. With more they refuse

	// HardLinks permits files that have more than one name.
	HardLinks bool
}

// Box is a folder that models may read and write. It is safe for concurrent use: its writes come one after the other.
type Box struct {
	root  *os.Root
	o     Options
	write sync.Mutex
	step  func(name string) // of a write, for the test that dies between two of them
}

// New returns a Box over root, which stays open for as long as the Box is used. It is an error if root is nil or a limit is
// negative.
func New(root *os.Root, o Options) (*Box, error) {
	if root == nil {
		return nil, errors.New("files.New: the *os.Root is nil")
	}
	if o.Read < 0 || o.Write < 0 || o.Quota < 0 || o.Entries < 0 {
		return nil, errors.New("files.New: a limit is negative")
	}
	o.Read = or(o.Read, 256<<10)
	o.Write = or(o.Write, 1<<20)
	o.Quota = or(o.Quota, 64<<20)
	o.Entries = or(o.Entries, 100_000)
	return &Box{root: root, o: o, step: func(string) {}}, nil
}

func or[N int | int64](n, standard N) N {
	if n == 0 {
		return standard
	}
	return n
}

// Encoding is how the bytes of a file are written in JSON.
type Encoding string

// The encodings.
const (
	UTF8   Encoding = "utf8"   // the text itself
	Base64 Encoding = "base64" // standard base64, with padding
)

// inside returns the clean form of a path that a model gave, or what is wrong with it. It decides nothing that os.Root
// does not decide again: it is there for words that a model can act on, and for what is a path elsewhere.
func inside(name string) (string, error) {
	wrong := ""
	switch {
	case name == "":
		wrong = "got an empty text; the folder itself is ."
	case !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }):
		wrong = "got control characters"
	case strings.ContainsRune(name, '\\'):
		wrong = "got a backslash; put / between folders"
	case name[0] == '/' || len(name) > 1 && name[1] == ':':
		wrong = "got an absolute path; begin at the folder itself, as in notes/todo.txt"
	case slices.Contains(strings.Split(name, "/"), ".."):
		wrong = "got .. in it; begin at the folder itself, as in notes/todo.txt"
	default:
		return path.Clean(name), nil
	}
	return "", runtime.NewError(runtime.ClassPermissionDenied, "path: expected a path relative to the folder, "+wrong)
}

// told is err, of an operation on the path that a model gave, in words for the model: without the place of the folder on
// this machine, which the errors of an open file have in them.
func told(name string, err error) error {
	var already *runtime.Error
	if errors.As(err, &already) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	quoted := "path: " + name
	var of *fs.PathError
	if errors.As(err, &of) {
		err = of.Err
	}
	var linked *os.LinkError
	if errors.As(err, &linked) {
		err = linked.Err
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return runtime.NewError(runtime.ClassFailed, quoted+" does not exist; file_list shows what does").WithCause(err)
	case errors.Is(err, fs.ErrPermission):
		return runtime.NewError(runtime.ClassFailed, quoted+" may not be used: permission denied").WithCause(err)
	case err.Error() == "path escapes from parent": // of package os, which exports no name for it
		return runtime.NewError(runtime.ClassPermissionDenied, quoted+" leads out of the folder; only what is inside can be used").WithCause(err)
	}
	return runtime.NewError(runtime.ClassFailed, quoted+": "+err.Error()).WithCause(err)
}

// open opens a regular file for reading and returns what was opened. Whatever stands there is looked at first, because to
// open a device may do something; what counts is the second look, at what was opened.
func (b *Box) open(in *os.Root, name, given string) (*os.File, fs.FileInfo, error) {
	info, err := in.Stat(name)
	if err != nil {
		return nil, nil, told(given, err)
	}
	if err := b.regular(info, given); err != nil {
		return nil, nil, err
	}
	b.step("checked")
	f, err := in.OpenFile(name, os.O_RDONLY|inode.Nonblock, 0) // a FIFO that has come in between must not be waited for
	if err != nil {
		return nil, nil, told(given, err)
	}
	if info, err = f.Stat(); err != nil {
		f.Close()
		return nil, nil, told(given, err)
	}
	if err := b.regular(info, given); err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

func (b *Box) regular(info fs.FileInfo, given string) error {
	switch {
	case info.IsDir():
		return runtime.NewError(runtime.ClassFailed, "path: "+given+" is a folder; expected a file")
	case !info.Mode().IsRegular():
		return runtime.NewError(runtime.ClassPermissionDenied, "path: "+given+" is no regular file; only those can be used")
	case !b.o.HardLinks && inode.Names(info) > 1:
		return runtime.NewError(runtime.ClassPermissionDenied, "path: "+given+" has a second name, perhaps outside of the folder; such files cannot be used")
	}
	return nil
}
