package collect

import (
	"fmt"
	"go/types"
	"reflect"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/diag"
)

// jsonTag is a json struct tag as encoding/json reads it, with those options of its second version that mean something here.
type jsonTag struct {
	name                string
	omitEmpty, omitZero bool
	quoted              bool   // the option string (S6)
	rest                bool   // the option embed, called inline before (S16)
	format              string // the option format: (S7); "" for none
	skip                bool
	unusable            bool // the name has been refused: nothing more is said of it
}

// jsonOptions are the options that encoding/json knows. A misspelt one is read by it as nothing.
var jsonOptions = []string{"omitempty", "omitzero", "string"}

// readTag reads a field's json tag (S2, S3, S5 to S7). It reports false after an error.
func (c *collector) readTag(f *types.Var, raw reflect.StructTag, at place) (jsonTag, bool) {
	text, ok := raw.Lookup("json")
	if !ok {
		return jsonTag{}, true
	}
	if text == "-" {
		return jsonTag{skip: true}, true
	}
	where := c.fieldPlace(f, at)
	name, rest, _ := strings.Cut(text, ",")
	tag := jsonTag{name: name}
	if strings.ContainsAny(name, "\"\\'`") || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' }) {
		c.refuse(where, "S2", fmt.Sprintf("%s.%s: %q is no usable json name", at.path, f.Name(), name), "use letters, digits and _")
		tag.unusable = true
		return tag, false
	}
	fine := true
	var unknown []string
	for _, option := range splitOptions(rest) {
		switch name, value, _ := strings.Cut(option, ":"); {
		case option == "":
		case option == "omitempty":
			tag.omitEmpty = true
		case option == "omitzero":
			tag.omitZero = true
		case option == "string":
			tag.quoted = true
		case option == "embed" || option == "inline":
			tag.rest = true
		case name == "format" && value != "":
			tag.format = unquoteOption(value)
		case option == "unknown":
			c.refuse(where, "S7", fmt.Sprintf("%s.%s: the json option unknown is not one that both versions of encoding/json know", at.path, f.Name()),
				"declare the field as a map[string]T with the option embed")
			fine = false
		case name == "case":
			c.refuse(where, "S7", fmt.Sprintf("%s.%s: property names are exact, so the json option %s does not hold", at.path, f.Name(), option), "remove it")
			fine = false
		default:
			unknown = append(unknown, option)
		}
	}
	if c.warned[f] {
		return tag, fine
	}
	for _, option := range unknown {
		fix := "remove it"
		if near := diag.Nearest(strings.ToLower(option), jsonOptions); near != "" {
			fix = "write " + near
		}
		c.warned[f] = true
		c.warn(where, "S7", fmt.Sprintf("%s.%s: encoding/json knows no option %q", at.path, f.Name(), option), fix)
	}
	return tag, fine
}

// splitOptions splits the options of a tag at their commas; a value in single quotes may have commas in it.
func splitOptions(text string) []string {
	var out []string
	begin, inQuotes := 0, false
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && inQuotes:
			i++
		case text[i] == '\'':
			inQuotes = !inQuotes
		case text[i] == ',' && !inQuotes:
			out = append(out, text[begin:i])
			begin = i + 1
		}
	}
	return append(out, text[begin:])
}

// unquoteOption reads an option's value, which encoding/json/v2 takes bare or in single quotes with the escapes of Go.
func unquoteOption(value string) string {
	inner, quoted := strings.CutPrefix(value, "'")
	inner, closed := strings.CutSuffix(inner, "'")
	if !quoted || !closed {
		return value
	}
	inner = strings.ReplaceAll(strings.ReplaceAll(inner, `\'`, `'`), `"`, `\"`)
	if text, err := strconv.Unquote(`"` + inner + `"`); err == nil {
		return text
	}
	return value
}
