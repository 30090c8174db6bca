package plots

import (
	"math"

	"github.com/go-analyze/charts"
)

// This file draws dots and lines over numbers, and lines over many labels. The library has an x axis for labels only, and draws a line
// in a time that grows with the square of its points; so the axes, the title and the legend are drawn here, with its painter.

// Sizes of the legend.
const (
	iconWidth  = 34 // pixels before a name
	nameGap    = 20 // pixels behind it
	legendRow  = 20 // pixels of height
	dotRadius  = 3.0
	lineWidth  = 2.0
	tickLength = 5
)

// legendRows lays out the names of the legend in centered rows, and returns how many they are. It calls place, unless nil, with
// the left end of each.
func (d *drawing) legendRows(place func(i, row, x int)) int {
	width := func(i int) int { return iconWidth + d.wide(d.legend[i], textSize) }
	row := 0
	for from := 0; from < len(d.legend); row++ {
		to, wide := from, -nameGap
		for ; to < len(d.legend); to++ {
			w := nameGap + width(to)
			if to > from && wide+w > d.Width-2*margin {
				break
			}
			wide += w
		}
		x := (d.Width - wide) / 2
		for ; from < to; from++ {
			if place != nil {
				place(from, row, x)
			}
			x += width(from) + nameGap
		}
	}
	return row
}

// plot is the rectangle of the data, with its axes.
type plot struct {
	left, top, right, bottom int
	x, y                     scale
	xText                    func(float64) string // of a tick
}

// across is where x is drawn, and up where y is.
func (f *plot) across(x float64) int {
	return f.left + int(math.Round(f.x.at(x)*float64(f.right-f.left)))
}
func (f *plot) up(y float64) int {
	return f.bottom - int(math.Round(f.y.at(y)*float64(f.bottom-f.top)))
}

// overNumbers draws a scatter chart, or lines over x or over many labels.
func (d *drawing) overNumbers() {
	p := d.painter
	background := d.theme.GetBackgroundColor()
	p.FilledRect(0, 0, d.Width, d.Height, background, background, 0)
	top := margin
	if d.title != "" {
		style := d.style(titleSize, d.theme.GetTitleTextColor())
		box := p.MeasureText(d.title, 0, style)
		top += box.Height()
		p.Text(d.title, (d.Width-box.Width())/2, top, 0, style)
		top += 10
	}
	rows := d.legendRows(func(i, row, x int) { d.legendEntry(i, x, top+row*legendRow+legendRow/2) })
	f := d.axes(top + rows*legendRow + 10)
	for i, s := range d.Series {
		color := d.theme.GetSeriesColor(i)
		var run []charts.Point // of values without a gap between them
		for j, v := range s.Values {
			if v == nil {
				d.run(run, color)
				run = run[:0]
			} else {
				run = append(run, charts.Point{X: f.across(d.x(i, j)), Y: f.up(*v)})
			}
		}
		d.run(run, color)
	}
}

// pieces is how many points are drawn at once. The rasterizer keeps what a path covers in lists that it walks from their
// beginning, so a long path takes a time that grows with the square of its length.
const pieces = 20

// run draws points that are not apart.
func (d *drawing) run(points []charts.Point, color charts.Color) {
	for len(points) > 0 {
		n := min(len(points), pieces)
		if d.Kind == Scatter {
			d.painter.Dots(points[:n], color, color, 1, dotRadius)
		} else {
			d.painter.LineStroke(points[:n], color, lineWidth)
			if n < len(points) {
				n-- // the next piece begins where this one ends
			}
		}
		points = points[n:]
	}
}

// x is where value j of series i is.
func (d *drawing) x(i, j int) float64 {
	if x := d.Series[i].X; len(x) > 0 {
		return x[j]
	}
	return float64(j + 1)
}

func (d *drawing) style(size float64, color charts.Color) charts.FontStyle {
	return charts.FontStyle{FontSize: size, FontColor: color, Font: d.font}
}

