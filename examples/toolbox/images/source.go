package images

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"strconv"

	"golang.org/x/image/bmp"
	"golang.org/x/image/webp"

	"github.com/toolgen/toolgen/runtime"
)

// source is a picture whose size is known and small enough, and which is not decoded yet.
type source struct {
	Source
	data        []byte
	what        string // the argument that it came with, for messages
	class       runtime.Class
	input       *input
	width       int // as they are in the file
	height      int
	orientation orientation
}

// input is a format that is read.
type input struct {
	name   string
	is     func(data []byte) bool
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

// inputs are told apart by the first bytes, whatever a file is called. TIFF is not among them: its reader takes the whole file into
// its memory first, and does not end with a call.
var inputs = []input{
	{"png", starts("\x89PNG\r\n\x1a\n"), png.DecodeConfig, png.Decode},
	{"jpeg", starts("\xff\xd8\xff"), jpeg.DecodeConfig, jpeg.Decode},
	{"gif", starts("GIF8"), gif.DecodeConfig, gif.Decode},
	{"webp", func(data []byte) bool { return starts("RIFF")(data) && len(data) > 12 && string(data[8:12]) == "WEBP" }, webp.DecodeConfig, webp.Decode},
	{"bmp", starts("BM"), bmp.DecodeConfig, bmp.Decode},
}

func starts(magic string) func([]byte) bool {
	return func(data []byte) bool { return bytes.HasPrefix(data, []byte(magic)) }
}

// open reads a picture and judges what it says of itself.
func (p *Processor) open(ctx context.Context, work *Work) (*source, error) {
	src, err := p.read(ctx, work)
	if err != nil {
		return nil, err
	}
	for i := range inputs {
		if inputs[i].is(src.data) {
			src.input = &inputs[i]
		}
	}
	if src.input == nil {
		return nil, src.wrong("is no PNG, JPEG, GIF, WebP or BMP", nil)
	}
	if src.input.name == "webp" {
		if err := src.checkWebP(); err != nil {
			return nil, err
		}
	}
	config, err := src.input.config(&reader{ctx, bytes.NewReader(src.data)})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, src.damaged(err)
	case config.Width <= 0 || config.Height <= 0:
		return nil, src.wrong("is empty: "+size(config.Width, config.Height)+" pixels", nil)
	case config.Width > p.o.Pixels/config.Height:
		return nil, runtime.NewError(runtime.ClassResourceExhausted, src.what+" says that it has "+size(config.Width, config.Height)+
			" pixels, at most "+strconv.Itoa(p.o.Pixels)+" in all are decoded; choose a smaller picture")
	}
	src.width, src.height = config.Width, config.Height
	src.orientation = orientationOf(src.input.name, src.data)
	src.Source = Source{Format: src.input.name, Width: config.Width, Height: config.Height, Bytes: len(src.data)}
	if src.orientation.swaps() {
		src.Width, src.Height = src.Height, src.Width
	}
	if src.input.name == "gif" {
		src.Frames = frames(src.data)
	}
	return src, nil
}

func size(width, height int) string { return strconv.Itoa(width) + " by " + strconv.Itoa(height) }

// read reads the file, or takes the data.
func (p *Processor) read(ctx context.Context, work *Work) (*source, error) {
	switch {
	case work.Path == nil && len(work.Data) > p.o.File:
		return nil, runtime.NewError(runtime.ClassResourceExhausted, "data: has "+strconv.Itoa(len(work.Data))+" bytes, at most "+strconv.Itoa(p.o.File)+" are decoded; choose a smaller picture")
	case work.Path == nil:
		return &source{data: work.Data, what: "data:", class: runtime.ClassInvalidArguments}, nil
	case p.o.Box == nil:
		return nil, runtime.NewError(runtime.ClassUnavailable, "path: there is no folder here; give the picture as data")
	}
	data, err := p.o.Box.ReadFile(ctx, *work.Path, p.o.File)
	if err != nil {
		return nil, err
	}
	return &source{data: data, what: "path: " + *work.Path, class: runtime.ClassFailed}, nil
}

