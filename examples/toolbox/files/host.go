package files

import (
	"context"
	"io"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
)

// This file is for tools of other packages that take files of a folder or make some, by the same rules as file_read and
// file_write. The errors are in words for the model, and say "path" of the argument that has the path.

// ReadFile returns all of a file of the folder. It is an error if the file has more than limit bytes; what is read grows with
// the file, not with the limit.
func (b *Box) ReadFile(ctx context.Context, path string, limit int) ([]byte, error) {
	name, err := inside(path)
	if err != nil {
		return nil, err
	}
	f, info, err := b.open(b.root, name, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	large := func(size string) error {
		return runtime.NewError(runtime.ClassResourceExhausted, "path: "+path+" has "+size+" bytes, at most "+strconv.Itoa(limit)+" can be read; choose a smaller file")
	}
	if info.Size() > int64(limit) {
		return nil, large(strconv.FormatInt(info.Size(), 10))
	}
	src := &source{ctx: ctx, f: f}
	data, err := io.ReadAll(io.LimitReader(src, int64(limit)+1))
	if err != nil {
		return nil, src.told(path, err)
	}
	if len(data) > limit { // it has grown
		return nil, large("more")
	}
	return data, nil
}

// WriteOptions say how [Box.WriteFile] writes. The zero value replaces the file that is there, in a folder that is there.
type WriteOptions struct {
	CreateOnly  bool    // the file must not be there yet
	IfSHA256    *string // the SHA-256, in hex, that the present file must have; nil: any
	MakeFolders bool    // folders of the path that are not there are made
}

// WriteFile writes a file of the folder as file_write does, and within the same limits. It does not keep data.
func (b *Box) WriteFile(ctx context.Context, path string, data []byte, o WriteOptions) (Written, error) {
	name, err := inside(path)
	if err != nil {
		return Written{}, err
	}
	if len(data) > b.o.Write {
		return Written{}, runtime.NewError(runtime.ClassResourceExhausted, "path: "+path+" would have "+strconv.Itoa(len(data))+" bytes, at most "+strconv.Itoa(b.o.Write)+" can be written; write less")
	}
	b.write.Lock()
	defer b.write.Unlock()
	w := writing{box: b, ctx: ctx, given: path, data: data, createOnly: o.CreateOnly, want: o.IfSHA256}
	return w.at(name, o.MakeFolders)
}
