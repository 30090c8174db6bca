package plots

import (
	"context"
	"errors"

	"github.com/toolgen/toolgen/examples/toolbox/files"
)

// Writer draws charts into files of a folder. It is safe for concurrent use.
type Writer struct {
	plotter *Plotter
	box     *files.Box
}

// NewWriter returns a Writer that draws with plotter and writes into box, within its limits. It is an error if one of them is nil.
func NewWriter(plotter *Plotter, box *files.Box) (*Writer, error) {
	if plotter == nil || box == nil {
		return nil, errors.New("plots.NewWriter: the *Plotter or the *files.Box is nil")
	}
	return &Writer{plotter, box}, nil
}

// PlottedFile is what plot_to_file returns.
type PlottedFile struct {
	Path    string `json:"path"`    // the file
	SHA256  string `json:"sha256"`  // SHA-256 of the file in hex
	Created bool   `json:"created"` // whether the file is new
	Drawn
}

// ToFile draws a chart, as plot_data does, and writes the picture into a file of the folder: a new one, or in place of the one that is
// there. Nothing of the picture itself is in the answer.
//
//tool:name=plot_to_file access=trusted esttime=100ms estmemory=64MiB
//tool:example {"path":"sales.png","kind":"bar","labels":["May","June"],"series":[{"values":[12,19]}]}
func (w *Writer) ToFile(ctx context.Context,
	//tool:min=1 max=4096
	path string, // the file to write, relative to the folder, such as charts/sales.png
	//tool:flat
	chart Chart,
	//tool:default=false
	createOnly bool, // true: the file must not be there yet
	//tool:default=false
	makeFolders bool, // true: folders of path that are not there are made
) (PlottedFile, error) {
	data, drawn, err := w.plotter.draw(ctx, chart)
	if err != nil {
		return PlottedFile{}, err
	}
	written, err := w.box.WriteFile(ctx, path, data, files.WriteOptions{CreateOnly: createOnly, MakeFolders: makeFolders})
	if err != nil {
		return PlottedFile{}, err
	}
	return PlottedFile{Path: written.Path, SHA256: written.SHA256, Created: written.Created, Drawn: drawn}, nil
}
