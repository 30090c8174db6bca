package policy

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/codec"
)

// rule is a Rule made ready.
type rule struct {
	Rule
	tools []entry
	path  []step
	must  string // what the value must be, in words
}

// judge returns what is wrong with the arguments, which are in canonical form, in words for a model; "" where the rule is kept.
func (r *rule) judge(args []byte) string {
	c := codec.Open(args)
	w := walk{rule: r, args: args, path: make([]step, 0, len(r.path))}
	w.value(&c, r.path)
	if w.problem == "" && c.Close() != nil {
		return "arguments: the policy cannot read them" // never: they are canonical
	}
	return w.problem
}

// walk is one search for the path of a rule.
type walk struct {
	*rule
	args    []byte
	path    []step // to the value that comes next
	problem string // the first
}

func (w *walk) fail(problem string) {
	if w.problem == "" {
		w.problem = pathText(w.path) + ": " + problem
	}
}

// value judges the value that comes next, of which steps are still to be gone.
func (w *walk) value(c *codec.Cursor, steps []step) {
	if len(steps) == 0 {
		w.leaf(c)
		return
	}
	begin := byte(0)
	if at := c.Offset(); at < len(w.args) {
		begin = w.args[at]
	}
	next := steps[0]
	w.path = append(w.path, next)
	here := len(w.path) - 1
	found := false
	switch {
	case next.index == anyKey && begin == '{':
		for c.Object(); c.Field(); {
			switch key := string(c.Key); {
			case key == next.key:
				found = true
				w.value(c, steps[1:])
			case sameKey(key, next.key):
				w.fail("the arguments have a key " + shown(key) + " as well, which may be read for it; remove that key")
				c.Skip()
			default:
				c.Skip()
			}
		}
	case next.index != anyKey && begin == '[':
		i := 0
		for c.Array(); c.Item(); i++ {
			if next.index == everyItem || next.index == i {
				found = true
				w.path[here].index = i
				w.value(c, steps[1:])
			} else {
				c.Skip()
			}
		}
		found = found || next.index == everyItem
	default:
		c.Skip()
		if begin != 'n' { // a value, of which there is no part of that name
			w.fail(w.must)
		}
	}
	if !found && !w.Optional {
		w.fail("missing; the policy wants it here, " + w.must)
	}
	w.path = w.path[:here]
}

// shown quotes a key that the caller wrote: 64 bytes of it at most, because hyphens and underscores make it as long as they like.
func shown(key string) string {
	if len(key) <= 64 {
		return strconv.Quote(key)
	}
	return strconv.Quote(strings.ToValidUTF8(key[:64], "")) + "…"
}

// leaf judges the value that comes next.
func (w *walk) leaf(c *codec.Cursor) {
	at := c.Offset()
	kind := byte(0)
	if at < len(w.args) {
		kind = w.args[at]
	}
	var text string
	if kind == '"' {
		text = c.String()
	} else {
		c.Skip()
	}
	raw := w.args[at:c.Offset()]
	if kind == 'n' && w.Optional || w.kept(kind, text, raw) {
		return
	}
	w.fail(w.must)
}

// kept reports whether a value keeps the rule: its first byte, its text where it is a string, and its JSON.
func (r *rule) kept(kind byte, text string, raw []byte) bool {
	number := kind == '-' || '0' <= kind && kind <= '9'
	switch {
	case r.Min != nil || r.Max != nil:
		return number && between(raw, r.Min, r.Max)
	case r.OneOf != nil:
		for _, want := range r.OneOf {
			switch want := want.(type) {
			case string:
				if kind == '"' && text == want {
					return true
				}
			case float64:
				if number && between(raw, &want, &want) {
					return true
				}
			case bool:
				if string(raw) == strconv.FormatBool(want) {
					return true
				}
			case nil:
				if kind == 'n' {
					return true
				}
			}
		}
		return false
	case kind != '"':
		return false
	case r.Prefix != nil:
		for _, prefix := range r.Prefix {
			if strings.HasPrefix(text, prefix) {
				return true
			}
		}
		return false
	case r.Glob != nil:
		return globAny(r.Glob, text)
	}
	for _, pattern := range r.Words {
		if command(pattern, text) {
			return true
		}
	}
	return false
}

// between reports whether a number is not less than lo and not greater than hi, exactly; nil is no bound.
func between(raw []byte, lo, hi *float64) bool {
	c := codec.Open(raw)
	c.NumberText()
	if lo != nil {
		c.AtLeast(*lo)
	}
	if hi != nil {
		c.AtMost(*hi)
	}
	return c.Close() == nil
}

// command reports whether text is a command line of plain words that fits the pattern (X08, X09, X10). No shell makes anything of
// such a line but the words themselves: a word has letters, digits and _ - . / : , @ + alone, and single spaces stand between
// words. In the pattern each word stands for itself, but for
//
//   - one word that does not begin with -
//     ...  at the end: any number of such words
//
// So an option is taken only where the pattern has it.
func command(pattern, text string) bool {
	words := strings.Split(text, " ")
	for _, word := range words {
		if !plainWord(word) {
			return false
		}
	}
	parts := strings.Split(pattern, " ")
	for i, part := range parts {
		if part == "..." && i == len(parts)-1 {
			for _, word := range words[min(i, len(words)):] {
				if word[0] == '-' {
					return false
				}
			}
			return len(words) >= i
		}
		if i >= len(words) || part != words[i] && (part != "*" || words[i][0] == '-') {
			return false
		}
	}
	return len(words) == len(parts)
}

// plainWord reports whether a word means itself to every shell.
func plainWord(word string) bool {
	for i := range len(word) {
		switch c := word[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("_-./:,@+", c) >= 0:
		default:
			return false
		}
	}
	return word != ""
}

// words says what a value must be, for a model. Long lists are cut.
func (r *Rule) words() string {
	const most = 8
	switch {
	case r.Min != nil && r.Max != nil:
		return "must be a number from " + number(*r.Min) + " to " + number(*r.Max)
	case r.Min != nil:
		return "must be a number of at least " + number(*r.Min)
	case r.Max != nil:
		return "must be a number of at most " + number(*r.Max)
	case r.OneOf != nil:
		var values []string
		for _, v := range r.OneOf[:min(most, len(r.OneOf))] {
			values = append(values, string(codec.AppendAny(nil, v)))
		}
		if len(r.OneOf) > most {
			values = append(values, "…")
		}
		return "must be one of " + strings.Join(values, ", ")
	}
	list, how := r.Prefix, "must be a string that begins with "
	switch {
	case r.Glob != nil:
		list, how = r.Glob, "must be a string that fits "
	case r.Words != nil:
		list, how = r.Words, "must be a command of plain words, without quotes and shell characters, that fits "
	}
	var values []string
	for _, v := range list[:min(most, len(list))] {
		values = append(values, string(codec.AppendString(nil, v)))
	}
	if len(list) > most {
		values = append(values, "…")
	}
	return how + strings.Join(values, " or ")
}

func number(v float64) string { return string(codec.AppendFloat64(nil, v)) }
