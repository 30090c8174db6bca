package plots

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/goregular"

	"github.com/toolgen/toolgen/examples/toolbox/files"
	"github.com/toolgen/toolgen/examples/toolbox/internal/boxes"
	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/tooltest"
)

func newPlotter(t testing.TB) *Plotter {
	t.Helper()
	p, err := New(Options{})
	Try(t, err)
	return p
}

func ask(t testing.TB, args any) runtime.Result {
	t.Helper()
	return Call(t, PlotterTools(newPlotter(t)), ToolPlotData, args)
}

// numbers are n numbers that look like measured ones.
func numbers(n int) []float64 {
	rng := rand.New(rand.NewPCG(1, 2))
	values := make([]float64, n)
	for i := range values {
		values[i] = math.Round(rng.NormFloat64()*1000) / 10
	}
	return values
}

// shuffled are numbers(n) in another order.
func shuffled(n int) []float64 {
	values := numbers(n)
	rand.New(rand.NewPCG(3, 4)).Shuffle(n, func(i, j int) { values[i], values[j] = values[j], values[i] })
	return values
}

// words are n different texts.
func words(n int, text string) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprint(text, i+1)
	}
	return all
}

func TestNewRefuses(t *testing.T) {
	if _, err := New(Options{Font: []byte("OTTO and more")}); err == nil || !strings.Contains(err.Error(), "TrueType") {
		t.Error(err)
	}
	box, _ := boxes.New(t, files.Options{})
	if _, err := NewWriter(nil, box); err == nil {
		t.Error("no plotter")
	}
	if _, err := NewWriter(newPlotter(t), nil); err == nil {
		t.Error("no box")
	}
}

// A font of the host's is drawn with, and stands in an SVG; what it lacks comes from those of the library.
func TestFontOfTheHost(t *testing.T) {
	p, err := New(Options{Font: goregular.TTF})
	Try(t, err)
	args := Object{"kind": "bar", "title": "Grüße ✓ 東", "series": []Object{{"values": []int{1}}}}
	r := Call(t, PlotterTools(p), ToolPlotData, args)
	if notes := Want[Plotted](t, r).Notes; len(notes) != 1 || !strings.Contains(notes[0].Note, "lack 東,") || bytes.Equal(r.Parts[0].Data, ask(t, args).Parts[0].Data) {
		t.Errorf("%v", notes)
	}
	args["format"] = "svg"
	if svg := Want[Plotted](t, Call(t, PlotterTools(p), ToolPlotData, args)).SVG; !strings.Contains(svg, "font-family:'Go'") {
		t.Error(svg)
	}
}

// There are at most so many notes, and a word of the others.
func TestManyNotes(t *testing.T) {
	notes := Want[Plotted](t, ask(t, Object{"kind": "line", "labels": words(50, "a\n"), "series": []Object{{"values": numbers(50)}}})).Notes
	if len(notes) != maxNotes+1 || notes[0].Path != "labels[0]" || notes[maxNotes] != (Note{"notes", "30 more are left out"}) {
		t.Errorf("%v", notes)
	}
}

func TestContract(t *testing.T) {
	box, _ := boxes.New(t, files.Options{})
	writer, err := NewWriter(newPlotter(t), box)
	Try(t, err)
	for _, tool := range slices.Concat(PlotterTools(newPlotter(t)), WriterTools(writer)) {
		t.Run(tool.Spec().Name, func(t *testing.T) { tooltest.Contract(t, tool) })
	}
}

