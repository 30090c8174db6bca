// Package images has the tools image_process and image_to_file, which look at pictures and change them.
//
//	processor, err := images.New(images.Options{Box: box}) // a folder: see package files
//	err = reg.Register(images.ProcessorTools(processor))
//
//	writer, err := images.NewWriter(processor)
//	err = reg.Register(images.WriterTools(writer))
//
// A file says in its first bytes how large its picture is, and may lie about everything else. So nothing is decoded before
// that size is judged; what is decoded grows with the picture and not with what the file can be made to swell to; and the decoders
// read through something that ends with the call. What comes out is encoded anew from the pixels alone, so nothing of a file
// goes along: no place where a photo was taken, no thumbnail, no archive behind the picture.
//
// image_process changes nothing, and image_to_file, which writes, is another tool.
//
//tool:defaults category=specialized access=trusted openworld=false timeout=30s concurrency=2 names=snake
package images

import (
	"context"
	"errors"

	"github.com/toolgen/toolgen/examples/toolbox/files"
	"github.com/toolgen/toolgen/runtime"
)

//go:generate go tool toolgen

// Options are what a [Processor] may do. A zero number is the default that stands beside it.
type Options struct {
	// Box is the folder that pictures are read from; nil: they are given in the call alone.
	Box *files.Box

	File   int // bytes of a file or of data that is decoded; 16 MiB
	Pixels int // width times height of a picture that is decoded, and of what is made of it; 16,000,000. Each takes up to 28 bytes of memory in a call
	Output int // bytes of a picture that is made; 1 MiB
}

// Processor works on pictures. It is safe for concurrent use.
type Processor struct{ o Options }

// New returns a Processor. It is an error if a limit is negative.
func New(o Options) (*Processor, error) {
	if o.File < 0 || o.Pixels < 0 || o.Output < 0 {
		return nil, errors.New("images.New: a limit is negative")
	}
	for limit, standard := range map[*int]int{&o.File: 16 << 20, &o.Pixels: 16_000_000, &o.Output: 1 << 20} {
		if *limit == 0 {
			*limit = standard
		}
	}
	return &Processor{o}, nil
}

// Format is a format that pictures are made in.
type Format string

// The formats.
const (
	PNG  Format = "png"  // without loss; for drawings and what has transparent parts
	JPEG Format = "jpeg" // with loss; for photos; what is transparent becomes white
	GIF  Format = "gif"  // at most 256 colors
)

// Flip is an axis that a picture is mirrored at.
type Flip string

// The flips.
const (
	Horizontal Flip = "horizontal" // left and right are exchanged
	Vertical   Flip = "vertical"   // top and bottom are exchanged
)

// Mode says what becomes of the proportions of a picture when it is resized.
type Mode string

// The modes.
const (
	Fit   Mode = "fit"   // as large as fits inside of width and height; the proportions stay
	Fill  Mode = "fill"  // width by height, with what is too much at two sides cut off; the proportions stay
	Exact Mode = "exact" // width by height; the proportions change
)

// Crop is a part of a picture.
type Crop struct {
	//tool:min=0 max=100000
	X int `json:"x"` // pixels left of the part
	//tool:min=0 max=100000
	Y int `json:"y"` // pixels above the part
	//tool:min=1 max=100000
	Width int `json:"width"` // pixels
	//tool:min=1 max=100000
	Height int `json:"height"` // pixels
}

// Resize is a new size.
//
//tool:atLeastOneOf=width;height
type Resize struct {
	//tool:min=1 max=20000
	Width *int `json:"width,omitempty"` // pixels; if left out it follows from height
	//tool:min=1 max=20000
	Height *int `json:"height,omitempty"` // pixels; if left out it follows from width
	//tool:default=fit
	Mode Mode `json:"mode"` // what becomes of the proportions
}

