package collect

import (
	"fmt"
	"go/types"
	"time"

	"github.com/toolgen/toolgen/generator/internal/directive"
)

// readFormatOption reads the option format: of a json tag, which encoding/json/v2 knows for times, durations and bytes, as the key
// that says the same here (S7). key is "" where the option asks for what is the form anyway; known is false where it means nothing,
// or nothing that this version can write.
func readFormatOption(option string, t types.Type) (key, value string, known bool) {
	t = types.Unalias(pointedAt(types.Unalias(t)))
	switch {
	case isNamed(t, "time", "Time"):
		return timeFormatOption(option)
	case isNamed(t, "time", "Duration"):
		switch option {
		case "units":
			return "", "", true // T42
		case "sec":
			return "duration", "seconds", true
		case "milli":
			return "duration", "ms", true
		case "nano":
			return "duration", "ns", true
		case "iso8601":
			return "duration", "iso8601", true
		}
	case ofBytes(t):
		switch option {
		case "base64", "base64url", "hex", "array":
			return "encoding", option, true
		case "base16":
			return "encoding", "hex", true
		}
	}
	return "", "", false
}

// timeFormatOption reads the option for a time: the name of a layout of package time, unix, or a layout itself.
func timeFormatOption(option string) (key, value string, known bool) {
	switch layout, isName := layouts[option]; {
	case option == "RFC3339" || option == "RFC3339Nano":
		return "", "", true // T40
	case option == "DateOnly":
		return "format", "date", true // T41
	case option == "unix":
		return "format", "unix", true
	case option == "unixmilli" || option == "unixmicro" || option == "unixnano":
		return "", "", false
	case isName:
		return "layout", layout, true
	case isLayout(option):
		return "layout", option, true
	}
	return "", "", false
}

// isLayout reports whether text names a part of a time, as a Go layout does: it is written otherwise for another time.
func isLayout(text string) bool {
	one := time.Date(2001, 2, 3, 4, 5, 6, 7_000_000, time.UTC)
	return one.Format(text) != text
}

// ofBytes reports whether a type is a slice or array of bytes.
func ofBytes(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return isBasic(u.Elem().Underlying(), types.Uint8)
	case *types.Array:
		return isBasic(u.Elem().Underlying(), types.Uint8)
	}
	return false
}

// withFormat adds what the option format: of a field's json tag says to the field's keys. It reports false after an error.
func (c *collector) withFormat(set settings, f candidate, at place) (settings, bool) {
	if f.tag.format == "" {
		return set, true
	}
	key, value, known := readFormatOption(f.tag.format, f.field.Type())
	if !known {
		c.refuse(at, "S7", fmt.Sprintf("%s: the json option format:%s means nothing for %s here", at.path, f.tag.format, c.show(f.field.Type())),
			"remove it; format, layout, duration and encoding in a tool tag say how a time, a duration and bytes are written")
		return set, false
	}
	if key == "" {
		return set, true
	}
	def, _ := directive.Lookup(key, directive.OnField)
	if def.Later != "" {
		c.later(at, "S7", "the json option format:"+f.tag.format, "remove it")
		return set, false
	}
	word := func(text string) directive.Word { return directive.Word{Text: text} }
	option := setting{Entry: directive.Entry{Key: word(key), Value: word(value), HasValue: true, Def: &def}, pos: at.pos, end: at.end}
	return c.add(set, settings{option}), true
}
