package images

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"io"
	"math/rand/v2"
	goruntime "runtime"
	"strings"
	"testing"
	"time"

	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
)

// perPixel is how many bytes a call takes for a pixel of a picture at most, in all that it ever allocates: a progressive JPEG of four
// components has 16 for its coefficients and 4 for their values, and 4 more where black is applied; then come the pixels of
// our own, once more for each turn.
const perPixel = 40

// aside is what a call takes besides, for tables, buffers and the registry.
const aside = 2 << 20

// allocated is how many bytes are allocated while do runs, those that are free again too.
func allocated(do func()) int {
	var before, after goruntime.MemStats
	goruntime.ReadMemStats(&before)
	do()
	goruntime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// work is one call with data, without JSON around it.
func work(ctx context.Context, p *Processor, data []byte) error {
	_, _, err := p.Process(ctx, Work{Data: data, Quality: 85}, false)
	return err
}

// chunk is a part of a PNG.
func chunk(name string, data []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	out = append(append(out, name...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// pngOf is a PNG with a header of that size and kind, and these chunks.
func pngOf(w, h uint32, depth, kind byte, chunks ...[]byte) []byte {
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	out := append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(header, depth, kind, 0, 0, 0))...)
	for _, c := range chunks {
		out = append(out, c...)
	}
	return append(out, chunk("IEND", nil)...)
}

// zeros is how zlib writes so many zeros.
func zeros(t testing.TB, n int64) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := zlib.NewWriterLevel(&out, 9)
	Try(t, err)
	_, err = io.CopyN(w, zeroReader{}, n)
	Try(t, err)
	Try(t, w.Close())
	return out.Bytes()
}

type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// part is a part of a RIFF file.
func part(name string, data []byte) []byte {
	out := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(data)))
	return append(append(out, data...), make([]byte, len(data)&1)...)
}

func webpOf(parts ...[]byte) []byte {
	var all []byte
	for _, p := range parts {
		all = append(all, p...)
	}
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(4+len(all))), append([]byte("WEBP"), all...)...)
}

// vp8x is the header of a WebP with a canvas of that size, vp8l that of lossless data.
func vp8x(flags byte, w, h int) []byte {
	w, h = w-1, h-1
	return part("VP8X", []byte{flags, 0, 0, 0, byte(w), byte(w >> 8), byte(w >> 16), byte(h), byte(h >> 8), byte(h >> 16)})
}

func vp8l(w, h int, data ...byte) []byte {
	bits := uint32(w-1) | uint32(h-1)<<14
	return part("VP8L", append(binary.LittleEndian.AppendUint32([]byte{0x2f}, bits), data...))
}

// segment is a part of a JPEG, frame one that says its size.
func segment(marker byte, data ...byte) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(data)+2)), data...)
}

func frame(marker byte, w, h int, components byte) []byte {
	data := []byte{8, byte(h >> 8), byte(h), byte(w >> 8), byte(w), components}
	for i := range components {
		data = append(data, i+1, 0x11, 0)
	}
	return segment(marker, data...)
}

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// gifOf is the first picture of a GIF so many times, on a screen of that size.
func gifOf(t testing.TB, n, w, h int) []byte {
	t.Helper()
	data := asGIF(t, image.NewPaletted(image.Rect(0, 0, 100, 100), color.Palette{color.Black, color.White}))
	at := bytes.IndexByte(data, 0x2c)
	out := append([]byte{}, data[:at]...)
	binary.LittleEndian.PutUint16(out[6:], uint16(w))
	binary.LittleEndian.PutUint16(out[8:], uint16(h))
	return append(append(out, bytes.Repeat(data[at:len(data)-1], n)...), 0x3b)
}

