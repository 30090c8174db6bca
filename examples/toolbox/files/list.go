package files

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxDepth is how deep file_list goes below the folder that it lists.
const maxDepth = 64

// Kind is what stands behind a name.
type Kind string

// The kinds.
const (
	File   Kind = "file"
	Folder Kind = "folder"
	Link   Kind = "link"  // to whatever it says in target; it is not followed
	Other  Kind = "other" // such as a FIFO or a device; it cannot be read
)

// Entry is a file or a folder.
type Entry struct {
	Path     string     `json:"path"`               // relative to the listed folder
	Kind     Kind       `json:"kind"`               // what it is
	Size     *int64     `json:"size,omitempty"`     // bytes, of a file
	Modified *time.Time `json:"modified,omitempty"` // when it was last written, of a file
	Target   string     `json:"target,omitempty"`   // where a link leads
}

// Listing is what file_list returns.
type Listing struct {
	Path       string   `json:"path"`                 // the folder that was listed
	Entries    []Entry  `json:"entries"`              // sorted by path, a folder before what is in it
	Truncated  bool     `json:"truncated"`            // whether there are more entries
	Next       string   `json:"next,omitempty"`       // what to give as after, to list on
	Unreadable []string `json:"unreadable,omitempty"` // folders that could not be opened; at most 20
}

// List lists a folder, sorted by path: files with their sizes, folders, and links, which are shown and not followed. When truncated is
// true there is more: call again with after set to next.
//
//tool:name=file_list readonly idempotent
//tool:example {}
//tool:example {"path":"notes","recursive":true}
func (b *Box) List(ctx context.Context,
	//tool:default=. min=1 max=4096
	path string, // the folder, relative to the folder of all files, which is .
	//tool:default=false
	recursive bool, // true: what is in its folders, too
	//tool:default=200 min=1 max=1000
	maxEntries int, // at most so many entries
	//tool:max=4096
	after *string, // only what comes behind this path
) (Listing, error) {
	name, err := inside(path)
	if err != nil {
		return Listing{}, err
	}
	root, err := openFolder(b.root, name)
	if err != nil {
		return Listing{}, told(path, err)
	}
	defer root.Close()
	l := lister{ctx: ctx, box: b, recursive: recursive, max: maxEntries}
	if after != nil && *after != "" {
		l.after = strings.Split(*after, "/")
	}
	l.out = Listing{Path: name, Entries: []Entry{}}
	if err := l.folder(root, nil); err != nil && err != errFull {
		if ctx.Err() != nil {
			return Listing{}, ctx.Err()
		}
		return Listing{}, told(path, err)
	}
	if n := len(l.out.Entries); l.out.Truncated && n > 0 {
		l.out.Next = l.out.Entries[n-1].Path
	}
	return l.out, nil
}

// openFolder opens a folder below in, or in again.
func openFolder(in *os.Root, name string) (*os.Root, error) {
	info, err := in.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, errNoFolder
	}
	return openBelow(in, name, info)
}

// openBelow opens the folder that info describes. With "." behind it what stands there is opened as a folder or not at all, so a
// FIFO that has come in between is not waited for.
func openBelow(in *os.Root, name string, info fs.FileInfo) (*os.Root, error) {
	root, err := in.OpenRoot(name + "/.")
	if err != nil {
		return nil, err
	}
	if opened, err := root.Stat("."); err != nil || !os.SameFile(info, opened) {
		root.Close()
		return nil, errors.Join(errOther, err)
	}
	return root, nil
}

var (
	errNoFolder = errors.New("not a folder")
	errFull     = errors.New("the listing is full")
	errOther    = errors.New("it is another folder by now")
)

type lister struct {
	ctx       context.Context
	box       *Box
	recursive bool
	max       int
	after     []string // the elements of the path that entries come behind
	out       Listing
}

// folder lists what is in a folder, at is the elements of its path.
func (l *lister) folder(root *os.Root, at []string) error {
	entries, err := l.box.read(root)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if err := l.ctx.Err(); err != nil {
			return err
		}
		here := append(slices.Clip(at), entry.Name())
		order := slices.Compare(here, l.after)
		if order < 0 && !prefixed(l.after, here) {
			continue // and all that is in it comes before, too
		}
		info, err := root.Lstat(entry.Name())
		if errors.Is(err, fs.ErrNotExist) {
			continue // gone meanwhile
		}
		if err != nil {
			return err
		}
		if order > 0 {
			if len(l.out.Entries) == l.max {
				l.out.Truncated = true
				return errFull
			}
			l.out.Entries = append(l.out.Entries, describe(root, info, strings.Join(here, "/")))
		}
		if l.recursive && info.IsDir() {
			if err := l.below(root, info, here); err != nil {
				return err
			}
		}
	}
	return nil
}

// below lists what is in the folder that info describes, if it is still that folder when it is opened.
func (l *lister) below(parent *os.Root, info fs.FileInfo, here []string) error {
	if len(here) >= maxDepth {
		return l.unreadable(here)
	}
	root, err := openBelow(parent, info.Name(), info)
	if err != nil {
		return l.unreadable(here)
	}
	defer root.Close()
	err = l.folder(root, here)
	if errors.Is(err, fs.ErrPermission) {
		return l.unreadable(here)
	}
	return err
}

func (l *lister) unreadable(here []string) error {
	if len(l.out.Unreadable) < 20 {
		l.out.Unreadable = append(l.out.Unreadable, path.Join(here...))
	}
	return nil
}

// read returns what is in a folder, sorted by name.
func (b *Box) read(root *os.Root) ([]fs.DirEntry, error) {
	f, err := root.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var entries []fs.DirEntry
	for {
		some, err := f.ReadDir(1000)
		entries = append(entries, some...)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if len(entries) > b.o.Entries {
			return nil, errors.New("holds a folder with more than " + strconv.Itoa(b.o.Entries) + " entries, which cannot be listed")
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries, nil
}

func prefixed(long, short []string) bool {
	return len(short) <= len(long) && slices.Equal(long[:len(short)], short)
}

func describe(root *os.Root, info fs.FileInfo, name string) Entry {
	e := Entry{Path: name, Kind: Other}
	switch mode := info.Mode(); {
	case mode.IsDir():
		e.Kind = Folder
	case mode&fs.ModeSymlink != 0:
		e.Kind = Link
		e.Target, _ = root.Readlink(info.Name())
	case mode.IsRegular():
		size, modified := info.Size(), info.ModTime().UTC().Truncate(time.Second)
		e.Kind, e.Size, e.Modified = File, &size, &modified
	}
	return e
}
