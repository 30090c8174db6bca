package doc

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// entry is one item of a parameter list (D2):
//
//	item  = names [ "(" note ")" ] [ type ] ( ":" | " - " | " = " ) text
//	names = name { ( "," | "/" | "and" | "&" ) name }      a name may stand in quotes, backquotes or stars
//
// In a list that is introduced as the parameters' a known name may also be followed by the text alone, with or without
// "is" or "are" between. The dash may be an en or em dash or two hyphens, the colon a full-width one.
type entry struct {
	names     []string // as names has them; nil where the item names nothing known
	unknown   string   // else the word that stands where a name should
	text      string
	delimited bool // a colon or dash parts name and text
	line      string
}

// names are the names that entries may use.
type names struct{ known []string }

// exact finds the longest known name that the text starts with, as a whole word.
func (n names) exact(text string) (name string, ok bool) {
	for _, k := range n.known {
		if len(k) > len(name) && strings.HasPrefix(text, k) && !inWord(text[len(k):]) {
			name, ok = k, true
		}
	}
	return name, ok
}

// folded finds the known name that equals the word apart from case.
func (n names) folded(word string) (name string, ok bool) {
	i := slices.IndexFunc(n.known, func(k string) bool { return strings.EqualFold(k, word) })
	if i < 0 {
		return "", false
	}
	return n.known[i], true
}

// inWord reports whether the text goes on with a letter, digit or underscore of the word before it. Wide characters
// follow a name without a blank between.
func inWord(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return r == '_' || (unicode.IsLetter(r) || unicode.IsDigit(r)) && !isWide(r)
}

var (
	word   = regexp.MustCompile(`^[\pL_][\pL\pN_]*([.-][\pL_][\pL\pN_]*)*`)
	quoted = regexp.MustCompile("^(?:`([^`]+)`|\\*\\*([^*]+)\\*\\*|\\*([^*]+)\\*|\"([^\"]+)\"|'([^']+)'|<([^<>]+)>)")
	delim  = regexp.MustCompile(`^(?:\s*[:：]|\s+(?:-|--|–|—|=)(?:\s|$))\s*`)
	and    = regexp.MustCompile(`^\s*(?:,|/|&|and\b|、|和)\s*`)
	verb   = regexp.MustCompile(`^(?:is|are)\s+`)
	// goType is a type as people write it after a name; any other word there is text.
	goType = regexp.MustCompile(`^(?:\.\.\.|\*|\[\d*\]|map\[\w+\])*(?:string|bool|boolean|byte|rune|error|any|u?int(?:8|16|32|64)?|uintptr|float(?:32|64)?|str|integer|number|array|list|object|dict|map|slice|interface\{\}|struct|required|optional|[a-z]\w*\.[A-Z]\w*)$`)
)

// parseEntry reads the text of one item. known is false for an item that has no form of an entry at all.
func parseEntry(text string, names names) (e entry, ok bool) {
	name, rest, found := names.head(text)
	if name == "" {
		return e, false
	}
	if found {
		e.names = []string{name}
		for {
			sep := and.FindString(rest)
			more, after, isKnown := names.head(rest[len(sep):])
			if sep == "" || !isKnown {
				break
			}
			e.names, rest = append(e.names, more), after
		}
	} else {
		e.unknown = name
	}
	note, rest := noteOf(rest)
	if delim := delim.FindString(rest); delim != "" && !strings.HasPrefix(rest, "://") {
		e.text, e.delimited = rest[len(delim):], true
	} else if after, typed := afterType(rest); typed {
		e.text, e.delimited = after, true
	} else {
		e.text = strings.TrimLeft(rest, " \t,;")
		if verb := verb.FindString(e.text); verb != "" && found {
			e.text, e.delimited = e.text[len(verb):], true
		}
	}
	if note != "" {
		e.text = strings.TrimSpace("(" + note + ") " + e.text)
	}
	return e, found || e.delimited
}

// head reads the name that an item starts with. An unknown one must be a word.
func (n names) head(text string) (name, rest string, known bool) {
	if q := quoted.FindStringSubmatch(text); q != nil {
		inner := strings.TrimSpace(strings.Join(q[1:], ""))
		rest = text[len(q[0]):]
		if slices.Contains(n.known, inner) {
			return inner, rest, true
		}
		if k, ok := n.folded(inner); ok {
			return k, rest, true
		}
		return word.FindString(inner), rest, false
	}
	if k, ok := n.exact(text); ok {
		return k, text[len(k):], true
	}
	word := word.FindString(text)
	if k, ok := n.folded(word); ok {
		return k, text[len(word):], true
	}
	return word, text[len(word):], false
}

// noteOf parts "(note)" from the text after it. A note that says nothing but types is dropped: the schema has them.
func noteOf(text string) (note, rest string) {
	t := strings.TrimLeft(text, " \t")
	if !strings.HasPrefix(t, "(") {
		return "", text
	}
	depth := 0
	for i, r := range t {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			note, rest = strings.TrimSpace(t[1:i]), t[i+1:]
			for part := range strings.SplitSeq(note, ",") {
				if !isType(strings.TrimSpace(part)) {
					return note, rest
				}
			}
			return "", rest
		}
	}
	return "", text
}

// afterType returns what follows a type and a colon or dash.
func afterType(text string) (after string, ok bool) {
	text = strings.TrimSpace(text)
	word, _, _ := strings.Cut(text, " ")
	word = strings.TrimRight(word, ":：")
	delim := delim.FindString(text[len(word):])
	if delim == "" || !isType(word) {
		return "", false
	}
	return text[len(word)+len(delim):], true
}

func isType(word string) bool { return goType.MatchString(word) }
