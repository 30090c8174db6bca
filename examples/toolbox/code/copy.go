package code

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/examples/toolbox/internal/inode"
	"github.com/toolgen/toolgen/runtime"
)

// copied is the copy of a folder that is analyzed.
type copied struct {
	dir      string          // where it is
	folder   string          // the folder of the module, relative to dir
	packages []string        // folders with Go files, relative to dir
	modules  map[string]bool // folders with a go.mod
	notes    []string
	unnoted  int
}

// maxNotes is how many notes a result has.
const maxNotes = 20

func (c *copied) note(text string) {
	if len(c.notes) < maxNotes {
		c.notes = append(c.notes, text)
		return
	}
	if c.unnoted == 0 {
		c.notes = append(c.notes, "")
	}
	c.unnoted++
	c.notes[maxNotes] = "and " + strconv.Itoa(c.unnoted) + " more of this kind"
}

// wanted says whether a file is one that the analysis reads. Nothing of C, C++ or SWIG is.
func wanted(name string) bool {
	switch path.Ext(name) {
	case ".go", ".s", ".S", ".h":
		return !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "_")
	}
	return slices.Contains([]string{"go.mod", "go.sum", "go.work", "go.work.sum", "modules.txt"}, name)
}

// copier copies what is wanted of a folder.
type copier struct {
	ctx      context.Context
	o        Options
	copied   *copied
	patterns patterns
	files    int
	entries  int
	bytes    int
}

// copy copies the files of the folder that the analysis reads into a folder of temp.
func (a *Analyzer) copy(ctx context.Context, temp, folder string, p patterns) (*copied, error) {
	clean, wrong := relative(folder)
	if wrong != "" {
		return nil, runtime.NewError(runtime.ClassPermissionDenied, "folder: expected a path relative to the folder of all files, "+wrong)
	}
	root, err := os.OpenRoot(a.dir)
	if err != nil {
		return nil, runtime.NewError(runtime.ClassUnavailable, "the folder of all files cannot be opened").WithCause(err)
	}
	defer root.Close()
	info, err := root.Stat(clean)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, runtime.NewError(runtime.ClassFailed, "folder: "+folder+" does not exist").WithCause(err)
	case err != nil:
		return nil, runtime.NewError(runtime.ClassPermissionDenied, "folder: "+folder+" cannot be opened, or leads out of the folder of all files").WithCause(err)
	case !info.IsDir():
		return nil, runtime.NewError(runtime.ClassFailed, "folder: "+folder+" is no folder")
	}
	if real, err := linkIn(root, clean); err != nil || real {
		return nil, runtime.NewError(runtime.ClassPermissionDenied, "folder: "+folder+" is behind a link, and links to folders are not followed; give the folder it leads to")
	}
	c := copier{ctx: ctx, o: a.o, patterns: p, copied: &copied{dir: filepath.Join(temp, "src"), folder: clean, modules: map[string]bool{}}}
	if err := os.Mkdir(c.copied.dir, 0o700); err != nil {
		return nil, err
	}
	if err := c.folder(root, ".", 0); err != nil {
		return nil, err
	}
	return c.copied, nil
}

// linkIn says whether an element of a path is a link.
func linkIn(root *os.Root, name string) (bool, error) {
	for d := name; d != "."; d = path.Dir(d) {
		info, err := root.Lstat(d)
		if err != nil || info.Mode()&fs.ModeSymlink != 0 {
			return true, err
		}
	}
	return false, nil
}

// passed says whether a folder is passed over: one that the go command passes over, if no pattern and not the folder of the
// module names it. A vendor folder is not, as modules live in it.
func (c *copier) passed(dir string) bool {
	name := path.Base(dir)
	if name == "vendor" || !ignored(name) {
		return false
	}
	named := func(at string) bool {
		_, inside := below(dir, at)
		_, around := below(at, dir)
		return inside || around && slices.ContainsFunc(strings.Split(at, "/"), ignored)
	}
	return !named(c.copied.folder) && !slices.ContainsFunc(c.patterns, func(p pattern) bool { return named(path.Join(c.copied.folder, p.dir)) })
}

