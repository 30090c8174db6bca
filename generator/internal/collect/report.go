package collect

import (
	"go/token"

	"github.com/toolgen/toolgen/generator/internal/diag"
)

// related points at a second place of a diagnostic.
type related struct {
	pos, end token.Pos
	message  string
}

func (c *collector) errorAt(pos, end token.Pos, code, message, fix string) {
	c.errorWith(pos, end, code, message, fix)
}

func (c *collector) errorWith(pos, end token.Pos, code, message, fix string, more ...related) {
	c.failed = true
	c.report(diag.Error, pos, end, code, message, fix, more)
}

// warnAt reports a warning, unless //tool:allow of the tool at hand silences its code, or the place is another package's.
func (c *collector) warnAt(pos, end token.Pos, code, message, fix string) {
	if c.elsewhere(pos) {
		return
	}
	if c.current != nil {
		if _, silenced := c.current.allows[code]; silenced {
			c.current.used[code] = true
			return
		}
	}
	c.report(diag.Warning, pos, end, code, message, fix, nil)
}

func (c *collector) report(severity diag.Severity, pos, end token.Pos, code, message, fix string, more []related) {
	d := diag.Diagnostic{Code: code, Severity: severity, Range: c.rangeOf(pos, end), Message: message, Fix: fix, Package: c.pkg.Path}
	for _, r := range more {
		d.Related = append(d.Related, diag.Related{Range: c.rangeOf(r.pos, r.end), Message: r.message})
	}
	c.set.Add(d)
}

// rangeOf turns token positions into a place in the file as it lies on disk; //line comments do not count.
func (c *collector) rangeOf(pos, end token.Pos) diag.Range {
	if !pos.IsValid() {
		return diag.Range{File: c.pkg.Dir}
	}
	p := c.pkg.Fset.PositionFor(pos, false)
	r := diag.Range{File: p.Filename, Line: p.Line, Col: p.Column}
	if end.IsValid() {
		e := c.pkg.Fset.PositionFor(end, false)
		r.EndLine, r.EndCol = e.Line, e.Column
	}
	return r
}
