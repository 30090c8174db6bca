package plots

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-analyze/charts"

	"github.com/toolgen/toolgen/runtime"
)

// Sizes of what is around the data.
const (
	margin    = 20   // pixels at each side
	titleSize = 16.0 // points of the title
	textSize  = 12.0 // points of other texts
	pieSize   = 10.0 // points of the labels of a pie
)

// drawing is one chart on its way to a picture.
type drawing struct {
	Chart
	texts
	theme  charts.ColorPalette
	title  string
	xTitle string
	yTitle string
	legend []string // nil where nobody has named a series
	out    Drawn
}

// draw returns the picture of a chart, and what was drawn.
func (p *Plotter) draw(ctx context.Context, c Chart) ([]byte, Drawn, error) {
	if err := c.check(); err != nil {
		return nil, Drawn{}, err
	}
	painter := charts.NewPainter(charts.PainterOptions{OutputFormat: string(c.Format), Width: c.Width, Height: c.Height, Font: p.font})
	d := &drawing{
		Chart: c, texts: texts{painter: painter, font: p.font, boxes: c.Format == PNG},
		theme: charts.GetTheme(charts.ThemeLight),
		out:   Drawn{Format: c.Format, Width: c.Width, Height: c.Height},
	}
	for _, s := range c.Series {
		for _, v := range s.Values {
			if v != nil {
				d.out.Points++
			}
		}
	}
	if err := d.fitTexts(); err != nil {
		return nil, Drawn{}, err
	}
	if err := d.kind(); err != nil {
		return nil, Drawn{}, err
	}
	if err := ctx.Err(); err != nil {
		return nil, Drawn{}, err
	}
	data, err := painter.Bytes()
	if err != nil {
		return nil, Drawn{}, err
	}
	d.out.Bytes, d.out.Notes = len(data), d.noted()
	return data, d.out, ctx.Err()
}

// fitTexts makes the texts of a chart fit, all but the labels.
func (d *drawing) fitTexts() error {
	d.title = d.fit("title", d.Title, titleSize, d.Width-2*margin)
	d.xTitle = d.fit("x_title", d.XTitle, textSize, d.Width-140)
	d.yTitle = d.fit("y_title", d.YTitle, textSize, d.Height-120)
	named := false
	names := make([]string, len(d.Series))
	for i, s := range d.Series {
		names[i] = d.fit(at(i)+".name", s.Name, textSize, max((d.Width-2*margin)/min(len(d.Series), 3)-iconWidth-nameGap, 40))
		named = named || names[i] != ""
	}
	if !named || d.Kind == Pie {
		return nil
	}
	d.legend = names
	if rows := d.legendRows(nil); rows*legendRow > d.Height/3 {
		return runtime.NewError(runtime.ClassInvalidArguments, "height: the names of "+strconv.Itoa(len(d.Series))+" series need "+strconv.Itoa(rows)+
			" lines, which do not fit into "+strconv.Itoa(d.Height)+" pixels; use a larger chart, shorter names or fewer series")
	}
	return nil
}

// kind draws the kind that the chart is of.
func (d *drawing) kind() error {
	switch {
	case d.Kind == Scatter || d.overX() || d.Kind == Line && d.longest() > 100:
		d.overNumbers()
		return nil
	case d.Kind == Line:
		return d.lines()
	case d.Kind == Bar:
		return d.bars()
	case d.Kind == Pie:
		return d.pie()
	}
	return d.histogram()
}

// values are those of all series, with the library's mark for gaps.
func (d *drawing) values() [][]float64 {
	all := make([][]float64, len(d.Series))
	for i, s := range d.Series {
		all[i] = make([]float64, len(s.Values))
		for j, v := range s.Values {
			if all[i][j] = charts.GetNullValue(); v != nil {
				all[i][j] = *v
			}
		}
	}
	return all
}

// labels are those that stand below the values, no wider than width: those that are given, or 1, 2, 3 ….
func (d *drawing) labels(width int) []string {
	labels := make([]string, d.longest())
	for i := range labels {
		if len(d.Labels) == 0 {
			labels[i] = strconv.Itoa(i + 1)
		} else {
			labels[i] = d.fit("labels["+strconv.Itoa(i)+"]", d.Labels[i], textSize, width)
		}
	}
	return labels
}

// categories is the axis of the labels.
func (d *drawing) categories() charts.CategoryAxisOption {
	return d.xAxis(d.labels(max(d.Height/4, (d.Width-100)/d.longest()-10)))
}

// xAxis is an axis of labels. Where they are too long to stand beside each other they are turned, as long as there is a line's
// height for each; otherwise the library leaves some out.
func (d *drawing) xAxis(labels []string) charts.CategoryAxisOption {
	axis := charts.CategoryAxisOption{Title: d.xTitle, Labels: labels}
	slot, widest := (d.Width-100)/len(labels), 0
	for _, label := range labels {
		widest = max(widest, d.wide(label, textSize))
	}
	switch {
	case widest <= slot-5:
		axis.LabelCount = len(labels)
	case slot >= 20:
		axis.LabelCount, axis.LabelRotation = len(labels), charts.DegreesToRadians(45)
	}
	return axis
}

