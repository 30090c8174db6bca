package images

import (
	"context"
	"errors"
	"strings"

	"github.com/toolgen/toolgen/examples/toolbox/files"
	"github.com/toolgen/toolgen/runtime"
)

// Writer changes pictures and writes them into the folder of its [Processor]. It is safe for concurrent use.
type Writer struct{ processor *Processor }

// NewWriter returns a Writer. It is an error if processor is nil or has no folder.
func NewWriter(processor *Processor) (*Writer, error) {
	if processor == nil || processor.o.Box == nil {
		return nil, errors.New("images.NewWriter: the *Processor is nil, or has no Box")
	}
	return &Writer{processor}, nil
}

// Saved is what image_to_file returns.
type Saved struct {
	SaveAs  string  `json:"save_as"` // the file
	SHA256  string  `json:"sha256"`  // SHA-256 of the file in hex
	Created bool    `json:"created"` // whether the file is new
	Source  Source  `json:"source"`  // what the picture was
	Result  Picture `json:"result"`  // what was made of it
}

// ToFile changes a picture, as image_process does, and writes the result into a file of the folder: a new one, or in place of the one that
// is there. Nothing of the picture itself is in the answer.
//
//tool:name=image_to_file esttime=500ms estmemory=512MiB
//tool:exactlyOneOf=path;data
//tool:example {"path":"photos/cat.jpg","save_as":"small/cat.jpg","resize":{"width":400},"format":"jpeg","make_folders":true}
func (w *Writer) ToFile(ctx context.Context,
	//tool:flat
	work Work,
	//tool:min=1 max=4096
	saveAs string, // the file to write, relative to the folder; its name does not choose the format
	//tool:default=false
	createOnly bool, // true: the file must not be there yet
	//tool:default=false
	makeFolders bool, // true: folders of save_as that are not there are made
) (Saved, error) {
	source, made, data, err := w.processor.make(ctx, &work)
	if err != nil {
		return Saved{}, err
	}
	written, err := w.processor.o.Box.WriteFile(ctx, saveAs, data, files.WriteOptions{CreateOnly: createOnly, MakeFolders: makeFolders})
	if err != nil {
		return Saved{}, ofSaveAs(err)
	}
	return Saved{written.Path, written.SHA256, written.Created, source, made}, nil
}

// ofSaveAs is an error of the box, which calls the argument path, with its name here.
func ofSaveAs(err error) error {
	var e *runtime.Error
	if !errors.As(err, &e) {
		return err
	}
	named := *e
	if rest, ok := strings.CutPrefix(e.Message, "path:"); ok {
		named.Message = "save_as:" + rest
	}
	return &named
}
