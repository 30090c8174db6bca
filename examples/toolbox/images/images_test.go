package images

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/image/draw"

	"github.com/toolgen/toolgen/examples/toolbox/files"
	"github.com/toolgen/toolgen/examples/toolbox/internal/boxes"
	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/tooltest"
)

func newProcessor(t testing.TB, o Options) *Processor {
	t.Helper()
	p, err := New(o)
	Try(t, err)
	return p
}

// ask gives the tool a picture as data.
func ask(t testing.TB, p *Processor, data []byte, args Object) runtime.Result {
	t.Helper()
	with := Object{"data": base64.StdEncoding.EncodeToString(data)}
	for key, value := range args {
		with[key] = value
	}
	return Call(t, ProcessorTools(p), ToolImageProcess, with)
}

// made is the picture that the tool makes of another one.
func made(t testing.TB, data []byte, args Object) *image.NRGBA {
	t.Helper()
	r := ask(t, newProcessor(t, Options{Output: 8 << 20}), data, args)
	got := Want[Processed](t, r)
	m, format, err := image.Decode(bytes.NewReader(r.Parts[0].Data))
	Try(t, err)
	if format != string(got.Result.Format) || r.Parts[0].MIME != "image/"+format || got.Result.Bytes != len(r.Parts[0].Data) || m.Bounds() != image.Rect(0, 0, got.Result.Width, got.Result.Height) {
		t.Fatalf("%s of %v: %+v", format, m.Bounds(), got)
	}
	out, err := toNRGBA(t.Context(), m, m.Bounds())
	Try(t, err)
	return out
}

// noise is a picture in which no two pixels are likely to be alike.
func noise(w, h int, opaque bool) *image.NRGBA {
	rng := rand.New(rand.NewPCG(uint64(w), uint64(h)))
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for i := range m.Pix {
		if m.Pix[i] = uint8(rng.Uint32()); opaque && i%4 == 3 {
			m.Pix[i] = 0xff
		}
	}
	return m
}

// smooth is a picture whose colors go over into each other, as those of photos do.
func smooth(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetNRGBA(x, y, color.NRGBA{uint8(255 * x / w), uint8(255 * y / h), uint8(127 * (x + y) / (w + h)), 255})
		}
	}
	return m
}

func asPNG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	Try(t, png.Encode(&out, m))
	return out.Bytes()
}

func asJPEG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	Try(t, jpeg.Encode(&out, m, &jpeg.Options{Quality: 95}))
	return out.Bytes()
}

func asGIF(t testing.TB, m image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	Try(t, gif.Encode(&out, m, nil))
	return out.Bytes()
}

func same(a, b *image.NRGBA) bool { return a.Rect == b.Rect && bytes.Equal(a.Pix, b.Pix) }

func TestNewRefuses(t *testing.T) {
	if _, err := New(Options{Pixels: -1}); err == nil {
		t.Error("a negative limit")
	}
	if _, err := NewWriter(nil); err == nil {
		t.Error("no processor")
	}
	if _, err := NewWriter(newProcessor(t, Options{})); err == nil {
		t.Error("no box")
	}
}

func TestContract(t *testing.T) {
	box, folder := boxes.New(t, files.Options{})
	Try(t, os.Mkdir(filepath.Join(folder, "photos"), 0o700))
	Try(t, os.WriteFile(filepath.Join(folder, "photos/cat.jpg"), asJPEG(t, smooth(30, 20)), 0o600))
	p := newProcessor(t, Options{Box: box, Pixels: 200_000})
	w, err := NewWriter(p)
	Try(t, err)
	data := base64.StdEncoding.EncodeToString(asPNG(t, noise(5, 4, false)))
	for _, tool := range slices.Concat(ProcessorTools(p), WriterTools(w)) {
		t.Run(tool.Spec().Name, func(t *testing.T) {
			args := `{"data":"` + data + `","rotate":90,"grayscale":true`
			if tool.Spec().Name == ToolImageToFile {
				args += `,"save_as":"a.png"`
			}
			tooltest.Contract(t, tool, args+"}")
		})
	}
}