// bounds are the least and the greatest of the values that are there.
func bounds(all [][]float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, values := range all {
		for _, v := range values {
			if v != charts.GetNullValue() {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
	}
	return lo, hi
}

// ticksIn is about how many ticks fit into so many pixels of height.
func ticksIn(height int) int { return min(max(height/50, 3), 10) }

// yAxis is an axis of numbers.
func (d *drawing) yAxis(s scale) []charts.YAxisOption {
	return []charts.YAxisOption{{
		Title: d.yTitle, Min: &s.lo, Max: &s.hi, LabelCount: s.ticks, PreferNiceIntervals: charts.Ptr(false), ValueFormatter: s.text,
	}}
}

func (d *drawing) titleOption() charts.TitleOption {
	return charts.TitleOption{Text: d.title, Offset: charts.OffsetCenter, FontStyle: charts.FontStyle{FontSize: titleSize}}
}

// legendOption puts the legend below the title.
func (d *drawing) legendOption() charts.LegendOption {
	o := charts.LegendOption{SeriesNames: d.legend, Show: charts.Ptr(d.legend != nil)}
	if d.title != "" {
		o.Offset.Top = "30"
	}
	return o
}

func (d *drawing) lines() error {
	values := d.values()
	o := charts.NewLineChartOptionWithData(values)
	o.Theme, o.Title, o.Legend = d.theme, d.titleOption(), d.legendOption()
	lo, hi := withZero(bounds(values))
	o.XAxis, o.YAxis = d.categories(), d.yAxis(newScale(lo, hi, ticksIn(d.Height-100)))
	return d.painter.LineChart(o)
}

func (d *drawing) bars() error {
	values := d.values()
	lo, hi := bounds(values)
	return d.barChart(values, d.categories(), newScale(min(lo, 0), max(hi, 0), ticksIn(d.Height-100)))
}

func (d *drawing) barChart(values [][]float64, categories charts.CategoryAxisOption, s scale) error {
	o := charts.NewBarChartOptionWithData(values)
	o.Theme, o.Title, o.Legend = d.theme, d.titleOption(), d.legendOption()
	o.CategoryAxis, o.ValueAxis = categories, d.yAxis(s)
	return d.painter.BarChart(o)
}

// pie draws parts of a sum, with the name and the share of each beside it.
func (d *drawing) pie() error {
	o := charts.NewPieChartOptionWithData(d.values()[0])
	o.Theme, o.Title, o.Legend = d.theme, d.titleOption(), d.legendOption()
	sum := o.SeriesList.SumSeries()
	widest := 0
	for i, label := range d.Labels {
		share := charts.FormatValueHumanize(o.SeriesList[i].Value/sum*100, 1, false) + "%"
		text := strings.TrimPrefix(d.fit("labels["+strconv.Itoa(i)+"]", label, pieSize, d.Width/6)+" "+share, " ")
		o.SeriesList[i].Label.LabelFormatter = func(int, string, float64) (string, *charts.LabelStyle) { return text, nil }
		widest = max(widest, d.wide(text, pieSize))
	}
	// What the library puts between the pie and a label is 33 pixels wide, 13 where the pie is small.
	radius := min(float64(d.Height-2*margin-80)*0.4, float64(d.Width/2-margin-33-widest))
	o.Radius = strconv.Itoa(max(int(radius), 20))
	return d.painter.PieChart(o)
}

// histogram draws bars of how many values are in each of equal ranges. Without a wish there are as many as the rule of Sturges
// says, the binary logarithm of the number of values and one more.
func (d *drawing) histogram() error {
	var values []float64
	for _, v := range d.Series[0].Values {
		if v != nil {
			values = append(values, *v)
		}
	}
	n := int(math.Ceil(math.Log2(float64(len(values))))) + 1
	if d.Bins != nil {
		n = *d.Bins
	}
	lo, hi := bounds([][]float64{values})
	s := newScale(lo, hi, n+1)
	bins := make([]Bin, s.ticks-1)
	for i := range bins {
		bins[i].From, bins[i].To = s.tick(i), s.tick(i+1)
	}
	for _, v := range values {
		i := min(max(int((v-s.lo)/s.step), 0), len(bins)-1)
		for i > 0 && v < bins[i].From {
			i--
		}
		for i < len(bins)-1 && v >= bins[i].To {
			i++
		}
		bins[i].Count++
	}
	counts := make([]float64, len(bins))
	labels := make([]string, len(bins))
	for i, bin := range bins {
		counts[i], labels[i] = float64(bin.Count), s.text(bin.From)+" – "+s.text(bin.To)
	}
	d.out.Bins = bins
	y := newScale(0, slices.Max(counts), ticksIn(d.Height-100))
	if y.step < 1 { // there are no halves of a value
		y = scale{0, slices.Max(counts), 1, int(slices.Max(counts)) + 1}
	}
	return d.barChart([][]float64{counts}, d.xAxis(labels), y)
}
