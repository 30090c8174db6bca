package collect

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/diag"
	"github.com/toolgen/toolgen/generator/internal/directive"
)

// tagPair is one key:"value" of a struct tag.
type tagPair struct{ key, value string }

// splitTag reads a struct tag by the convention of reflect.StructTag, which stops silently at what it does not
// understand; here that is reported.
func splitTag(tag string) (pairs []tagPair, ok bool) {
	for {
		tag = strings.TrimLeft(tag, " ")
		if tag == "" {
			return pairs, true
		}
		colon := strings.IndexByte(tag, ':')
		if colon <= 0 || strings.ContainsAny(tag[:colon], " \"\t") {
			return pairs, false
		}
		quoted, err := strconv.QuotedPrefix(tag[colon+1:])
		if err != nil || quoted[0] != '"' {
			return pairs, false
		}
		value, _ := strconv.Unquote(quoted) // it is a quoted prefix
		pairs = append(pairs, tagPair{tag[:colon], value})
		tag = tag[colon+1+len(quoted):]
	}
}

// checkTag refuses struct tags that would be read and silently ignored: those that break the convention, and near-misses
// of the key tool. Tags of other libraries that mean rules get a warning (section 5).
func (c *collector) checkTag(f *types.Var, tag string, at place) {
	if tag == "" || c.checkedTags[f] {
		return
	}
	c.checkedTags[f] = true
	where := c.fieldPlace(f, at)
	path := at.path + "." + f.Name()
	pairs, ok := splitTag(tag)
	if !ok {
		c.refuse(where, directive.CodeNearMiss, fmt.Sprintf("%s: the struct tag `%s` is not made of key:\"value\" pairs, so what it says is lost", path, tag),
			"write it as `json:\"name\" tool:\"min=1\"`, without blanks behind the colons")
		return
	}
	seen := map[string]bool{}
	for _, p := range pairs {
		switch {
		case seen[p.key] && (p.key == "tool" || p.key == "json"):
			c.refuse(where, directive.CodeTwice, fmt.Sprintf("%s: the tag %s is set twice, and the second one is lost", path, p.key), "join the two")
		case p.key == "tool":
		case diag.Nearest(p.key, []string{"tool"}) != "":
			c.refuse(where, directive.CodeNearMiss, fmt.Sprintf("%s: there is no tag %s", path, p.key), fmt.Sprintf("tool:%q", p.value))
		case p.key != "json" && strings.EqualFold(p.key, "json"):
			c.warn(where, directive.CodeNearMiss, fmt.Sprintf("%s: there is no tag %s, so the field is sent by its Go name", path, p.key), fmt.Sprintf("json:%q", p.value))
		case p.key == "validate" || p.key == "jsonschema":
			c.warn(where, "K21", fmt.Sprintf("%s: the tag %s is not read: its rules do not hold", path, p.key), "say the same in a tool tag, such as tool:\"min=1\"")
		}
		seen[p.key] = true
	}
}

// nameTags are the tags by which other encodings of text name a field.
var nameTags = []string{"form", "query", "url", "uri", "schema", "mapstructure", "yaml", "toml", "xml"}

// warnOfNames warns of a struct whose fields have names for another encoding and none for JSON: it is sent with its Go names
// (S2), which its author never meant to show. It is said once a tool, of the outermost.
func (c *collector) warnOfNames(all []candidate, at place) {
	if c.current == nil || c.misnamed == c.current || slices.ContainsFunc(all, func(f candidate) bool { return f.tagged }) {
		return
	}
	for _, f := range all {
		for _, key := range nameTags {
			name, _, _ := strings.Cut(f.raw.Get(key), ",")
			if _, hasOptions := f.raw.Lookup("json"); hasOptions || name == "" || name == "-" || name == "*" || name == f.name {
				continue
			}
			c.misnamed = c.current
			c.warn(c.fieldPlace(f.field, at), "K21", fmt.Sprintf("%s: its fields have %s tags and no json tags, so they are sent by their Go names, %s and not %s", at.path, key, f.name, name),
				"give it json tags, or take a struct of your own that has them")
			return
		}
	}
}