// Work is a picture and what is done to it: it is cropped, then rotated, then flipped, then resized, then turned gray.
type Work struct {
	//tool:min=1 max=4096
	Path *string `json:"path,omitempty"` // the picture as a file, relative to the folder, such as photos/cat.jpg
	Data []byte  `json:"data,omitempty"` // the picture itself, in place of path
	Crop *Crop   `json:"crop,omitempty"` // the part to keep
	//tool:enum=90,180,270
	Rotate *int    `json:"rotate,omitempty"` // degrees to turn it clockwise
	Flip   *Flip   `json:"flip,omitempty"`   // the axis to mirror it at
	Resize *Resize `json:"resize,omitempty"` // the new size
	//tool:default=false
	Grayscale bool    `json:"grayscale"`        // true: without colors
	Format    *Format `json:"format,omitempty"` // of the result; if left out that of the picture where it is png, jpeg or gif, otherwise png
	//tool:default=85 min=1 max=100
	Quality int `json:"quality"` // of a jpeg, from 1 to 100
}

// Source says what a picture is.
type Source struct {
	Format string `json:"format"`           // png, jpeg, gif, webp or bmp
	Width  int    `json:"width"`            // pixels, of the picture as it is looked at
	Height int    `json:"height"`           // pixels, of the picture as it is looked at
	Bytes  int    `json:"bytes"`            // of the file
	Frames int    `json:"frames,omitempty"` // of a gif; the first one is used
}

// Picture is a picture that was made.
type Picture struct {
	Format Format `json:"format"` // of the result
	Width  int    `json:"width"`  // pixels
	Height int    `json:"height"` // pixels
	Bytes  int    `json:"bytes"`  // of the result
}

// Processed is what image_process returns.
type Processed struct {
	Source Source   `json:"source"`           // what the picture was
	Result *Picture `json:"result,omitempty"` // what was made of it; not there with info_only
}

// Process looks at a picture or changes it: PNG, JPEG, GIF, WebP or BMP, from a file or given as data. It is cropped, rotated, flipped, resized
// and turned gray, in this order, and comes back as a picture; with info_only its size and format are told and nothing else is
// done. A photo is turned upright first. Metadata, such as where it was taken, does not come along.
//
//tool:name=image_process readonly idempotent esttime=500ms estmemory=512MiB
//tool:exactlyOneOf=path;data
//tool:example {"path":"photos/cat.jpg","info_only":true}
//tool:example {"path":"photos/cat.jpg","resize":{"width":400},"format":"jpeg"}
//tool:limitation Of an animation only the first picture is used; animated WebP is not understood.
//tool:limitation Colors are taken as they are: color profiles are dropped with the other metadata.
func (p *Processor) Process(ctx context.Context,
	//tool:flat
	work Work,
	//tool:default=false
	infoOnly bool, // true: only tell what the picture is
) (processed Processed, picture *runtime.Image, err error) {
	if infoOnly {
		src, err := p.open(ctx, &work)
		if err != nil {
			return Processed{}, nil, err
		}
		return Processed{Source: src.Source}, nil, nil
	}
	source, made, data, err := p.make(ctx, &work)
	if err != nil {
		return Processed{}, nil, err
	}
	return Processed{source, &made}, &runtime.Image{Data: data, MIME: "image/" + string(made.Format)}, nil
}

// make does the work.
func (p *Processor) make(ctx context.Context, work *Work) (Source, Picture, []byte, error) {
	src, err := p.open(ctx, work)
	if err != nil {
		return Source{}, Picture{}, nil, err
	}
	m, err := src.decode(ctx)
	if err != nil {
		return Source{}, Picture{}, nil, err
	}
	if m, err = p.edit(ctx, m, work); err != nil {
		return Source{}, Picture{}, nil, err
	}
	made := Picture{Format: src.format(work.Format), Width: m.Rect.Dx(), Height: m.Rect.Dy()}
	data, err := p.encode(ctx, m, made.Format, work.Quality)
	if err != nil {
		return Source{}, Picture{}, nil, err
	}
	made.Bytes = len(data)
	return src.Source, made, data, nil
}
