package files

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// Written is what file_write returns.
type Written struct {
	Path    string `json:"path"`    // the path that was written
	Size    int    `json:"size"`    // bytes of the file
	SHA256  string `json:"sha256"`  // SHA-256 of the file in hex, for if_sha256 of the next file_write
	Created bool   `json:"created"` // whether the file is new
}

// Write writes a file of the folder as a whole: a new one, or in place of the one that is there. Whoever reads the file meanwhile, and
// after a crash, sees either the old content or the new one. To change a file that others may change too, read it first and
// give its sha256 as if_sha256: nothing is written if it is another file by then.
//
//tool:name=file_write
//tool:atMostOneOf=create_only;if_sha256
//tool:example {"path":"notes/todo.txt","content":"buy milk\n"}
//tool:limitation A link is not written through; write the file that it leads to.
func (b *Box) Write(ctx context.Context,
	//tool:min=1 max=4096
	path string, // the file, relative to the folder, with / between folders, such as notes/todo.txt
	content string, // all that the file shall hold
	//tool:default=utf8
	encoding Encoding, // how content is written
	createOnly *bool, // true: the file must not be there yet
	//tool:pattern=^[0-9a-f]{64}$
	ifSHA256 *string, // the SHA-256, in hex, that the present file must have
	//tool:default=false
	makeFolders bool, // true: folders of path that are not there are made
) (Written, error) {
	data := []byte(content)
	if encoding == Base64 {
		var err error
		if data, err = base64.StdEncoding.Strict().DecodeString(content); err != nil {
			return Written{}, runtime.NewError(runtime.ClassInvalidArguments, "content: expected standard base64 with padding; encode it again, or use encoding utf8").WithCause(err)
		}
	}
	return b.WriteFile(ctx, path, data, WriteOptions{CreateOnly: createOnly != nil && *createOnly, IfSHA256: ifSHA256, MakeFolders: makeFolders})
}

// writing is one call of WriteFile.
type writing struct {
	box        *Box
	ctx        context.Context
	given      string // the path, as the model wrote it
	data       []byte
	createOnly bool
	want       *string

	dir  *os.Root    // the folder that the file is in: every step goes through it, so that nothing can be swapped between two of them
	base string      // the file's name there
	perm fs.FileMode // of the file that is there, or of a new one
}

func (w *writing) at(name string, makeFolders bool) (Written, error) {
	folder := path.Dir(name)
	w.base = path.Base(name)
	if w.base == "." || isTemporary(w.base) {
		return Written{}, runtime.NewError(runtime.ClassPermissionDenied, "path: "+w.given+" is no name for a file; choose another")
	}
	var err error
	w.dir, err = openFolder(w.box.root, folder)
	if errors.Is(err, fs.ErrNotExist) {
		if !makeFolders {
			return Written{}, runtime.NewError(runtime.ClassFailed, "path: the folder of "+w.given+" does not exist; set make_folders to make it")
		}
		w.dir, err = w.makeFolder(folder)
	}
	if err != nil {
		return Written{}, told(w.given, err)
	}
	defer w.dir.Close()
	w.sweep()
	replaced, err := w.precondition()
	if err != nil {
		return Written{}, err
	}
	if err := w.quota(replaced); err != nil {
		return Written{}, err
	}
	if err := w.put(); err != nil {
		return Written{}, err
	}
	sum := sha256.Sum256(w.data)
	return Written{Path: name, Size: len(w.data), SHA256: hex.EncodeToString(sum[:]), Created: replaced < 0}, nil
}

// makeFolder makes the folder, where the box has room for it.
func (w *writing) makeFolder(folder string) (*os.Root, error) {
	more := strings.Count(folder, "/") + 1
	if more > maxDepth {
		return nil, errDeep
	}
	if _, err := w.count(more + 1); err != nil { // and the file
		return nil, err
	}
	if err := w.box.root.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	return openFolder(w.box.root, folder)
}

// precondition looks at what is there now, and returns its size, or -1 where there is nothing.
func (w *writing) precondition() (size int64, err error) {
	w.perm = 0o666
	info, err := w.dir.Lstat(w.base)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if w.want != nil {
			return 0, runtime.NewError(runtime.ClassFailed, "if_sha256: "+w.given+" does not exist; leave if_sha256 out to make it")
		}
		return -1, nil
	case err != nil:
		return 0, told(w.given, err)
	case w.createOnly:
		return 0, w.exists()
	case info.Mode()&fs.ModeSymlink != 0:
		return 0, runtime.NewError(runtime.ClassPermissionDenied, "path: "+w.given+" is a link; write the file that it leads to")
	}
	if err := w.box.regular(info, w.given); err != nil {
		return 0, err
	}
	w.perm = info.Mode().Perm()
	if w.want == nil {
		return info.Size(), nil
	}
	f, info, err := w.box.open(w.dir, w.base, w.given)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	src := &source{ctx: w.ctx, f: f, hash: sha256.New()}
	if _, err := io.Copy(io.Discard, io.LimitReader(src, maxHashed+1)); err != nil {
		return 0, src.told(w.given, err)
	}
	if src.sum() != *w.want {
		return 0, runtime.NewError(runtime.ClassFailed, "if_sha256: "+w.given+" has changed, or is another file; nothing was written. Read it again")
	}
	return info.Size(), nil
}