// What is done twice or four times, or to the whole picture, changes nothing.
func TestIdentities(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {1, 7}, {13, 1}, {3, 2}, {64, 65}, {130, 67}} {
		m := noise(size[0], size[1], false)
		data := asPNG(t, m)
		for name, args := range map[string]Object{
			"nothing":     {},
			"whole crop":  {"crop": Object{"x": 0, "y": 0, "width": size[0], "height": size[1]}},
			"same size":   {"resize": Object{"width": size[0], "height": size[1], "mode": "exact"}},
			"same width":  {"resize": Object{"width": size[0]}},
			"same filled": {"resize": Object{"width": size[0], "height": size[1], "mode": "fill"}},
		} {
			if !same(made(t, data, args), m) {
				t.Errorf("%v: %s changes it", size, name)
			}
		}
		for name, c := range map[string]struct {
			times int
			args  Object
		}{
			"rotated": {4, Object{"rotate": 90}}, "turned over": {2, Object{"rotate": 180}}, "turned back": {4, Object{"rotate": 270}},
			"mirrored": {2, Object{"flip": "horizontal"}}, "upside down": {2, Object{"flip": "vertical"}},
			"turned and mirrored": {2, Object{"rotate": 90, "flip": "vertical"}},
		} {
			now := m
			for i := range c.times {
				if now = made(t, asPNG(t, now), c.args); i == 0 && size == [2]int{3, 2} && same(now, m) {
					t.Errorf("%s once is nothing", name)
				}
			}
			if !same(now, m) {
				t.Errorf("%v: %s %d times changes it", size, name, c.times)
			}
		}
	}
	// And they do what their names say.
	m := noise(3, 2, true)
	for _, c := range []struct {
		args Object
		x, y int // where the pixel at 0, 0 is then
	}{{Object{"rotate": 90}, 1, 0}, {Object{"rotate": 180}, 2, 1}, {Object{"rotate": 270}, 0, 2}, {Object{"flip": "horizontal"}, 2, 0}, {Object{"flip": "vertical"}, 0, 1}, {Object{"rotate": 90, "flip": "horizontal"}, 0, 0}} {
		if got := made(t, asPNG(t, m), c.args); got.NRGBAAt(c.x, c.y) != m.NRGBAAt(0, 0) {
			t.Errorf("%v", c.args)
		}
	}
}

// The sizes that come out, and that they are refused where there is no picture of that size.
func TestResize(t *testing.T) {
	data := asPNG(t, smooth(300, 200))
	for _, c := range []struct {
		resize Object
		w, h   int
	}{
		{Object{"width": 150}, 150, 100},
		{Object{"height": 50}, 75, 50},
		{Object{"width": 600}, 600, 400},
		{Object{"width": 1}, 1, 1},
		{Object{"width": 90, "height": 90}, 90, 60},
		{Object{"width": 900, "height": 300}, 450, 300},
		{Object{"width": 90, "height": 90, "mode": "fill"}, 90, 90},
		{Object{"width": 10, "height": 90, "mode": "fill"}, 10, 90},
		{Object{"width": 500, "height": 3, "mode": "exact"}, 500, 3},
		{Object{"width": 7, "height": 700, "mode": "exact"}, 7, 700},
	} {
		if got := made(t, data, Object{"resize": c.resize}); got.Rect.Dx() != c.w || got.Rect.Dy() != c.h {
			t.Errorf("%v: %v", c.resize, got.Rect)
		}
	}
	// Filled, the middle is kept.
	if got := made(t, data, Object{"resize": Object{"width": 100, "height": 200, "mode": "fill"}}); !near(got, crop(smooth(300, 200), 100, 0, 100, 200), 0) {
		t.Error("another part than the middle")
	}
	p := newProcessor(t, Options{Pixels: 100_000})
	Refused(t, ask(t, p, data, Object{"resize": Object{}}), runtime.ClassInvalidArguments, "resize")
	Refused(t, ask(t, p, data, Object{"resize": Object{"width": 1000}}), runtime.ClassResourceExhausted, "resize: 1000 by 667 are more than 100000 pixels")
	Refused(t, ask(t, p, data, Object{"crop": Object{"x": 1, "y": 0, "width": 300, "height": 1}}), runtime.ClassInvalidArguments, "crop: expected a part of 300 by 200 pixels, got 300 by 1 from 1, 0")

	rng := rand.New(rand.NewPCG(7, 8))
	for range 300 { // the proportions stay, as far as whole pixels can say
		fw, fh, w, h := 1+rng.IntN(3000), 1+rng.IntN(3000), 1+rng.IntN(3000), 1+rng.IntN(3000)
		gw, gh, part, err := (&Resize{&w, &h, Fit}).of(image.Rect(0, 0, fw, fh))
		if err != nil || gw > w || gh > h || gw < 1 || gh < 1 || gw != w && gh != h || part != image.Rect(0, 0, fw, fh) {
			t.Fatalf("%d by %d into %d by %d: %d by %d of %v, %v", fw, fh, w, h, gw, gh, part, err)
		}
		if gw > 1 && gh > 1 && (abs(gw*fh-gh*fw) > max(fw, fh)) {
			t.Fatalf("%d by %d into %d by %d: %d by %d", fw, fh, w, h, gw, gh)
		}
		gw, gh, part, _ = (&Resize{&w, &h, Fill}).of(image.Rect(0, 0, fw, fh))
		if gw != w || gh != h || !part.In(image.Rect(0, 0, fw, fh)) || part.Empty() || part.Dx() != fw && part.Dy() != fh {
			t.Fatalf("%d by %d filling %d by %d: %d by %d of %v", fw, fh, w, h, gw, gh, part)
		}
	}
}

