package images

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
)

// encode writes the pixels and nothing else.
func (p *Processor) encode(ctx context.Context, m *image.NRGBA, format Format, quality int) ([]byte, error) {
	out := &writer{ctx: ctx, left: p.o.Output}
	var err error
	switch format {
	case PNG:
		var pixels image.Image = m
		if g := asGray(m); g != nil {
			pixels = g
		}
		err = png.Encode(out, pixels)
	case JPEG:
		if m.Rect.Dx() > 65535 || m.Rect.Dy() > 65535 {
			return nil, runtime.NewError(runtime.ClassInvalidArguments, "format: a jpeg is at most 65535 pixels wide and high; use png")
		}
		var pixels image.Image
		if g := asGray(m); g != nil {
			pixels = g
		} else if pixels, err = onWhite(ctx, m); err != nil {
			return nil, err
		}
		err = jpeg.Encode(out, pixels, &jpeg.Options{Quality: quality})
	case GIF:
		err = encodeGIF(ctx, out, m)
	default:
		return nil, runtime.NewError(runtime.ClassInvalidArguments, "format: expected png, jpeg or gif, got "+strconv.Quote(string(format)))
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, errFull):
		return nil, runtime.NewError(runtime.ClassResourceExhausted, "format: the "+string(format)+" would have more than "+strconv.Itoa(p.o.Output)+
			" bytes; make the picture smaller with resize, or use jpeg with a lower quality")
	case err != nil:
		return nil, err
	}
	return out.buf.Bytes(), nil
}

var errFull = errors.New("the picture has more bytes than it may have")

// writer takes so many bytes, for as long as the call is not over.
type writer struct {
	ctx  context.Context
	buf  bytes.Buffer
	left int
}

func (w *writer) Write(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	if w.left -= len(p); w.left < 0 {
		return 0, errFull
	}
	return w.buf.Write(p)
}

// asGray returns m with a byte a pixel, or nil where it has colors or transparent parts.
func asGray(m *image.NRGBA) *image.Gray {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	for y := range h {
		for row := m.Pix[y*m.Stride:][:4*w]; len(row) > 0; row = row[4:] {
			if row[0] != row[1] || row[1] != row[2] || row[3] != 0xff {
				return nil
			}
		}
	}
	out := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		row := m.Pix[y*m.Stride:]
		for x := range w {
			out.Pix[y*out.Stride+x] = row[4*x]
		}
	}
	return out
}

// onWhite returns m on a white ground.
func onWhite(ctx context.Context, m *image.NRGBA) (*image.RGBA, error) {
	if m.Opaque() {
		return &image.RGBA{Pix: m.Pix, Stride: m.Stride, Rect: m.Rect}, nil
	}
	out := image.NewRGBA(m.Rect)
	err := bands(ctx, m.Rect.Dy(), func(from, to int) {
		band := image.Rect(0, from, m.Rect.Dx(), to)
		draw.Draw(out, band, image.White, image.Point{}, draw.Src)
		draw.Draw(out, band, m, band.Min, draw.Over)
	})
	return out, err
}

// maxGIF is how many pixels a GIF has whose colors must be chosen: that is slow, and does not end with a call.
const maxGIF = 2_000_000

// encodeGIF keeps the colors of m where they are at most 256, transparent ones included. Others become those of a fixed palette,
// with their errors spread over the pixels around.
func encodeGIF(ctx context.Context, out *writer, m *image.NRGBA) error {
	if m.Rect.Dx() > 65535 || m.Rect.Dy() > 65535 {
		return runtime.NewError(runtime.ClassInvalidArguments, "format: a gif is at most 65535 pixels wide and high; use png")
	}
	if colors := colorsOf(m); colors != nil {
		return gif.Encode(out, colors, nil)
	}
	if n := m.Rect.Dx() * m.Rect.Dy(); n > maxGIF {
		return runtime.NewError(runtime.ClassResourceExhausted, "format: a gif of so many colors has at most "+strconv.Itoa(maxGIF)+" pixels, this one has "+strconv.Itoa(n)+"; use png or jpeg, or make it smaller")
	}
	ground, err := onWhite(ctx, m)
	if err != nil {
		return err
	}
	pixels := image.NewPaletted(m.Rect, palette.Plan9)
	draw.FloydSteinberg.Draw(pixels, m.Rect, ground, image.Point{})
	return gif.Encode(out, pixels, nil)
}

// colorsOf returns m with a palette of its own colors, or nil where they are too many. What is transparent is so wholly in a GIF.
func colorsOf(m *image.NRGBA) *image.Paletted {
	out := image.NewPaletted(m.Rect, nil)
	index := map[color.NRGBA]uint8{}
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			c := m.NRGBAAt(x, y)
			switch c.A {
			case 0:
				c = color.NRGBA{}
			case 0xff:
			default:
				return nil
			}
			i, ok := index[c]
			if !ok {
				if len(index) == 256 {
					return nil
				}
				i = uint8(len(index))
				index[c] = i
				out.Palette = append(out.Palette, c)
			}
			out.Pix[y*out.Stride+x] = i
		}
	}
	return out
}