func (w *writing) exists() error {
	return runtime.NewError(runtime.ClassFailed, "path: "+w.given+" exists already; nothing was written. Leave create_only out to replace it")
}

// quota compares what is below the root, without the file that is replaced, with what may be there. It counts each time, because
// others may write there too.
func (w *writing) quota(replaced int64) error {
	made := 0
	if replaced < 0 {
		made = 1
	}
	sum, err := w.count(made)
	if err != nil {
		return told(w.given, err)
	}
	if over := sum - max(replaced, 0) + int64(len(w.data)) - w.box.o.Quota; over > 0 {
		return runtime.NewError(runtime.ClassResourceExhausted, "path: the "+strconv.Itoa(len(w.data))+" bytes of "+w.given+" are "+strconv.FormatInt(over, 10)+
			" more than the folder may hold; nothing was written. Write less")
	}
	return nil
}

var (
	errDeep = runtime.NewError(runtime.ClassResourceExhausted, "path: folders are deeper in each other than "+strconv.Itoa(maxDepth)+"; nothing was written")
	errMany = runtime.NewError(runtime.ClassResourceExhausted, "path: the folder would hold too many files; nothing was written")
)

// count returns the bytes of all files below the root. It is an error if there is no room for more entries.
func (w *writing) count(more int) (sum int64, err error) {
	left := w.box.o.Entries - more
	err = w.countBelow(w.box.root, 0, &sum, &left)
	return sum, err
}

// countBelow adds the sizes of the files below a folder to sum, and takes the number of entries from left.
func (w *writing) countBelow(root *os.Root, depth int, sum *int64, left *int) error {
	entries, err := w.box.read(root)
	if err != nil {
		return err
	}
	if depth > maxDepth {
		return errDeep
	}
	if *left -= len(entries); *left < 0 {
		return errMany
	}
	for _, entry := range entries {
		if w.ctx.Err() != nil {
			return w.ctx.Err()
		}
		info, err := root.Lstat(entry.Name())
		switch {
		case errors.Is(err, fs.ErrNotExist): // gone meanwhile
			continue
		case err != nil:
			return err
		case info.Mode().IsRegular():
			*sum += info.Size()
		case info.IsDir():
			below, err := openBelow(root, entry.Name(), info)
			if err != nil {
				return runtime.NewError(runtime.ClassFailed, "path: a folder inside cannot be opened, so nobody knows what it holds; nothing was written").WithCause(err)
			}
			err = w.countBelow(below, depth+1, sum, left)
			below.Close()
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// put writes a temporary file beside the one that is meant, and gives it the name when its bytes are on the disk.
func (w *writing) put() error {
	tmp := temporary + rand.Text()
	f, err := w.dir.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return told(w.given, err)
	}
	w.box.step("made")
	if err := w.fill(f); err != nil {
		w.dir.Remove(tmp)
		return err
	}
	w.box.step("synced")
	if w.createOnly {
		err = w.dir.Link(tmp, w.base) // which, unlike a rename, takes no name that is there
		w.box.step("linked")
		w.dir.Remove(tmp)
	} else if err = w.dir.Rename(tmp, w.base); err != nil {
		w.dir.Remove(tmp)
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		return w.exists()
	case w.createOnly && (errors.Is(err, syscall.EPERM) || errors.Is(err, errors.ErrUnsupported)):
		return runtime.NewError(runtime.ClassFailed, "create_only: the file system of the folder cannot do that; leave it out").WithCause(err)
	case err != nil:
		return told(w.given, err)
	}
	w.box.step("named")
	folder, err := w.dir.Open(".")
	if err != nil {
		return told(w.given, err)
	}
	defer folder.Close()
	if err := folder.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.EINVAL) {
		return told(w.given, err)
	}
	return nil
}

// fill writes the data in steps, between which a call can end, and closes f.
func (w *writing) fill(f *os.File) error {
	_, err := io.Copy(f, &ending{w.ctx, bytes.NewReader(w.data)})
	w.box.step("filled")
	if err == nil && w.perm != 0o666 {
		err = f.Chmod(w.perm)
	}
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil && w.ctx.Err() != nil {
		return w.ctx.Err()
	}
	if err != nil {
		return told(w.given, err)
	}
	return nil
}

// ending is a reader that ends with its context.
type ending struct {
	ctx context.Context
	r   io.Reader
}

func (e *ending) Read(p []byte) (int, error) {
	if err := e.ctx.Err(); err != nil {
		return 0, err
	}
	return e.r.Read(p)
}

// A process that dies between two steps leaves a temporary file. It is removed by the next write in its folder that comes when it
// is old: a young one may be another process's.
const (
	temporary = ".file_write-"
	old       = 10 * time.Minute
)

func isTemporary(name string) bool { return strings.HasPrefix(name, temporary) }

func (w *writing) sweep() {
	folder, err := w.dir.Open(".")
	if err != nil {
		return
	}
	defer folder.Close()
	entries, _ := folder.ReadDir(w.box.o.Entries)
	for _, entry := range entries {
		if !isTemporary(entry.Name()) || !entry.Type().IsRegular() {
			continue
		}
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > old {
			w.dir.Remove(entry.Name())
		}
	}
}
