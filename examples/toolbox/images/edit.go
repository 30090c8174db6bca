package images

import (
	"context"
	"image"
	"math"
	"strconv"

	"golang.org/x/image/draw"

	"github.com/toolgen/toolgen/runtime"
)

// edit does to a picture what is asked for, in the order of Work.
func (p *Processor) edit(ctx context.Context, m *image.NRGBA, work *Work) (*image.NRGBA, error) {
	if c := work.Crop; c != nil {
		part := image.Rect(c.X, c.Y, c.X+c.Width, c.Y+c.Height)
		if !part.In(m.Rect) {
			return nil, runtime.NewError(runtime.ClassInvalidArguments, "crop: expected a part of "+size(m.Rect.Dx(), m.Rect.Dy())+" pixels, got "+
				size(c.Width, c.Height)+" from "+strconv.Itoa(c.X)+", "+strconv.Itoa(c.Y))
		}
		m = m.SubImage(part).(*image.NRGBA)
		m.Rect = m.Rect.Sub(m.Rect.Min)
	}
	turns := []orientation{1, 1}
	if work.Rotate != nil {
		turns[0] = map[int]orientation{90: turned90, 180: turned180, 270: turned270}[*work.Rotate]
	}
	if work.Flip != nil {
		turns[1] = map[Flip]orientation{Horizontal: flippedH, Vertical: flippedV}[*work.Flip]
	}
	var err error
	for _, turn := range turns {
		if m, err = turn.apply(ctx, m); err != nil {
			return nil, err
		}
	}
	if work.Resize != nil {
		if m, err = p.resize(ctx, m, work.Resize); err != nil {
			return nil, err
		}
	}
	if work.Grayscale {
		err = bands(ctx, m.Rect.Dy(), func(from, to int) { gray(m, from, to) })
	}
	return m, err
}

// gray takes the colors out of rows of m. The weights are those of JFIF, as Go's color.Gray has them.
func gray(m *image.NRGBA, from, to int) {
	for y := from; y < to; y++ {
		for row := m.Pix[y*m.Stride:][:4*m.Rect.Dx()]; len(row) > 0; row = row[4:] {
			v := uint8((19595*uint32(row[0]) + 38470*uint32(row[1]) + 7471*uint32(row[2]) + 1<<15) >> 16)
			row[0], row[1], row[2] = v, v, v
		}
	}
}

// resize brings m to a new size.
func (p *Processor) resize(ctx context.Context, m *image.NRGBA, r *Resize) (*image.NRGBA, error) {
	w, h, part, err := r.of(m.Rect)
	if err != nil {
		return nil, err
	}
	if w > p.o.Pixels/h {
		return nil, runtime.NewError(runtime.ClassResourceExhausted, "resize: "+size(w, h)+" are more than "+strconv.Itoa(p.o.Pixels)+" pixels; make it smaller")
	}
	m = m.SubImage(part).(*image.NRGBA)
	return scale(ctx, m, w, h)
}

// of says how large a picture becomes, and which part of it is used.
func (r *Resize) of(from image.Rectangle) (w, h int, part image.Rectangle, err error) {
	fw, fh := float64(from.Dx()), float64(from.Dy())
	whole := func(v float64) int { return max(int(math.Round(v)), 1) }
	switch {
	case r.Width == nil && r.Height == nil:
		return 0, 0, from, runtime.NewError(runtime.ClassInvalidArguments, "resize: expected width or height, got none")
	case r.Width == nil:
		return whole(fw * float64(*r.Height) / fh), *r.Height, from, nil
	case r.Height == nil:
		return *r.Width, whole(fh * float64(*r.Width) / fw), from, nil
	}
	w, h = *r.Width, *r.Height
	switch sx, sy := float64(w)/fw, float64(h)/fh; {
	case r.Mode == Fit && sx < sy:
		h = min(whole(fh*sx), h)
	case r.Mode == Fit:
		w = min(whole(fw*sy), w)
	case r.Mode == Fill && sx > sy: // it is too high
		use := min(whole(float64(h)/sx), from.Dy())
		top := (from.Dy() - use) / 2
		return w, h, image.Rect(0, top, from.Dx(), top+use), nil
	case r.Mode == Fill:
		use := min(whole(float64(w)/sy), from.Dx())
		left := (from.Dx() - use) / 2
		return w, h, image.Rect(left, 0, left+use, from.Dy()), nil
	}
	return w, h, from, nil
}

// scale brings m to w by h pixels with the kernel of Catmull and Rom. The library's kernels take 32 bytes for each pixel that is
// as wide as the result and as high as the source, and do not end with a call. So the two directions are scaled one
// after the other, in strips that do not depend on each other, first the direction that leaves less to do.
func scale(ctx context.Context, m *image.NRGBA, w, h int) (*image.NRGBA, error) {
	from := m.Rect
	if from.Dx() == w && from.Dy() == h {
		m.Rect = image.Rect(0, 0, w, h)
		return m, nil
	}
	// Where nothing is transparent, the bytes are the same with colors that are multiplied by it.
	opaque := m.Opaque()
	var src image.Image = m
	if opaque {
		src = &image.RGBA{Pix: m.Pix, Stride: m.Stride, Rect: m.Rect}
	}
	var out *image.RGBA
	var err error
	if w*from.Dy() <= from.Dx()*h {
		if out, err = scaleStrips(ctx, src, w, from.Dy()); err == nil {
			out, err = scaleStrips(ctx, out, w, h)
		}
	} else {
		if out, err = scaleStrips(ctx, src, from.Dx(), h); err == nil {
			out, err = scaleStrips(ctx, out, w, h)
		}
	}
	if err != nil {
		return nil, err
	}
	if opaque {
		return &image.NRGBA{Pix: out.Pix, Stride: out.Stride, Rect: out.Rect}, nil
	}
	return toNRGBA(ctx, out, out.Rect)
}

// scaleStrips scales src to w by h pixels, one of which is its own: in rows where the height stays, in columns where the width does.
func scaleStrips(ctx context.Context, src image.Image, w, h int) (*image.RGBA, error) {
	from := src.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	across := from.Dy() == h
	all, length := h, w
	if !across {
		all, length = w, max(from.Dy(), h)
	}
	step := max(1<<16/length, 1) // 2 MiB of the library's memory
	var scaler draw.Scaler
	n := 0
	for at := 0; at < all; at += step {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		end := min(at+step, all)
		to, part := image.Rect(0, at, w, end), image.Rect(from.Min.X, from.Min.Y+at, from.Max.X, from.Min.Y+end)
		if !across {
			to, part = image.Rect(at, 0, end, h), image.Rect(from.Min.X+at, from.Min.Y, from.Min.X+end, from.Max.Y)
		}
		if n != end-at {
			n = end - at
			scaler = draw.CatmullRom.NewScaler(to.Dx(), to.Dy(), part.Dx(), part.Dy())
		}
		scaler.Scale(out, to, src, part, draw.Src, nil)
	}
	return out, nil
}
