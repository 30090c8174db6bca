package images

import (
	"bytes"
	"encoding/json"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
)

// Pillow makes the same pictures of the same files.
func TestPillow(t *testing.T) {
	python := ""
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import PIL").Run() == nil {
			python = name
			break
		}
	}
	if python == "" {
		t.Skip("no python3 with Pillow is installed (apt install python3-pil): nobody else's opinion was asked")
	}
	folder := t.TempDir()
	out, err := exec.Command(python, "testdata/pillow.py", folder).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if len(out) > 0 {
		t.Log(string(out))
	}
	var cases []struct {
		Name, File    string
		Args          Object
		Width, Height int
		Pixels        string
		Near          int
		Mean          float64
	}
	data, err := os.ReadFile(filepath.Join(folder, "cases.json"))
	Try(t, err)
	Try(t, json.Unmarshal(data, &cases))
	for _, c := range cases {
		data, err := os.ReadFile(filepath.Join(folder, c.File))
		Try(t, err)
		pixels, err := os.ReadFile(filepath.Join(folder, c.Pixels))
		Try(t, err)
		want := &image.NRGBA{Pix: pixels, Stride: 4 * c.Width, Rect: image.Rect(0, 0, c.Width, c.Height)}
		got := made(t, data, c.Args)
		if got.Rect != want.Rect {
			t.Errorf("%s, %v: %v, Pillow has %v", c.Name, c.Args, got.Rect, want.Rect)
			continue
		}
		most, sum := 0, 0
		for i, d := range differences(got, want) {
			if i%4 == 3 || want.Pix[i|3] != 0 || strings.HasPrefix(c.Name, "lossless") { // where all is transparent the color is nobody's
				most, sum = max(most, d), sum+d
			}
		}
		if mean := float64(sum) / float64(len(pixels)); most > c.Near || c.Mean > 0 && mean > c.Mean {
			t.Errorf("%s, %v: off by %d at most and by %.2f on average", c.Name, c.Args, most, mean)
		}
	}
	t.Logf("%d pictures of Pillow", len(cases))
}

// The pictures that the decoders of x/image are tested with, and what they must look like.
func TestPicturesOfXImage(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/image").Output()
	folder := filepath.Join(strings.TrimSpace(string(out)), "testdata")
	if entries, _ := os.ReadDir(folder); err != nil || len(entries) == 0 {
		t.Skip("the module cache has no source of golang.org/x/image: its pictures were not read")
	}
	p := newProcessor(t, Options{})
	read, compared := 0, 0
	for _, pattern := range []string{"*.webp", "*.bmp", "*.png", "*.jpeg"} {
		names, err := filepath.Glob(filepath.Join(folder, pattern))
		Try(t, err)
		for _, name := range names {
			data, err := os.ReadFile(name)
			Try(t, err)
			r := ask(t, p, data, Object{"format": "png"})
			Want[Processed](t, r)
			read++
			base, lossless := strings.CutSuffix(name, ".lossless.webp")
			if !lossless {
				base = strings.TrimSuffix(name, ".bmp")
			}
			if base == name || strings.Contains(base, "skip-hgroup") || strings.HasSuffix(base, "video-001") { // the last is of a JPEG
				continue
			}
			twin, err := os.ReadFile(base + ".png")
			if err != nil {
				continue
			}
			if !alike(made(t, data, Object{"format": "png"}), made(t, twin, nil)) {
				t.Errorf("%s is not %s.png", filepath.Base(name), filepath.Base(base))
			}
			compared++
		}
	}
	if read < 40 || compared < 10 {
		t.Errorf("%d pictures read, %d compared", read, compared)
	}
	for _, name := range []string{"video-001.tiff", "no_rps.tiff"} {
		data, err := os.ReadFile(filepath.Join(folder, name))
		Try(t, err)
		if r := ask(t, p, data, nil); r.Err == nil || !bytes.Contains([]byte(r.Err.Message), []byte("is no PNG")) {
			t.Errorf("%s: %v", name, r.Err)
		}
	}
}

// alike reports whether two pictures look alike: where all is transparent the color is nobody's.
func alike(a, b *image.NRGBA) bool {
	for _, m := range []*image.NRGBA{a, b} {
		for i := 0; i < len(m.Pix); i += 4 {
			if m.Pix[i+3] == 0 {
				clear(m.Pix[i : i+3])
			}
		}
	}
	return same(a, b)
}
