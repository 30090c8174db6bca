package plots

import (
	"math"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// maxPoints is how many values a chart has, in all its series.
const maxPoints = 10_000

// problems are what is wrong with a chart beyond what its schema says.
type problems []codec.Problem

func (p *problems) add(path, message string) {
	if len(*p) < 10 {
		*p = append(*p, codec.Problem{Path: path, Message: message})
	}
}

func (p problems) err() error {
	if p == nil {
		return nil
	}
	return runtime.Invalid(&codec.Problems{List: p}).Err
}

// check says what of a chart does not fit together, or cannot be drawn in its size.
func (c *Chart) check() error {
	var p problems
	c.checkPicture(&p)
	c.checkSeries(&p)
	switch c.Kind {
	case Line:
		if c.overX() {
			c.checkX(&p)
			if len(c.Labels) > 0 {
				p.add("labels", "expected labels or x, got both; leave one out")
			}
		} else {
			c.checkLabels(&p)
		}
	case Bar:
		c.checkLabels(&p)
		if n, most := c.longest(), (c.Width-140)/(3*len(c.Series)+2); n > most {
			p.add("series", "expected at most "+strconv.Itoa(most)+" values in each for bars in "+strconv.Itoa(c.Width)+" pixels, got "+strconv.Itoa(n)+"; use kind line, fewer values or more width")
		}
	case Scatter:
		c.checkX(&p)
		c.without(&p, "labels", len(c.Labels) > 0)
	case Pie:
		c.checkPie(&p)
	case Histogram:
		c.one(&p)
		c.without(&p, "labels", len(c.Labels) > 0)
	default:
		p.add("kind", "expected line, bar, scatter, pie or histogram, got "+strconv.Quote(string(c.Kind)))
	}
	c.without(&p, "bins", c.Bins != nil && c.Kind != Histogram)
	for i := range c.Series {
		c.without(&p, at(i)+".x", len(c.Series[i].X) > 0 && c.Kind != Scatter && c.Kind != Line)
	}
	return p.err()
}

// at is the path of series i.
func at(i int) string { return "series[" + strconv.Itoa(i) + "]" }

// checkPicture judges what the schema judges too, for those who call the method.
func (c *Chart) checkPicture(p *problems) {
	if c.Format != PNG && c.Format != SVG {
		p.add("format", "expected png or svg, got "+strconv.Quote(string(c.Format)))
	}
	if c.Width < 200 || c.Width > 2000 {
		p.add("width", "expected 200 to 2000, got "+strconv.Itoa(c.Width))
	}
	if c.Height < 200 || c.Height > 2000 {
		p.add("height", "expected 200 to 2000, got "+strconv.Itoa(c.Height))
	}
	if c.Bins != nil && (*c.Bins < 1 || *c.Bins > 100) {
		p.add("bins", "expected 1 to 100, got "+strconv.Itoa(*c.Bins))
	}
	if len(c.Labels) > 1000 {
		p.add("labels", "expected at most 1000, got "+strconv.Itoa(len(c.Labels)))
	}
	if len(c.Series) < 1 || len(c.Series) > 20 {
		p.add("series", "expected 1 to 20, got "+strconv.Itoa(len(c.Series)))
	}
}

// checkSeries wants numbers that can be drawn, and some of them.
func (c *Chart) checkSeries(p *problems) {
	all, given := 0, 0
	for i, s := range c.Series {
		all += len(s.Values)
		for j, v := range s.Values {
			if v != nil {
				given++
				if !(math.Abs(*v) <= limit) {
					p.add(at(i)+".values["+strconv.Itoa(j)+"]", "expected a number from -1e100 to 1e100, got "+number(*v)+"; null is a gap")
				}
			}
		}
		for j, v := range s.X {
			if !(math.Abs(v) <= limit) {
				p.add(at(i)+".x["+strconv.Itoa(j)+"]", "expected a number from -1e100 to 1e100, got "+number(v))
			}
		}
	}
	switch {
	case all > maxPoints:
		p.add("series", "expected at most "+strconv.Itoa(maxPoints)+" values in all, got "+strconv.Itoa(all)+"; draw a part of them, or what sums them up")
	case given == 0:
		p.add("series", "expected a value that is not null, got none; there is nothing to draw")
	}
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// checkLabels wants as many values in each series as there are labels.
func (c *Chart) checkLabels(p *problems) {
	want, what := len(c.Labels), "one for each of labels"
	if want == 0 {
		want, what = c.longest(), "as many as the longest series has"
	}
	if want > 1000 {
		p.add("series", "expected at most 1000 values over labels, got "+strconv.Itoa(want)+"; for more give x")
	}
	for i, s := range c.Series {
		if got := len(s.Values); got != want {
			p.add(at(i)+".values", "expected "+strconv.Itoa(want)+" values, "+what+", got "+strconv.Itoa(got)+"; put null where there is none")
		}
	}
}

// checkX wants an x for each value.
func (c *Chart) checkX(p *problems) {
	for i, s := range c.Series {
		if len(s.X) != len(s.Values) {
			p.add(at(i)+".x", "expected "+strconv.Itoa(len(s.Values))+" numbers, one for each of values, got "+strconv.Itoa(len(s.X)))
		}
	}
}

// checkPie wants the parts of one sum.
func (c *Chart) checkPie(p *problems) {
	c.one(p)
	c.without(p, "x_title", c.XTitle != "")
	c.without(p, "y_title", c.YTitle != "")
	if c.Width < 320 {
		p.add("width", "expected at least 320 for a pie and what stands beside it, got "+strconv.Itoa(c.Width))
	}
	if len(c.Series) == 0 {
		return
	}
	values, sum := c.Series[0].Values, 0.0
	if len(c.Labels) != len(values) {
		p.add("labels", "expected "+strconv.Itoa(len(values))+", one for each of values, got "+strconv.Itoa(len(c.Labels)))
	}
	for j, v := range values {
		switch path := at(0) + ".values[" + strconv.Itoa(j) + "]"; {
		case v == nil:
			p.add(path, "expected a number, because a part of a sum has no gaps, got null; leave it out, with its label")
		case *v < 0:
			p.add(path, "expected no less than 0, because it is a part of a sum, got "+number(*v)+"; use kind bar")
		default:
			sum += *v
		}
	}
	if sum == 0 && len(values) > 0 {
		p.add(at(0)+".values", "expected a sum above 0, got 0; there is nothing to draw")
	}
	if most := c.Height / 20; len(values) > most {
		p.add(at(0)+".values", "expected at most "+strconv.Itoa(most)+" parts in "+strconv.Itoa(c.Height)+" pixels, got "+strconv.Itoa(len(values))+"; sum up the small ones, or use kind bar")
	}
}

func (c *Chart) one(p *problems) {
	if len(c.Series) != 1 {
		p.add("series", "expected 1 for a "+string(c.Kind)+", got "+strconv.Itoa(len(c.Series)))
	}
}

func (c *Chart) without(p *problems, path string, given bool) {
	if given {
		p.add(path, "expected nothing for a "+string(c.Kind)+"; leave it out")
	}
}

// overX reports whether lines are over numbers, and not over labels.
func (c *Chart) overX() bool {
	for _, s := range c.Series {
		if len(s.X) > 0 {
			return true
		}
	}
	return false
}

func (c *Chart) longest() (n int) {
	for _, s := range c.Series {
		n = max(n, len(s.Values))
	}
	return n
}