// kinds are a chart of each kind, and of each way to draw it.
var kinds = []struct {
	name   string
	args   Object
	points int
}{
	{"line", Object{"kind": "line", "title": "Temperature", "labels": []string{"Jan", "Feb", "Mar"}, "x_title": "month", "y_title": "°C",
		"series": []Object{{"name": "Oslo", "values": []any{-4.5, nil, 3}}, {"name": "Αθήνα", "values": []any{9, 10, 12.5}}}}, 5},
	{"line over x", Object{"kind": "line", "title": "Wear", "x_title": "hours", "series": []Object{{"name": "a", "x": []float64{1, 2, 5, 30}, "values": []any{4, 3.5, nil, 2}}}}, 3},
	{"line over many labels", Object{"kind": "line", "title": "Days", "y_title": "°C", "x_title": "day", "labels": words(365, "2026-"), "series": []Object{{"values": numbers(365)}, {"name": "b", "values": shuffled(365)}}}, 730},
	{"bar", Object{"kind": "bar", "series": []Object{{"name": "North", "values": []float64{12, 19, -3}}, {"name": "South", "values": []float64{1200.5, 19, 3}}}}, 6},
	{"bar with long labels", Object{"kind": "bar", "labels": words(12, "a town with a long name "), "series": []Object{{"values": numbers(12)}}}, 12},
	{"scatter", Object{"kind": "scatter", "title": "Dots", "series": []Object{{"name": "all", "x": numbers(300), "values": shuffled(300)}}}, 300},
	{"pie", Object{"kind": "pie", "title": "Shares", "labels": []string{"May", "June", "rest"}, "series": []Object{{"values": []float64{12, 19, 0.5}}}}, 3},
	{"histogram", Object{"kind": "histogram", "y_title": "people", "series": []Object{{"values": numbers(200)}}}, 200},
}

// Every kind is a picture of the size that was asked for, in both formats and from the smallest to the largest.
func TestKinds(t *testing.T) {
	for _, c := range kinds {
		t.Run(c.name, func(t *testing.T) {
			for _, size := range [][2]int{{800, 500}, {330, 200}, {2000, 2000}} {
				args := Object{"width": size[0], "height": size[1]}
				for key, value := range c.args {
					args[key] = value
				}
				r := ask(t, args)
				got := Want[Plotted](t, r)
				picture, err := png.Decode(bytes.NewReader(r.Parts[0].Data))
				Try(t, err)
				if b := picture.Bounds(); b.Dx() != size[0] || b.Dy() != size[1] || got.Points != c.points || got.Bytes != len(r.Parts[0].Data) || got.SVG != "" || got.Format != PNG {
					t.Errorf("%v: %+v", b, got)
				}
				args["format"] = "svg"
				r = ask(t, args)
				if got := Want[Plotted](t, r); r.Parts != nil || !strings.HasPrefix(got.SVG, "<svg ") || !strings.Contains(got.SVG, fmt.Sprintf(`viewBox="0 0 %d %d"`, size[0], size[1])) {
					t.Errorf("%+v", got)
				}
			}
		})
	}
}

