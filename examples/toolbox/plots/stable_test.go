package plots

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"image"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"runtime"
	"testing"

	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
)

// golden are the hashes of the charts in kinds: of the pixels of the PNG, because its bytes depend on how Go compresses, and of
// the SVG. On machines that fuse a multiplication and an addition a pixel may be another, so they hold on amd64.
var golden = map[string][2]string{
	"line":                  {"449f0b24fafcc9f7", "d48244514decdc6c"},
	"line over x":           {"8cdca9152541ad15", "1620238970804792"},
	"line over many labels": {"f364fb93c49ce31c", "10fe16850bfc220d"},
	"bar":                   {"3b14cb0f697daec5", "e3cebd471335e89f"},
	"bar with long labels":  {"29a99e456aeb2a72", "89521365dc3c96a2"},
	"scatter":               {"929d56e88d7a36c3", "5ea2438538848b6b"},
	"pie":                   {"a3d4074cb28638a4", "8af889b52c61f372"},
	"histogram":             {"2b8ef7c6a15ba4d5", "6cd1cdefaec9dccc"},
}

// inChild makes the child of TestStable print the hashes of all files.
const inChild = "TOOLBOX_PLOTS_HASHES"

// The same chart is the same file: twice in a process, in another process, and today as on the day of its golden hash.
func TestStable(t *testing.T) {
	files := map[string]string{}
	for _, c := range kinds {
		for _, format := range []string{"png", "svg"} {
			var last []byte
			for range 2 {
				data := file(t, c.args, format)
				if last != nil && !bytes.Equal(last, data) {
					t.Errorf("%s: another %s the second time", c.name, format)
				}
				last = data
			}
			files[c.name+" "+format] = hash(last)
			if want := golden[c.name]; runtime.GOARCH == "amd64" {
				if format == "png" && pixels(t, last) != want[0] || format == "svg" && hash(last) != want[1] {
					t.Errorf("%q: {%q, %q},", c.name, pixels(t, file(t, c.args, "png")), hash(file(t, c.args, "svg")))
				}
			}
		}
	}
	if os.Getenv(inChild) != "" {
		Try(t, json.NewEncoder(os.Stdout).Encode(files))
		return
	}
	child := exec.Command(os.Args[0], "-test.run=^TestStable$")
	child.Env = append(os.Environ(), inChild+"=1")
	out, err := child.Output()
	Try(t, err)
	var others map[string]string
	Try(t, json.NewDecoder(bytes.NewReader(out)).Decode(&others))
	for name, hash := range files {
		if others[name] != hash {
			t.Errorf("%s: another process has drawn %s, not %s", name, others[name], hash)
		}
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("the golden hashes are those of amd64: compared were two runs and two processes")
	}
}

// file is the picture of a chart.
func file(t testing.TB, args Object, format string) []byte {
	t.Helper()
	with := Object{"format": format}
	for key, value := range args {
		with[key] = value
	}
	r := ask(t, with)
	if got := Want[Plotted](t, r); format == "svg" {
		return []byte(got.SVG)
	}
	return r.Parts[0].Data
}

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

func pixels(t testing.TB, data []byte) string {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(data))
	Try(t, err)
	flat := image.NewRGBA(picture.Bounds())
	draw.Draw(flat, flat.Bounds(), picture, image.Point{}, draw.Src)
	return hash(flat.Pix)
}
