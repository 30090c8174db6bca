// Package plots has the tools plot_data and plot_to_file, which draw charts.
//
//	plotter, err := plots.New(plots.Options{})
//	err = reg.Register(plots.PlotterTools(plotter))
//
//	writer, err := plots.NewWriter(plotter, box) // a folder: see package files
//	err = reg.Register(plots.WriterTools(writer))
//
// plot_data is a function of its arguments alone: it reads no file, no clock and no environment, and the same chart is the
// same bytes each time. plot_to_file is another tool, because it changes something.
//
// Charts are drawn with the fonts that the library has built in, which know the Latin, Greek and Cyrillic alphabets and common
// symbols. Characters that no font has are named in the result; Options.Font is for those who need others.
//
//tool:defaults category=specialized openworld=false timeout=20s names=snake
package plots

import (
	"context"
	"errors"
	"strconv"

	"github.com/go-analyze/charts"
	"github.com/golang/freetype/truetype"

	"github.com/toolgen/toolgen/runtime"
)

//go:generate go tool toolgen

// Options are what a [Plotter] draws with.
type Options struct {
	// Font is a TrueType font (with glyf outlines, not those of CFF) that texts are written in; nil is the Noto Sans of the
	// library, which also stands in for characters that Font lacks.
	Font []byte
}

// Plotter draws charts. It has no state but its font, and is safe for concurrent use.
type Plotter struct{ font *truetype.Font }

// New returns a Plotter. It is an error if the font cannot be read.
func New(o Options) (*Plotter, error) {
	if o.Font == nil {
		return &Plotter{charts.GetFont(charts.FontFamilyNotoSans)}, nil
	}
	font, err := truetype.Parse(o.Font)
	if err != nil {
		return nil, errors.New("plots.New: the font is no TrueType font: " + err.Error())
	}
	return &Plotter{font}, nil
}

// Kind is a kind of chart.
type Kind string

// The kinds.
const (
	Line      Kind = "line"      // values joined by lines, over labels or over x
	Bar       Kind = "bar"       // a bar for each value, over labels
	Scatter   Kind = "scatter"   // a dot for each pair of x and value
	Pie       Kind = "pie"       // one series as parts of its sum, one for each of labels
	Histogram Kind = "histogram" // how many values of one series fall into each of equal ranges
)

// Format is a format of pictures.
type Format string

// The formats.
const (
	PNG Format = "png" // a picture
	SVG Format = "svg" // text, for programs and web pages that draw it
)

// Series is a list of values that belong together.
type Series struct {
	//tool:max=100
	Name string `json:"name,omitempty"` // shown in the legend
	//tool:min=1 max=10000 items.nullable
	Values []*float64 `json:"values"` // in order; null is a gap
	//tool:max=10000
	X []float64 `json:"x,omitempty"` // of scatter, and of line in place of labels: where each value is on the x axis
}

// Chart is what is drawn.
type Chart struct {
	Kind Kind `json:"kind"` // what kind of chart
	//tool:min=1 max=20
	Series []Series `json:"series"` // the data
	//tool:max=1000 items.max=100
	Labels []string `json:"labels,omitempty"` // of line, bar and pie: what each value belongs to, such as months; left out of line and bar they are 1, 2, 3 …
	//tool:max=200
	Title string `json:"title,omitempty"` // above the chart
	//tool:max=100
	XTitle string `json:"x_title,omitempty"` // below the x axis
	//tool:max=100
	YTitle string `json:"y_title,omitempty"` // beside the y axis, such as the unit
	//tool:min=1 max=100
	Bins *int `json:"bins,omitempty"` // of histogram: about how many ranges, whose bounds are round numbers
	//tool:default=png
	Format Format `json:"format"` // of the picture
	//tool:default=800 min=200 max=2000
	Width int `json:"width"` // pixels
	//tool:default=500 min=200 max=2000
	Height int `json:"height"` // pixels
}

// Drawn says what was drawn.
type Drawn struct {
	Format Format `json:"format"`          // of the picture
	Width  int    `json:"width"`           // pixels
	Height int    `json:"height"`          // pixels
	Bytes  int    `json:"bytes"`           // of the picture
	Points int    `json:"points"`          // values that are drawn; gaps are not
	Bins   []Bin  `json:"bins,omitempty"`  // of a histogram
	Notes  []Note `json:"notes,omitempty"` // what is drawn otherwise than it was given
}

// Plotted is what plot_data returns.
type Plotted struct {
	Drawn
	SVG string `json:"svg,omitempty"` // the picture, where format is svg
}

// Bin is a range of a histogram.
type Bin struct {
	From  float64 `json:"from"`  // the least value in it
	To    float64 `json:"to"`    // the bound above it, which is in the next one, or in the last one
	Count int     `json:"count"` // values in it
}

// Note says what is drawn otherwise than it was given.
type Note struct {
	Path string `json:"path"` // of the text, such as labels[2]
	Note string `json:"note"` // what was done
}

// maxSVG is how many bytes of SVG a model is given.
const maxSVG = 256 << 10

// Plot draws a chart: lines, bars, dots, a pie or a histogram. A PNG comes as a picture, an SVG as text. Labels that do not fit beside each
// other are left out, texts that are too long for their place end in an ellipsis.
//
//tool:name=plot_data access=public readonly idempotent esttime=100ms estmemory=64MiB
//tool:example {"kind":"bar","title":"Sales","labels":["May","June"],"series":[{"values":[12,19]}],"y_title":"EUR 1000"}
//tool:example {"kind":"scatter","series":[{"name":"a","x":[1,2.5,3],"values":[4,3.5,9]}],"format":"svg"}
//tool:limitation Text is laid out from left to right, one character after the other; Arabic and Indic scripts are not shaped.
func (p *Plotter) Plot(ctx context.Context, chart Chart) (plotted Plotted, picture *runtime.Image, err error) {
	data, drawn, err := p.draw(ctx, chart)
	switch {
	case err != nil:
		return Plotted{}, nil, err
	case chart.Format == PNG:
		return Plotted{Drawn: drawn}, &runtime.Image{Data: data, MIME: "image/png"}, nil
	case len(data) > maxSVG:
		return Plotted{}, nil, runtime.NewError(runtime.ClassResourceExhausted, "format: the svg has "+strconv.Itoa(len(data))+
			" bytes, at most "+strconv.Itoa(maxSVG)+" can be returned; use png, or draw fewer values")
	}
	return Plotted{drawn, string(data)}, nil, nil
}
