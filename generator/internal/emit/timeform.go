package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// timeForm is how one form of a time or duration is read and written (T40 to T42).
type timeForm struct{ read, write string }

// timeForms has a row for each form, the kind's own under "".
func timeForms(t *model.Type) timeForm {
	if t.Kind == model.Time {
		return map[string]timeForm{
			"":       {"Time", "AppendTime"},
			"date":   {"Date", "AppendDate"},
			"time":   {"Clock", "AppendClock"},
			"unix":   {"UnixTime", "AppendUnixTime"},
			"layout": {"TimeIn", "AppendTimeIn"},
		}[t.Form]
	}
	return map[string]timeForm{
		"":        {"Duration", "AppendDuration"},
		"seconds": {"Seconds", "AppendSeconds"},
		"ms":      {"Milliseconds", "AppendMilliseconds"},
		"ns":      {"Nanoseconds", "AppendNanoseconds"},
		"iso8601": {"DurationISO", "AppendDurationISO"},
	}[t.Form]
}

// readTime reads a time or a duration in the form of its type.
func (b *body) readTime(t *model.Type) *jen.Statement {
	if t.Form == "layout" {
		return b.on("TimeIn", jen.Lit(t.Layout))
	}
	return b.on(timeForms(t).read)
}

// appendTime appends a time or a duration in the form of its type.
func (b *body) appendTime(buffer jen.Code, place string, t *model.Type) *jen.Statement {
	if t.Form == "layout" {
		return b.codec("AppendTimeIn").Call(buffer, jen.Lit(t.Layout), jen.Id(place))
	}
	return b.codec(timeForms(t).write).Call(buffer, jen.Id(place))
}

// timeChecks writes the checks of a time or a duration that is written as text; numbers have those of numbers.
func (b *body) timeChecks(place string, t *model.Type, r model.Rules, out *[]jen.Code) {
	type pair struct{ low, high string }
	var (
		methods = pair{"Earliest", "Latest"}
		layout  []jen.Code
		bound   = func(text string) jen.Code { return jen.Lit(text) }
	)
	switch {
	case t.Kind == model.Duration && t.Form == "":
		methods = pair{"Shortest", "Longest"}
		bound = func(text string) jen.Code { return b.duration(b.span(text)) }
	case t.Kind == model.Duration:
		methods = pair{"ShortestISO", "LongestISO"}
	case t.Form != "":
		methods = pair{"EarliestIn", "LatestIn"}
		layout = []jen.Code{b.layout(t)}
	}
	for _, rule := range []struct{ method, limit string }{{methods.low, r.Min}, {methods.high, r.Max}} {
		if rule.limit != "" {
			*out = append(*out, b.on(rule.method, append(layout[:len(layout):len(layout)], jen.Id(place), bound(rule.limit))...))
		}
	}
}

// layout is the layout of package time that a form is written in.
func (b *body) layout(t *model.Type) jen.Code {
	switch t.Form {
	case "date":
		return b.named("time", "DateOnly")
	case "time":
		return b.codec("ClockLayout")
	}
	return jen.Lit(t.Layout)
}
