package images

import (
	"bytes"
	"image"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// The law: whatever the bytes are and whatever is done, there is a picture of the size that was told or an error with words for a
// model; and no more is allocated than the limit of pixels and the bytes themselves allow.
func FuzzProcess(f *testing.F) {
	for _, data := range samples(f) {
		f.Add(data, uint8(0), uint16(0), uint16(0))
		f.Add(data, uint8(0xff), uint16(7), uint16(300))
	}
	f.Add(pngOf(20_000, 20_000, 1, 0, chunk("IDAT", zeros(f, 1000))), uint8(0), uint16(0), uint16(0))
	f.Add(gifOf(f, 3, 120, 110), uint8(1), uint16(1), uint16(1))
	f.Add(webpOf(vp8x(16, 3, 3), part("ALPH", make([]byte, 20))), uint8(2), uint16(9), uint16(1))
	f.Add(join([]byte{0xff, 0xd8}, frame(0xc2, 100, 100, 4), segment(0xda, 1, 1, 0, 1, 5, 0)), uint8(0), uint16(0), uint16(0))
	const pixels = 40_000
	p := newProcessor(f, Options{Pixels: pixels, Output: 300_000})
	f.Fuzz(func(t *testing.T, data []byte, do uint8, w, h uint16) {
		work := Work{Data: data, Quality: 1 + int(do)%100, Grayscale: do&1 != 0}
		if do&2 != 0 {
			work.Rotate = new(90 * (1 + int(do)%3))
		}
		if do&4 != 0 {
			work.Flip = new(Vertical)
		}
		if do&8 != 0 {
			work.Crop = &Crop{int(w % 8), int(h % 8), 1 + int(w%100), 1 + int(h%100)}
		}
		if do&16 != 0 && w > 0 && h > 0 {
			work.Resize = &Resize{new(int(w)), new(int(h)), []Mode{Fit, Fill, Exact}[do%3]}
		}
		format := []Format{PNG, JPEG, GIF}[do/32%3]
		work.Format = &format
		var err error
		var out Processed
		var picture *runtime.Image
		took := allocated(func() { out, picture, err = p.Process(t.Context(), work, false) })
		// A decoder takes 4 KiB for a part of a PNG of 12 bytes, and up to 256 bytes for one of a lossless WebP.
		if limit := pixels*perPixel + 400*len(data) + 2*aside; took > limit {
			t.Errorf("took %d bytes, at most %d were expected", took, limit)
		}
		if err != nil {
			if e, ok := err.(*runtime.Error); !ok || e.Message == "" || out != (Processed{}) || picture != nil {
				t.Errorf("%v, %+v", err, out)
			}
			return
		}
		config, name, err := image.DecodeConfig(bytes.NewReader(picture.Data))
		if err != nil || name != string(format) || config.Width != out.Result.Width || config.Height != out.Result.Height || config.Width*config.Height > pixels {
			t.Errorf("%s of %d by %d, %+v: %v", name, config.Width, config.Height, out.Result, err)
		}
	})
}