// legendEntry draws the sign and the name of series i, at the height of y.
func (d *drawing) legendEntry(i, x, y int) {
	color := d.theme.GetSeriesColor(i)
	if middle := (charts.Point{X: x + (iconWidth-4)/2, Y: y}); d.Kind == Scatter {
		d.painter.Dots([]charts.Point{middle}, color, color, 1, dotRadius+1)
	} else {
		d.painter.LineStroke([]charts.Point{{X: x, Y: y}, {X: x + iconWidth - 6, Y: y}}, color, lineWidth+1)
	}
	style := d.style(textSize, d.theme.GetLegendTextColor())
	d.painter.Text(d.legend[i], x+iconWidth, y+d.painter.MeasureText("0", 0, style).Height()/3, 0, style)
}

// axes draws the axes of a plot that begins at top, and returns it.
func (d *drawing) axes(top int) *plot {
	p := d.painter
	xStyle, yStyle := d.style(textSize, d.theme.GetXAxisTextColor()), d.style(textSize, d.theme.GetYAxisTextColor())
	high := p.MeasureText("0", 0, xStyle).Height()
	f := &plot{left: margin, top: top, right: d.Width - margin, bottom: d.Height - margin - tickLength - high}
	if d.xTitle != "" {
		p.Text(d.xTitle, (d.Width-d.wide(d.xTitle, textSize))/2, d.Height-margin+high/2, 0, xStyle)
		f.bottom -= high
	}
	if d.yTitle != "" {
		long := d.wide(d.yTitle, textSize)
		p.Text(d.yTitle, margin+high/2, (f.top+f.bottom+long)/2, charts.DegreesToRadians(270), yStyle)
		f.left += high + 5
	}

	lo, hi := bounds(d.values())
	if d.Kind == Line {
		lo, hi = withZero(lo, hi)
	}
	f.y = newScale(lo, hi, ticksIn(f.bottom-f.top))
	wide := 0
	for i := range f.y.ticks {
		wide = max(wide, d.wide(f.y.text(f.y.tick(i)), textSize))
	}
	f.left += wide + 8
	for i := range f.y.ticks {
		text, at := f.y.text(f.y.tick(i)), f.up(f.y.tick(i))
		p.Text(text, f.left-8-d.wide(text, textSize), at+high/3, 0, yStyle)
		p.LineStroke([]charts.Point{{X: f.left, Y: at}, {X: f.right, Y: at}}, d.theme.GetAxisSplitLineColor(), 1)
	}

	if d.Kind == Scatter || d.overX() {
		d.xScale(f)
	} else {
		d.xLabels(f)
	}
	p.LineStroke([]charts.Point{{X: f.left, Y: f.bottom}, {X: f.right, Y: f.bottom}}, d.theme.GetXAxisStrokeColor(), 1)
	for i := range f.x.ticks {
		text, at := f.xText(f.x.tick(i)), f.across(f.x.tick(i))
		p.LineStroke([]charts.Point{{X: at, Y: f.bottom}, {X: at, Y: f.bottom + tickLength}}, d.theme.GetXAxisStrokeColor(), 1)
		p.Text(text, max(at-d.wide(text, textSize)/2, 5), f.bottom+tickLength+high, 0, xStyle)
	}
	return f
}

// xLabels puts as many labels below the values as fit beside each other, each the same number of values after the last.
func (d *drawing) xLabels(f *plot) {
	labels := d.labels(100)
	f.xText = func(v float64) string { return labels[int(math.Round(v))-1] }
	wide := 0
	for _, label := range labels {
		wide = max(wide, d.wide(label, textSize))
	}
	f.right = d.Width - max(margin, wide/2+5)
	n := len(labels)
	step := (n-1)*(wide+15)/(f.right-f.left) + 1
	f.x = scale{1, float64(n), float64(step), (n-1)/step + 1}
}

// xScale finds the most ticks whose texts fit beside each other.
func (d *drawing) xScale(f *plot) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, s := range d.Series {
		for j, x := range s.X {
			if s.Values[j] != nil {
				lo, hi = min(lo, x), max(hi, x)
			}
		}
	}
	f.xText = func(v float64) string { return f.x.text(v) }
	for n := 10; n >= 2; n-- {
		f.x = newScale(lo, hi, n)
		wide := 0
		for i := range f.x.ticks {
			wide = max(wide, d.wide(f.x.text(f.x.tick(i)), textSize))
		}
		f.right = d.Width - max(margin, wide/2+5)
		if f.x.ticks*(wide+15) <= f.right-f.left {
			return
		}
	}
}