// Files that are more than they look like. None of them takes more memory than its picture may, and none long.
func TestBombs(t *testing.T) {
	const pixels = 100_000
	large := zeros(t, 50_030_000)
	bomb := pngOf(20_000, 20_000, 1, 0, chunk("IDAT", large))
	if len(bomb) < 40_000 || len(bomb) > 60_000 {
		t.Errorf("the bomb has %d bytes", len(bomb))
	}
	one := chunk("IDAT", zeros(t, 2))
	photo := asJPEG(t, smooth(100, 100))
	tables := photo[2:bytes.Index(photo, []byte{0xff, 0xc0})]
	for _, c := range []struct {
		name  string
		data  []byte
		class runtime.Class // of the error; "" where there is none
		text  string
	}{
		{"400 megapixels in 48 kilobytes", bomb, runtime.ClassResourceExhausted, "data: says that it has 20000 by 20000 pixels, at most 100000 in all are decoded"},
		{"2 to the 31 wide and high", pngOf(1<<31-1, 1<<31-1, 8, 6, one), runtime.ClassInvalidArguments, "damaged"},
		{"long and thin", pngOf(1<<30, 1, 1, 0, one), runtime.ClassResourceExhausted, "1073741824 by 1"},
		{"no width", pngOf(0, 10, 8, 0, one), runtime.ClassInvalidArguments, "damaged"},
		{"no height", pngOf(10, 0, 8, 0, one), runtime.ClassInvalidArguments, "damaged"},
		{"more pixels than it says", pngOf(1, 1, 8, 0, chunk("IDAT", large)), runtime.ClassInvalidArguments, "damaged"},
		{"two headers", join(pngOf(1, 1, 8, 0)[:33], pngOf(20_000, 20_000, 8, 0, chunk("IDAT", large))[8:]), runtime.ClassInvalidArguments, "damaged"},
		{"a large text", pngOf(1, 1, 8, 0, chunk("tEXt", make([]byte, 4<<20)), one), "", ""},
		{"texts that swell", pngOf(1, 1, 8, 0, chunk("zTXt", join([]byte("k\x00\x00"), large)), chunk("iTXt", join([]byte("k\x00\x01\x00\x00\x00"), large)), chunk("iCCP", join([]byte("p\x00\x00"), large)), one), "", ""},
		{"many chunks", pngOf(1, 1, 8, 0, bytes.Repeat(chunk("tEXt", nil), 200_000), one), "", ""},
		{"a chunk that is longer than all", join(pngOf(1, 1, 8, 0)[:33], []byte("\x7f\xff\xff\xfftEXt")), runtime.ClassInvalidArguments, "ends too early"},

		{"a thousand pictures", gifOf(t, 1000, 300, 300), "", ""},
		{"a large screen", gifOf(t, 1, 65535, 65535), runtime.ClassResourceExhausted, "65535 by 65535"},
		{"a picture larger than its screen", gifOf(t, 1, 50, 50), runtime.ClassInvalidArguments, "damaged"},
		{"no screen", gifOf(t, 1, 0, 0), runtime.ClassInvalidArguments, "is empty"},
		{"extensions without end", join(gifOf(t, 1, 100, 100)[:19], bytes.Repeat([]byte("\x21\xfe\x01x\x00"), 100_000)), runtime.ClassInvalidArguments, ""},

		{"a JPEG as large as can be", join([]byte{0xff, 0xd8}, frame(0xc0, 65535, 65535, 3), segment(0xda, 1, 1, 0, 0, 63, 0)), runtime.ClassResourceExhausted, "65535 by 65535"},
		{"a second size", join([]byte{0xff, 0xd8}, tables, frame(0xc0, 8, 8, 3), frame(0xc0, 60000, 60000, 3), photo[2:]), runtime.ClassInvalidArguments, "damaged"},
		{"the size later", join([]byte{0xff, 0xd8}, frame(0xc0, 100, 0, 1), segment(0xdc, 0xff, 0xff), photo[2:]), runtime.ClassInvalidArguments, ""},
		{"coefficients and no data", join([]byte{0xff, 0xd8}, tables, frame(0xc2, 300, 300, 4), segment(0xda, 1, 1, 0, 1, 5, 0)), runtime.ClassInvalidArguments, ""},
		{"large samples", join([]byte{0xff, 0xd8}, tables, segment(0xc2, 8, 1, 44, 1, 44, 3, 1, 0x44, 0, 2, 0x11, 0, 3, 0x11, 0), segment(0xda, 1, 1, 0, 1, 5, 0)), runtime.ClassInvalidArguments, ""},

		{"a small canvas", webpOf(vp8x(0, 1, 1), vp8l(16384, 16384)), runtime.ClassInvalidArguments, "damaged"},
		{"a small canvas for alpha", webpOf(vp8x(16, 1, 1), part("ALPH", make([]byte, 5)), vp8l(16384, 16384)), runtime.ClassInvalidArguments, "damaged"},
		{"a large canvas", webpOf(vp8x(0, 1<<14, 1<<14), vp8l(1, 1)), runtime.ClassResourceExhausted, "16384 by 16384"},
		{"lossless and large", webpOf(vp8l(16384, 16384)), runtime.ClassResourceExhausted, "16384 by 16384"},
		{"much lossless data, and none of a picture", webpOf(vp8l(10, 10, make([]byte, 2<<20)...)), runtime.ClassInvalidArguments, "damaged"},
		{"an animation", webpOf(vp8x(2, 10, 10), part("ANIM", make([]byte, 6))), runtime.ClassInvalidArguments, "animated WebP"},
		{"lengths that lie", webpOf(append([]byte("VP8 \xff\xff\xff\xff"), 1, 2, 3)), runtime.ClassInvalidArguments, "damaged"},
		{"a part of 100 megabytes that is not there", join([]byte("RIFF\xff\xff\xff\x0fWEBPVP8 \x00\x00\x40\x06"), []byte("\x00Y\x000\x04\x00\x9d\x01*0A0\x00"), bytes.Repeat([]byte{'0'}, 100)), runtime.ClassInvalidArguments, "ends too early"},

		{"a BMP as large as can be", bmpOf(1<<30, 1<<30, 24), runtime.ClassResourceExhausted, "1073741824 by 1073741824"},
		{"a BMP of nothing", bmpOf(0, 0, 24), runtime.ClassInvalidArguments, "is empty"},
		{"a large BMP", bmpOf(20_000, -20_000, 32), runtime.ClassResourceExhausted, "20000 by 20000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newProcessor(t, Options{Pixels: pixels})
			var err error
			start := time.Now()
			took := allocated(func() { err = work(t.Context(), p, c.data) })
			limit := pixels*perPixel + aside
			if c.name == "many chunks" { // the decoder takes 4 KiB for each, one after the other
				limit += 200_000 * 4200
			}
			if took > limit {
				t.Errorf("took %d bytes, at most %d were expected", took, limit)
			}
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("took %v", d)
			}
			var e *runtime.Error
			if err != nil {
				e = err.(*runtime.Error)
			}
			if (e == nil) != (c.class == "") || e != nil && (e.Class != c.class || !strings.Contains(e.Message, c.text)) {
				t.Errorf("%v", err)
			}
			if c.name == "a thousand pictures" {
				if got := Want[Processed](t, ask(t, p, c.data, nil)); got.Source.Frames != 1000 || got.Result.Width != 300 {
					t.Errorf("%+v", got)
				}
			}
		})
	}
}

