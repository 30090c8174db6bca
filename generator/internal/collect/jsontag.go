package collect

import (
	"fmt"
	"go/types"
	"reflect"
	"strings"
)

// jsonTag is a json struct tag as encoding/json reads it.
type jsonTag struct {
	name                string
	omitEmpty, omitZero bool
	skip                bool
}

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
		return tag, false
	}
	fine := true
	for option := range strings.SplitSeq(rest, ",") {
		switch {
		case option == "":
		case option == "omitempty":
			tag.omitEmpty = true
		case option == "omitzero":
			tag.omitZero = true
		case option == "string":
			c.later(where, "S6", fmt.Sprintf("the json option string on %s", f.Name()), "remove it")
			fine = false
		case option == "inline", option == "embed", option == "unknown", strings.HasPrefix(option, "case:"), strings.HasPrefix(option, "format:"):
			c.later(where, "S7", fmt.Sprintf("the json option %s on %s", option, f.Name()), "remove it")
			fine = false
		default:
			fix := "remove it"
			for _, known := range []string{"omitempty", "omitzero", "string"} {
				if strings.EqualFold(known, option) {
					fix = "write " + known
				}
			}
			c.warnOnce(f, where, "S7", fmt.Sprintf("%s.%s: encoding/json knows no option %q", at.path, f.Name(), option), fix)
		}
	}
	return tag, fine
}
