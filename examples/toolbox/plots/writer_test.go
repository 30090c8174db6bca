package plots

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/examples/toolbox/files"
	"github.com/toolgen/toolgen/examples/toolbox/internal/boxes"
	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
)

func TestToFile(t *testing.T) {
	box, folder := boxes.New(t, files.Options{Write: 60_000})
	writer, err := NewWriter(newPlotter(t), box)
	Try(t, err)
	write := func(path string, more Object) runtime.Result {
		args := Object{"path": path, "kind": "line", "series": []Object{{"values": []int{1, 2}}}}
		for key, value := range more {
			args[key] = value
		}
		return Call(t, WriterTools(writer), ToolPlotToFile, args)
	}
	got := Want[PlottedFile](t, write("charts/a.png", Object{"make_folders": true}))
	data, err := os.ReadFile(filepath.Join(folder, "charts/a.png"))
	Try(t, err)
	if _, err := png.Decode(bytes.NewReader(data)); err != nil || got.Path != "charts/a.png" || !got.Created || got.Bytes != len(data) || got.Points != 2 || got.Width != 800 {
		t.Errorf("%+v, %v", got, err)
	}
	if r := write("charts/a.png", nil); r.Parts != nil || Want[PlottedFile](t, r).SHA256 != got.SHA256 {
		t.Errorf("the second time: %s", r.Output())
	}
	Refused(t, write("charts/a.png", Object{"create_only": true}), runtime.ClassFailed, "exists already")
	Refused(t, write("none/a.png", nil), runtime.ClassFailed, "make_folders")
	Refused(t, write("../a.png", nil), runtime.ClassPermissionDenied, "path: ")
	Refused(t, write("b.svg", Object{"kind": "scatter", "format": "svg", "series": []Object{{"x": numbers(2000), "values": numbers(2000)}}}), runtime.ClassResourceExhausted, "path: b.svg would have", "at most 60000")
	Refused(t, write("b.png", Object{"kind": "pie"}), runtime.ClassInvalidArguments, "labels: expected 2")
	Try(t, os.Symlink("/etc/passwd", filepath.Join(folder, "link")))
	Refused(t, write("link", nil), runtime.ClassPermissionDenied, "link")
	if spec := WriterTools(writer)[0].Spec(); spec.ReadOnly || spec.Additive || spec.Access != runtime.Trusted {
		t.Errorf("%+v", spec)
	}
}