func (s *source) wrong(message string, cause error) error {
	return runtime.NewError(s.class, s.what+" "+message).WithCause(cause)
}

// damaged is what a decoder has found.
func (s *source) damaged(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return s.wrong("is damaged or not complete: the "+s.input.name+" ends too early", err)
	}
	return s.wrong("is damaged, or a kind of "+s.input.name+" that is not understood: "+err.Error(), err)
}

// decode returns the pixels of the picture, upright.
func (s *source) decode(ctx context.Context) (*image.NRGBA, error) {
	m, err := s.input.decode(&reader{ctx, bytes.NewReader(s.data)})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, s.damaged(err)
	case !m.Bounds().In(image.Rect(0, 0, s.width, s.height)):
		return nil, s.wrong("has another size than it says", nil)
	}
	if s.input.name == "webp" {
		m, err = colorsOfVP8(ctx, m)
	}
	var pixels *image.NRGBA
	if err == nil {
		pixels, err = toNRGBA(ctx, m, image.Rect(0, 0, s.width, s.height)) // the first picture of a GIF may be a part of it
	}
	if err != nil {
		return nil, err
	}
	return s.orientation.apply(ctx, pixels)
}

// format is the format of what is made of the picture.
func (s *source) format(wanted *Format) Format {
	if wanted != nil {
		return *wanted
	}
	switch s.input.name {
	case "jpeg":
		return JPEG
	case "gif":
		return GIF
	}
	return PNG
}

// reader gives a decoder a little at a time, for as long as the call is not over: a small file can be work for hours.
type reader struct {
	ctx context.Context
	r   io.Reader
}

func (r *reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p[:min(len(p), 4096)])
}

// rows is how many rows are worked on between two looks at whether the call is over.
const rows = 64

// bands calls do for all rows of a picture, some at a time.
func bands(ctx context.Context, height int, do func(from, to int)) error {
	for from := 0; from < height; from += rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		do(from, min(from+rows, height))
	}
	return nil
}

// toNRGBA returns m on a transparent ground of these bounds.
func toNRGBA(ctx context.Context, m image.Image, bounds image.Rectangle) (*image.NRGBA, error) {
	if own, ok := m.(*image.NRGBA); ok && own.Rect == bounds {
		return own, nil
	}
	var out draw.Image = image.NewNRGBA(bounds)
	pixels := out.(*image.NRGBA)
	if o, ok := m.(interface{ Opaque() bool }); ok && m.Bounds() == bounds && o.Opaque() {
		out = &image.RGBA{Pix: pixels.Pix, Stride: pixels.Stride, Rect: pixels.Rect} // the same bytes where nothing is transparent, and faster
	}
	err := bands(ctx, bounds.Dy(), func(from, to int) {
		band := image.Rect(bounds.Min.X, from, bounds.Max.X, to).Intersect(m.Bounds())
		draw.Draw(out, band, m, band.Min, draw.Src)
	})
	return pixels, err
}

// frames counts the pictures in a GIF: image descriptors, each followed by blocks of data. It stops where the file is not one.
func frames(data []byte) (n int) {
	table := func(at int, flags byte) int { // the end of a color table
		if flags&0x80 == 0 {
			return at
		}
		return at + 3<<(flags&7+1)
	}
	if len(data) < 13 {
		return 0
	}
	for at := table(13, data[10]); at < len(data); {
		switch data[at] {
		case 0x21: // an extension: a label, and blocks
			at += 2
		case 0x2c: // an image descriptor, and how many bits a code has
			if at+10 > len(data) {
				return n
			}
			n++
			at = table(at+10, data[at+9]) + 1
		default: // the end
			return n
		}
		for at < len(data) && data[at] != 0 {
			at += 1 + int(data[at])
		}
		at++
	}
	return n
}
