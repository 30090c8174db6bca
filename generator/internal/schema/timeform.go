package schema

import (
	"time"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// timeKeywords writes the keywords of a time or a duration in its form (T40 to T42).
func (w *writer) timeKeywords(t *model.Type, r model.Rules) {
	switch {
	case t.NumberForm() && w.dir == arguments:
		w.numberBounds(r)
	case t.NumberForm(), t.Form == "layout":
	case t.Kind == model.Time && t.Form == "":
		w.member("format", `"date-time"`)
	case t.Kind == model.Time:
		w.member("format", model.Quote(t.Form))
	case t.Form == "":
		w.member("pattern", model.Quote(durationPattern))
	case w.dir == arguments: // the format has no sign and no fractions, which a result may have (O20)
		w.member("format", `"duration"`)
	}
}

// timeNote says what the keywords of a time or a duration do not.
func (w *writer) timeNote(t *model.Type) string {
	if t.Kind == model.Duration {
		return map[string]string{
			"":        "(duration such as 1h30m or 250ms)",
			"seconds": "(seconds)",
			"ms":      "(milliseconds)",
			"ns":      "(nanoseconds)",
			"iso8601": "(ISO 8601 duration such as PT1H30M)",
		}[t.Form]
	}
	switch t.Form {
	case "unix":
		return "(Unix seconds)"
	case "layout":
		show := func(hour int, zone *time.Location) string { // each part differs from the others
			return time.Date(2026, time.December, 31, hour, 59, 58, 0, zone).Format(t.Layout)
		}
		shown := show(23, time.UTC)
		hasClock, hasOffset := show(22, time.UTC) != shown, show(23, time.FixedZone("", 3600)) != shown
		if w.dir == arguments && hasClock && !hasOffset {
			return "(such as " + shown + ", in UTC)"
		}
		return "(such as " + shown + ")"
	}
	return ""
}