// folder copies a folder and what is below. Links to folders are not followed.
func (c *copier) folder(root *os.Root, dir string, depth int) error {
	if depth > 64 {
		c.copied.note(dir + " is deeper than 64 folders and was left out")
		return nil
	}
	entries, err := c.read(root, dir)
	if err != nil {
		return err
	}
	var made, goFiles bool
	for _, e := range entries {
		if err := c.ctx.Err(); err != nil {
			return err
		}
		at := path.Join(dir, e.Name())
		if e.IsDir() {
			if !c.passed(at) {
				if err := c.folder(root, at, depth+1); err != nil {
					return err
				}
			}
			continue
		}
		if !wanted(e.Name()) {
			continue
		}
		if !made {
			if err := os.MkdirAll(filepath.Join(c.copied.dir, filepath.FromSlash(dir)), 0o700); err != nil {
				return err
			}
			made = true
		}
		ok, err := c.file(root, at)
		if err != nil {
			return err
		}
		goFiles = goFiles || ok && path.Ext(at) == ".go"
		if ok && e.Name() == "go.mod" {
			c.copied.modules[dir] = true
		}
	}
	if goFiles {
		c.copied.packages = append(c.copied.packages, dir)
	}
	return nil
}

// read returns what is in a folder, sorted by name.
func (c *copier) read(root *os.Root, dir string) ([]fs.DirEntry, error) {
	f, err := root.Open(dir)
	if err != nil {
		c.copied.note(dir + " cannot be read and was left out")
		return nil, nil
	}
	defer f.Close()
	var entries []fs.DirEntry
	for {
		some, err := f.ReadDir(1000)
		entries = append(entries, some...)
		c.entries += len(some)
		if c.entries > 20*c.o.Files {
			return nil, runtime.NewError(runtime.ClassResourceExhausted, "the folder of all files has more than "+strconv.Itoa(20*c.o.Files)+" entries, and cannot be analyzed")
		}
		if err != nil { // at the end, or what can be read of it
			break
		}
		if err := c.ctx.Err(); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// file copies a file, if it is one that may be read. A link to a file inside is copied as that file.
func (c *copier) file(root *os.Root, at string) (bool, error) {
	info, err := root.Stat(at)
	switch {
	case err != nil:
		c.copied.note(at + " was left out: it cannot be read, or is a link that leads out of the folder")
		return false, nil
	case !info.Mode().IsRegular():
		if !info.IsDir() {
			c.copied.note(at + " was left out: it is no regular file")
		}
		return false, nil
	case inode.Names(info) > 1:
		c.copied.note(at + " was left out: it has a second name, perhaps outside of the folder")
		return false, nil
	}
	f, err := root.OpenFile(at, os.O_RDONLY|inode.Nonblock, 0) // whatever has come in its place must not be waited for
	if err != nil {
		c.copied.note(at + " was left out: it cannot be read")
		return false, nil
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil || !info.Mode().IsRegular() || inode.Names(info) > 1 {
		c.copied.note(at + " was left out: it has changed meanwhile")
		return false, nil
	}
	data, err := io.ReadAll(io.LimitReader(f, int64(c.o.File)+1))
	if err != nil {
		c.copied.note(at + " was left out: it cannot be read")
		return false, nil
	}
	if len(data) > c.o.File {
		c.copied.note(at + " was left out: it has " + strconv.FormatInt(info.Size(), 10) + " bytes, at most " + strconv.Itoa(c.o.File) + " are read; findings in its package may come of that")
		return false, nil
	}
	c.files++
	c.bytes += len(data)
	if c.files > c.o.Files || c.bytes > c.o.Total {
		return false, runtime.NewError(runtime.ClassResourceExhausted, "the folder of all files has more than "+strconv.Itoa(c.o.Files)+" files of Go or "+strconv.Itoa(c.o.Total)+" bytes of them, and cannot be analyzed")
	}
	return true, os.WriteFile(filepath.Join(c.copied.dir, filepath.FromSlash(at)), data, 0o600)
}