// bmpOf is the header of a BMP.
func bmpOf(w, h int32, depth uint16) []byte {
	out := append([]byte("BM"), make([]byte, 8)...)
	for _, n := range []uint32{54, 40, uint32(w), uint32(h), 1 | uint32(depth)<<16} {
		out = binary.LittleEndian.AppendUint32(out, n)
	}
	return append(out, make([]byte, 24)...)
}

// Every beginning of a picture is one that ends too early or is damaged in another way, or has all its pixels already.
func TestTruncated(t *testing.T) {
	p := newProcessor(t, Options{})
	for name, data := range samples(t) {
		for n := range len(data) {
			err := work(t.Context(), p, data[:n])
			if e, ok := err.(*runtime.Error); err != nil && (!ok || e.Class != runtime.ClassInvalidArguments || !strings.HasPrefix(e.Message, "data: ")) {
				t.Fatalf("%s, %d of %d bytes: %v", name, n, len(data), err)
			}
			if err == nil && n < len(data)*9/10 {
				t.Errorf("%s: %d of %d bytes are a picture", name, n, len(data))
			}
		}
		Try(t, work(t.Context(), p, data))
	}
}

// samples is a small picture in each format. Those of WebP are written down here, as nothing in Go writes it.
func samples(t testing.TB) map[string][]byte {
	t.Helper()
	m := smooth(20, 10)
	lossless, err := base64.StdEncoding.DecodeString("UklGRjIAAABXRUJQVlA4TCYAAAAvE0ACAJmM6H9sIqL/YSCTtqmN+jfba/cYBgJJW7ztjwk4X+qTAQ==")
	Try(t, err)
	lossy, err := base64.StdEncoding.DecodeString("UklGRnoAAABXRUJQVlA4IG4AAAAQBACdASoUAAoAPm0uk0WkIqGYBABABsS1G4ABgHYKEB+KoBjBfg1WgAD+/MnO2Czv1ZiJvXwDw7fHiNtnTG88hfdNzGbFoy80yzGiX4roBa2nTz8K7KBA+Ub7DD7C4hNEp4pGpaM8HcZBLTQAAA==")
	Try(t, err)
	return map[string][]byte{
		"png": asPNG(t, m), "jpeg": asJPEG(t, m), "gif": asGIF(t, m), "bmp": append(bmpOf(3, 2, 32), make([]byte, 24)...),
		"webp": lossless, "lossy webp": lossy,
	}
}

