package collect

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/doc"
)

// setting is one key of a directive together with where it stands.
type setting struct {
	directive.Entry
	pos, end token.Pos
}

// flag is the value of a flag key; a bare key is true.
func (s setting) flag() bool { return !s.HasValue || s.Value.Text == "true" }

// settings are the keys set on one target, from all the places that may set them, in source order.
type settings []setting

func (s settings) find(key string) (setting, bool) {
	for _, one := range s {
		if one.Key.Text == key {
			return one, true
		}
	}
	return setting{}, false
}

// groups are the rules across properties (R18).
func (s settings) groups() []setting {
	return slices.DeleteFunc(slices.Clone(s), func(one setting) bool { return one.Def.Kind != directive.NameList })
}

// on reports whether a flag is set and true.
func (s settings) on(key string) bool {
	one, found := s.find(key)
	return found && one.flag()
}

// text is the value of a key, or "".
func (s settings) text(key string) string {
	one, _ := s.find(key)
	return one.Value.Text
}

// itemPrefix begins the keys that are meant for the items of a list or the values of a map.
const itemPrefix = "items."

func isItemKey(key string) bool { return strings.HasPrefix(key, itemPrefix) }

// items are the keys for each item, the prefix cut.
func (s settings) items() settings {
	var out settings
	for _, one := range s {
		if key, found := strings.CutPrefix(one.Key.Text, itemPrefix); found {
			one.Key.Text = key
			out = append(out, one)
		}
	}
	return out
}

// itemKeys are the keys for each item as they are written.
func (s settings) itemKeys() settings {
	return slices.DeleteFunc(slices.Clone(s), func(one setting) bool { return !isItemKey(one.Key.Text) })
}

// under are the settings s where more, which is stronger, says nothing else, and all of more.
func (s settings) under(more settings) settings {
	out := slices.Clone(more)
	for _, one := range s {
		if _, found := more.find(one.Key.Text); !found {
			out = append(out, one)
		}
	}
	return out
}

// add joins more settings to a target's. A key set in two places is an error with both of them (G12, G21).
func (c *collector) add(to settings, more settings) settings {
	for _, s := range more {
		if s.Def.Repeats {
			to = append(to, s)
			continue
		}
		if first, found := to.find(s.Key.Text); found {
			c.errorWith(s.pos, s.end, directive.CodeTwice, fmt.Sprintf("%s is set twice", s.Key.Text), "keep one of them", related{first.pos, first.end, "first set here"})
			continue
		}
		to = append(to, s)
	}
	return to
}

// line is one parsed //tool: comment with its place.
type line struct {
	directive.Line
	comment *ast.Comment
	set     settings
}

// word gives the place of a part of the line.
func (l line) word(w directive.Word) (pos, end token.Pos) {
	return l.comment.Pos() + token.Pos(w.Start), l.comment.Pos() + token.Pos(w.End)
}

// parse reads one //tool: comment for a target and claims it: what nobody claims is misplaced.
func (c *collector) parse(comment *ast.Comment, target directive.Target) (line, bool) {
	c.claimed[comment] = true
	parsed, problems := directive.Parse(comment.Text, target)
	for _, p := range problems {
		c.errorAt(comment.Pos()+token.Pos(p.Start), comment.Pos()+token.Pos(p.End), p.Code, p.Message, p.Fix)
	}
	l := line{Line: parsed, comment: comment}
	for _, e := range parsed.Entries {
		s := setting{Entry: e}
		s.pos, s.end = l.word(e.Key)
		if e.HasValue {
			_, s.end = l.word(e.Value)
		}
		s.Value.Text = c.shownText(e, s.pos, s.end)
		l.set = append(l.set, s)
	}
	l.Text.Text = c.visibleText(l.Text.Text, comment.Pos(), comment.End())
	return l, len(problems) == 0
}

// parseOnce is parse for a comment that stands on several names at once: its problems are reported for the first alone.
func (c *collector) parseOnce(comment *ast.Comment, target directive.Target) (line, bool) {
	if known, ok := c.shared[comment]; ok {
		return known, known.comment != nil
	}
	l, ok := c.parse(comment, target)
	if !ok {
		l.comment = nil
	}
	c.shared[comment] = l
	return l, ok
}

// keysOf reads the directive lines above a parameter, field, constant or type as plain keys.
func (c *collector) keysOf(comments []*ast.Comment, target directive.Target) settings {
	var out settings
	for _, comment := range comments {
		l, ok := c.parseOnce(comment, target)
		if ok {
			out = c.add(out, l.set)
		}
	}
	return out
}

// shownText is the text of an entry without what nobody sees (D16). Only prose can lose characters: a name, a pattern or a value of an
// enum would be another one.
func (c *collector) shownText(e directive.Entry, pos, end token.Pos) string {
	switch _, hidden := doc.Visible(e.Value.Text); {
	case e.Def.Kind != directive.Text || !hidden:
	case e.Key.Text == "title" || e.Key.Text == "description":
		return c.visibleText(e.Value.Text, pos, end)
	default:
		c.warnAt(pos, end, "D16", e.Key.Text+" has characters that nobody sees, and they count", "remove them where they are not meant")
	}
	return e.Value.Text
}

// visibleText takes hidden characters out of text that a directive gives to a model, with a warning (D16).
func (c *collector) visibleText(text string, pos, end token.Pos) string {
	clean, hidden := doc.Visible(text)
	if hidden {
		c.warnAt(pos, end, "D16", "characters that nobody sees are left out of the text", "remove them")
	}
	return clean
}