// The ways in which data does not fit together, and what a model is told.
func TestRefuses(t *testing.T) {
	values := func(n int) []Object { return []Object{{"values": numbers(n)}} }
	for _, c := range []struct {
		name  string
		args  Object
		texts []string
	}{
		{"unlike labels", Object{"kind": "line", "labels": []string{"a", "b"}, "series": append(values(2), values(3)...)}, []string{"series[1].values: expected 2 values, one for each of labels, got 3"}},
		{"unlike series", Object{"kind": "bar", "series": append(values(2), values(3)...)}, []string{"series[0].values: expected 3 values, as many as the longest series has, got 2", "null"}},
		{"bars too thin", Object{"kind": "bar", "series": values(500)}, []string{"series: expected at most 132", "line"}},
		{"too many labels", Object{"kind": "line", "series": values(1001)}, []string{"at most 1000 values over labels", "give x"}},
		{"too many values", Object{"kind": "histogram", "series": append(values(9000), values(1001)...)}, []string{"at most 10000 values in all, got 10001", "expected 1 for a histogram, got 2"}},
		{"nothing", Object{"kind": "line", "series": []Object{{"values": []any{nil, nil}}}}, []string{"series: expected a value that is not null"}},
		{"too large", Object{"kind": "line", "series": []Object{{"values": []float64{1, 1e101}}}}, []string{"series[0].values[1]: expected a number from -1e100 to 1e100, got 1e+101"}},
		{"scatter without x", Object{"kind": "scatter", "series": values(3)}, []string{"series[0].x: expected 3 numbers, one for each of values, got 0"}},
		{"scatter with labels", Object{"kind": "scatter", "labels": []string{"a"}, "series": []Object{{"x": []int{1}, "values": []int{1}}}}, []string{"labels: expected nothing for a scatter"}},
		{"labels and x", Object{"kind": "line", "labels": []string{"a"}, "series": []Object{{"x": []int{1}, "values": []int{1}}}}, []string{"labels: expected labels or x"}},
		{"x of bars", Object{"kind": "bar", "series": []Object{{"x": []int{1}, "values": []int{1}}}}, []string{"series[0].x: expected nothing for a bar"}},
		{"negative part", Object{"kind": "pie", "labels": []string{"a", "b"}, "series": []Object{{"values": []any{-1, nil}}}}, []string{"series[0].values[0]: expected no less than 0", "series[0].values[1]: expected a number"}},
		{"no sum", Object{"kind": "pie", "labels": []string{"a"}, "series": []Object{{"values": []any{0}}}}, []string{"expected a sum above 0"}},
		{"pie without labels", Object{"kind": "pie", "series": []Object{{"values": []any{1}}}}, []string{"labels: expected 1, one for each"}},
		{"small pie", Object{"kind": "pie", "width": 200, "labels": []string{"a"}, "series": []Object{{"values": []any{1}}}}, []string{"width: expected at least 320"}},
		{"many parts", Object{"kind": "pie", "labels": words(26, "p"), "series": []Object{{"values": slices.Repeat([]int{1}, 26)}}}, []string{"series[0].values: expected at most 25 parts in 500 pixels, got 26"}},
		{"bins of lines", Object{"kind": "line", "bins": 3, "series": values(3)}, []string{"bins: expected nothing for a line"}},
		{"names and no room", Object{"kind": "line", "width": 200, "height": 200, "series": slices.Repeat([]Object{{"name": "a rather long name", "values": []int{1}}}, 20)}, []string{"height: the names of 20 series need"}},
		{"a large text", Object{"kind": "scatter", "format": "svg", "series": []Object{{"x": numbers(9000), "values": numbers(9000)}}}, []string{"format: the svg has", "use png"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			class := runtime.ClassInvalidArguments
			if c.name == "a large text" {
				class = runtime.ClassResourceExhausted
			}
			Refused(t, ask(t, c.args), class, c.texts...)
		})
	}
}

// Those who call the method are told what the schema tells a model.
func TestRefusesInGo(t *testing.T) {
	nan := math.NaN()
	_, _, err := newPlotter(t).Plot(context.Background(), Chart{Kind: "area", Width: 100, Height: 3000, Format: "gif", Bins: new(101),
		Series: []Series{{Values: []*float64{&nan}, X: []float64{math.Inf(1)}}}})
	for _, text := range []string{"kind: expected line, bar", "width: expected 200 to 2000, got 100", "height: ", "format: ", "bins: ", "values[0]: expected a number from -1e100 to 1e100, got NaN; null is a gap", "x[0]: expected a number from -1e100 to 1e100, got +Inf"} {
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v lacks %q", err, text)
		}
	}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	one := 1.0
	if _, _, err := newPlotter(t).Plot(over, Chart{Kind: Line, Width: 200, Height: 200, Format: PNG, Series: []Series{{Values: []*float64{&one}}}}); err != context.Canceled {
		t.Errorf("after the end: %v", err)
	}
}

// Every value is in the range that says so, and the ranges follow each other.
func TestBins(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		values := make([]float64, 1+rng.IntN(300))
		spread := math.Pow(10, float64(rng.IntN(20)-10))
		for i := range values {
			values[i] = (rng.Float64() - 0.3) * spread
			if rng.IntN(3) == 0 {
				values[i] = math.Round(values[i]/spread*10) / 10 * spread // on a bound
			}
		}
		args := Object{"kind": "histogram", "format": "svg", "width": 200, "height": 200, "series": []Object{{"values": values}}}
		if rng.IntN(2) == 0 {
			args["bins"] = 1 + rng.IntN(30)
		}
		bins := Want[Plotted](t, ask(t, args)).Bins
		for i, bin := range bins {
			count := 0
			for _, v := range values {
				if v >= bin.From && (v < bin.To || i == len(bins)-1) || i == 0 && v < bin.From {
					count++
				}
			}
			if count != bin.Count || bin.From >= bin.To || i > 0 && bin.From != bins[i-1].To {
				t.Fatalf("bin %d of %v has %d: %v", i, bins, count, values)
			}
		}
	}
}