func abs(n int) int { return max(n, -n) }

// crop is a part of m, at 0, 0.
func crop(m *image.NRGBA, x, y, w, h int) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	for j := range h {
		for i := range w {
			out.SetNRGBA(i, j, m.NRGBAAt(x+i, y+j))
		}
	}
	return out
}

// near reports whether no byte of two pictures differs by more than that.
func near(a, b *image.NRGBA, by int) bool {
	return a.Rect == b.Rect && !slices.ContainsFunc(differences(a, b), func(d int) bool { return d > by })
}

func differences(a, b *image.NRGBA) []int {
	all := make([]int, len(a.Pix))
	for i := range all {
		all[i] = abs(int(a.Pix[i]) - int(b.Pix[i]))
	}
	return all
}

// What is scaled in strips is what the library makes of the whole, but for what rounding between the two directions changes.
func TestStrips(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 60 {
		w, h, toW, toH := 1+rng.IntN(300), 1+rng.IntN(300), 1+rng.IntN(300), 1+rng.IntN(300)
		m := smooth(w, h)
		got, err := scale(t.Context(), m, toW, toH)
		Try(t, err)
		if want := scaleWhole(m, toW, toH); !near(got, want, 2) {
			t.Errorf("%d by %d to %d by %d: off by %d", w, h, toW, toH, slices.Max(differences(got, want)))
		}
	}
}

// scaleWhole is the library's scaling of a whole picture at once.
func scaleWhole(m *image.NRGBA, w, h int) *image.NRGBA {
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.CatmullRom.Scale(out, out.Rect, m, m.Rect, draw.Src, nil)
	return &image.NRGBA{Pix: out.Pix, Stride: out.Stride, Rect: out.Rect}
}

func TestFormats(t *testing.T) {
	p := newProcessor(t, Options{})
	few := image.NewNRGBA(image.Rect(0, 0, 9, 5)) // three colors, one of which is none
	few.SetNRGBA(1, 1, color.NRGBA{255, 0, 0, 255})
	few.SetNRGBA(2, 1, color.NRGBA{0, 0, 255, 255})
	for name, data := range map[string][]byte{"png": asPNG(t, few), "gif": asGIF(t, few), "jpeg": asJPEG(t, few)} {
		got := Want[Processed](t, ask(t, p, data, nil))
		if got.Source.Format != name || string(got.Result.Format) != name || got.Source.Width != 9 || got.Source.Bytes != len(data) || (name == "gif") != (got.Source.Frames == 1) {
			t.Errorf("%s: %+v", name, got)
		}
		info := ask(t, p, data, Object{"info_only": true})
		if got := Want[Processed](t, info); got.Result != nil || info.Parts != nil || got.Source.Height != 5 {
			t.Errorf("%s: %+v", name, got)
		}
	}
	// A GIF keeps few colors and what is transparent; a JPEG has white there; gray is one byte a pixel.
	if got := made(t, asPNG(t, few), Object{"format": "gif"}); !same(got, few) {
		t.Error("a GIF of three colors")
	}
	if got := made(t, asPNG(t, few), Object{"format": "jpeg", "quality": 100}).NRGBAAt(8, 4); got.R < 250 || got.G < 250 || got.B < 250 {
		t.Errorf("a JPEG of nothing: %v", got)
	}
	if got := made(t, asPNG(t, noise(40, 40, false)), Object{"format": "gif"}); !got.Opaque() {
		t.Error("a GIF of many colors")
	}
	r := ask(t, p, asPNG(t, noise(8, 8, true)), Object{"grayscale": true})
	if m, err := png.Decode(bytes.NewReader(r.Parts[0].Data)); err != nil || m.ColorModel() != color.GrayModel {
		t.Errorf("gray: %v", err)
	}
	low, high := Want[Processed](t, ask(t, p, asPNG(t, smooth(99, 99)), Object{"format": "jpeg", "quality": 5})), Want[Processed](t, ask(t, p, asPNG(t, smooth(99, 99)), Object{"format": "jpeg", "quality": 95}))
	if low.Result.Bytes >= high.Result.Bytes {
		t.Errorf("quality: %d and %d bytes", low.Result.Bytes, high.Result.Bytes)
	}
	small := newProcessor(t, Options{Output: 1000, File: 5000})
	Refused(t, ask(t, small, asPNG(t, noise(30, 30, true)), nil), runtime.ClassResourceExhausted, "format: the png would have more than 1000 bytes", "jpeg")
	Refused(t, ask(t, small, asPNG(t, noise(99, 99, true)), nil), runtime.ClassResourceExhausted, "data: has", "at most 5000 are decoded")
	Refused(t, Call(t, ProcessorTools(p), ToolImageProcess, Object{"path": "a.png"}), runtime.ClassUnavailable, "path: there is no folder", "data")
	Refused(t, Call(t, ProcessorTools(p), ToolImageProcess, Object{}), runtime.ClassInvalidArguments, "path, data")
	Refused(t, Call(t, ProcessorTools(p), ToolImageProcess, Object{"data": "no base64"}), runtime.ClassInvalidArguments, "data: ")
}