// What stands behind a picture, or is another kind of file at the same time, does not come out, and neither does metadata.
func TestNothingComesAlong(t *testing.T) {
	const secret = "48.8584N 2.2945E and a secret"
	p := newProcessor(t, Options{})
	m := smooth(20, 10)
	exif := join([]byte("Exif\x00\x00II*\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00"), []byte(secret))
	photo, drawing, animation := asJPEG(t, m), asPNG(t, m), asGIF(t, m)
	for name, data := range map[string][]byte{
		"an archive behind a PNG":   join(drawing, []byte("PK\x03\x04"+secret)),
		"a script behind a GIF":     join(animation, []byte("<script>"+secret+"</script>")),
		"a page behind a JPEG":      join(photo, []byte("<html>"+secret)),
		"a GIF that is a script":    join(animation[:len(animation)-1], []byte("\x21\xfe\x1d"+secret+"\x00\x3b")),
		"Exif of a JPEG":            join(photo[:2], segment(0xe1, exif...), photo[2:]),
		"a comment of a JPEG":       join(photo[:2], segment(0xfe, []byte(secret)...), photo[2:]),
		"a color profile":           join(photo[:2], segment(0xe2, []byte("ICC_PROFILE\x00\x01\x01"+secret)...), photo[2:]),
		"XMP of a JPEG":             join(photo[:2], segment(0xe1, []byte("http://ns.adobe.com/xap/1.0/\x00"+secret)...), photo[2:]),
		"a text in a PNG":           join(drawing[:33], chunk("tEXt", []byte("Comment\x00"+secret)), drawing[33:]),
		"Exif of a PNG":             join(drawing[:33], chunk("eXIf", exif[6:]), drawing[33:]),
		"a chunk that nobody knows": join(drawing[:33], chunk("seCr", []byte(secret)), drawing[33:]),
	} {
		for _, format := range []string{"png", "jpeg", "gif"} {
			r := ask(t, p, data, Object{"format": format})
			Want[Processed](t, r)
			if bytes.Contains(r.Parts[0].Data, []byte("secret")) || strings.Contains(r.Output(), "secret") {
				t.Errorf("%s as %s: it comes along", name, format)
			}
			if again := ask(t, p, r.Parts[0].Data, Object{"format": format}); !bytes.Equal(again.Parts[0].Data, r.Parts[0].Data) && format != "jpeg" {
				t.Errorf("%s as %s: what came out is not what goes in", name, format)
			}
		}
	}
}