// What is cropped goes on as a picture of its own would.
func TestAfterCrop(t *testing.T) {
	m := noise(70, 90, false)
	part := Object{"x": 11, "y": 13, "width": 40, "height": 50}
	alone, whole := asPNG(t, crop(m, 11, 13, 40, 50)), asPNG(t, m)
	for _, more := range []Object{
		{"format": "png"}, {"format": "jpeg"}, {"format": "gif"}, {"rotate": 90}, {"grayscale": true, "flip": "vertical"},
		{"resize": Object{"width": 20, "height": 33, "mode": "fill"}}, {"resize": Object{"width": 200, "height": 33, "mode": "fill"}, "format": "jpeg"},
		{"resize": Object{"width": 20}},
	} {
		want := made(t, alone, more)
		more["crop"] = part
		if got := made(t, whole, more); !same(got, want) {
			t.Errorf("%v: another picture", more)
		}
	}
}

func TestFiles(t *testing.T) {
	box, folder := boxes.New(t, files.Options{})
	p := newProcessor(t, Options{Box: box})
	w, err := NewWriter(p)
	Try(t, err)
	Try(t, os.WriteFile(filepath.Join(folder, "a.jpg"), asJPEG(t, smooth(40, 30)), 0o600))
	Try(t, os.WriteFile(filepath.Join(folder, "page.png"), []byte("<svg onload='x'/>"), 0o600))
	Try(t, os.Symlink("/etc/passwd", filepath.Join(folder, "out")))
	read := func(path string) runtime.Result {
		return Call(t, ProcessorTools(p), ToolImageProcess, Object{"path": path, "info_only": true})
	}
	if got := Want[Processed](t, read("a.jpg")); got.Source.Width != 40 || got.Source.Format != "jpeg" {
		t.Errorf("%+v", got)
	}
	Refused(t, read("page.png"), runtime.ClassFailed, "path: page.png is no PNG, JPEG, GIF, WebP or BMP")
	Refused(t, read("out"), runtime.ClassPermissionDenied, "leads out of the folder")
	Refused(t, read("../a.jpg"), runtime.ClassPermissionDenied, "path: ")

	save := func(args Object) runtime.Result {
		return Call(t, WriterTools(w), ToolImageToFile, args)
	}
	r := save(Object{"path": "a.jpg", "save_as": "small/a.png", "resize": Object{"width": 20}, "format": "png", "make_folders": true})
	got := Want[Saved](t, r)
	data, err := os.ReadFile(filepath.Join(folder, "small/a.png"))
	Try(t, err)
	if m, err := png.Decode(bytes.NewReader(data)); err != nil || m.Bounds() != image.Rect(0, 0, 20, 15) || r.Parts != nil || got.Result.Bytes != len(data) || !got.Created || got.SaveAs != "small/a.png" {
		t.Errorf("%+v, %v", got, err)
	}
	Refused(t, save(Object{"path": "a.jpg", "save_as": "small/a.png", "create_only": true}), runtime.ClassFailed, "save_as: small/a.png exists already")
	Refused(t, save(Object{"path": "a.jpg", "save_as": "out"}), runtime.ClassPermissionDenied, "save_as: out is a link")
	Refused(t, save(Object{"path": "a.jpg", "save_as": "/tmp/a.jpg"}), runtime.ClassPermissionDenied, "save_as: expected a path relative")
	Refused(t, save(Object{"path": "none.jpg", "save_as": "b.jpg"}), runtime.ClassFailed, "path: none.jpg does not exist")
	if got := Want[Saved](t, save(Object{"path": "a.jpg", "save_as": "a.jpg", "grayscale": true})); got.Created {
		t.Errorf("%+v", got)
	}
	for _, spec := range []*runtime.Spec{ProcessorTools(p)[0].Spec(), WriterTools(w)[0].Spec()} {
		if writes := spec.Name == ToolImageToFile; spec.ReadOnly == writes || spec.Additive == writes || spec.Access != runtime.Trusted {
			t.Errorf("%+v", spec)
		}
	}
}