// The eight ways in which a camera is held: the picture comes out upright, and its size is that of the upright one.
func TestOrientation(t *testing.T) {
	p := newProcessor(t, Options{})
	m := noise(3, 2, true)
	corners := map[orientation][2]int{1: {0, 0}, 2: {2, 0}, 3: {2, 1}, 4: {0, 1}, 5: {0, 0}, 6: {1, 0}, 7: {1, 2}, 8: {0, 2}} // where the first pixel is then
	for o := orientation(0); o <= 9; o++ {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			tiff := []byte("II*\x00")
			if order == binary.AppendByteOrder(binary.BigEndian) {
				tiff = []byte("MM\x00*")
			}
			tiff = order.AppendUint16(order.AppendUint32(tiff, 8), 2)
			for _, entry := range [][2]uint16{{271, 7}, {274, uint16(o)}} {
				tiff = order.AppendUint32(order.AppendUint16(order.AppendUint16(tiff, entry[0]), 3), 1)
				tiff = append(order.AppendUint16(tiff, entry[1]), 0, 0)
			}
			data := asPNG(t, m)
			data = join(data[:33], chunk("eXIf", tiff), data[33:])
			got := made(t, data, nil)
			info := Want[Processed](t, ask(t, p, data, Object{"info_only": true})).Source
			if got.Rect.Dx() != info.Width || got.Rect.Dy() != info.Height {
				t.Errorf("%d: %v, and info says %+v", o, got.Rect, info)
			}
			corner, ok := corners[o]
			if !ok {
				corner = corners[1]
			}
			if got.NRGBAAt(corner[0], corner[1]) != m.NRGBAAt(0, 0) || got.Rect.Dx() == 2 != o.swaps() {
				t.Errorf("%d: another way up", o)
			}
			photo := asJPEG(t, smooth(64, 32))
			photo = join(photo[:2], segment(0xe0, make([]byte, 20)...), segment(0xe1, join([]byte("Exif\x00\x00"), tiff)...), photo[2:])
			if got := Want[Processed](t, ask(t, p, photo, nil)); got.Result.Width == 32 != o.swaps() {
				t.Errorf("%d: %+v", o, got)
			}
		}
	}
	for range 1000 { // and nothing that is damaged is a panic
		rng := rand.New(rand.NewPCG(11, 12))
		data := make([]byte, rng.IntN(100))
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		orientationIn(data)
		orientationOf("jpeg", join([]byte{0xff, 0xd8, 0xff, 0xe1}, data))
		orientationOf("png", data)
		orientationOf("webp", data)
	}
}

// A small file is work for hours: a progressive JPEG whose scans say, in 26 bytes each, that a quarter of a million blocks stay
// as they are. The call ends with its time.
func TestEndsWithItsTime(t *testing.T) {
	huffman := segment(0xc4, append(append([]byte{0x10, 1}, make([]byte, 15)...), 0xe0)...) // one code of one bit: a run of at least 2 to the 14 blocks without more
	scan := segment(0xda, 1, 1, 0, 1, 1, 0)
	for range 16 {
		scan = append(scan, 0, 0) // the code, 14 bits of 0, and a bit of the next one
	}
	photo := asJPEG(t, smooth(16, 16))
	quantization := photo[2:bytes.Index(photo, []byte{0xff, 0xc0})]
	data := join([]byte{0xff, 0xd8}, quantization, frame(0xc2, 4000, 4000, 1), huffman, bytes.Repeat(scan, 200_000))
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	start := time.Now()
	err := work(ctx, newProcessor(t, Options{}), data)
	if err != context.DeadlineExceeded {
		t.Errorf("%v after %v", err, time.Since(start))
	}
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("it took %v to end", d)
	}
	t.Logf("%d bytes, ended after %v", len(data), time.Since(start))
}

// A call that is over does nothing, wherever it is.
func TestCanceled(t *testing.T) {
	m := noise(3000, 2000, false)
	data := asPNG(t, m)
	for _, after := range []time.Duration{0, 10 * time.Millisecond, 100 * time.Millisecond, 300 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		start := time.Now()
		_, _, err := newProcessor(t, Options{File: 64 << 20, Output: 64 << 20}).Process(ctx, Work{Data: data, Quality: 85, Rotate: new(90), Resize: &Resize{Width: new(3000), Mode: Fit}, Grayscale: true}, false)
		cancel()
		if d := time.Since(start) - after; err != context.DeadlineExceeded || d > 3*time.Second {
			t.Errorf("after %v: %v, %v later", after, err, d)
		}
	}
}
