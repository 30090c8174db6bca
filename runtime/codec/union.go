package codec

import "unicode/utf8"

// A union is an object that is one of several kinds, told apart by one property, its discriminator (R10 to R13).

// Variant says which of the values the object that comes next has under key, wherever in it the key stands, and leaves the
// object to be read as that variant:
//
//	switch c.Variant("type", "circle", "square") {
//	case "circle":
//
// It returns one of the values itself, none of which is empty, or "" after a problem: something that is no object, an object
// without the key, a value that is none of those. What was wrong is skipped then. Only the first field of that name is looked at;
// that it must not come twice (J4) is the business of whoever reads the object.
func (c *Cursor) Variant(key string, values ...string) string {
	if value := c.variant(key, values); value != "" {
		return value
	}
	if c.lenient != 0 && c.phase != broken {
		if value := c.meantVariant(key, values); value != "" {
			return value
		}
	}
	c.noVariant(key, values)
	return ""
}

func (c *Cursor) variant(key string, values []string) string {
	if c.pos >= len(c.text) || c.text[c.pos] != '{' {
		return ""
	}
	at := find(c.text, c.pos, key)
	if at < 0 || c.text[at] != '"' {
		return ""
	}
	for _, value := range values {
		if isText(c.text, at, value) {
			return value
		}
	}
	return ""
}

// meantVariant puts right what is no variant as it stands, if that is asked for: an object in a text (L4), another spelling of its
// value (L8). The note of that is about the object, whose offset nothing that is put right inside of it can move.
func (c *Cursor) meantVariant(key string, values []string) string {
	if c.pos < len(c.text) && c.text[c.pos] != '{' && c.relax(anObject) {
		if value := c.variant(key, values); value != "" {
			return value
		}
	}
	if c.pos >= len(c.text) || c.text[c.pos] != '{' {
		return ""
	}
	at := find(c.text, c.pos, key)
	if at < 0 || c.text[at] != '"' {
		return ""
	}
	c.start = c.pos
	return c.folded(unquoted(c.text, at), values)
}

// noVariant skips the value that comes next, which is no variant, and notes why. Where its syntax or a text in it is broken, that
// alone is the problem.
func (c *Cursor) noVariant(key string, values []string) {
	if c.phase == broken {
		return
	}
	if c.pos >= len(c.text) || c.text[c.pos] != '{' {
		c.wrong(anObject)
		c.reword("expected object", func(b []byte) []byte {
			b = appendQuoted(append(b, "expected object whose "...), []byte(key))
			if len(values) == 1 {
				return appendChoices(append(b, " is "...), values)
			}
			return appendChoices(append(b, " is one of "...), values)
		}, "")
		return
	}
	if c.depth == MaxDepth {
		c.tooDeep()
		return
	}
	begin := c.pos
	c.failed = false
	if c.Skip(); c.phase == broken || c.failed {
		return
	}
	c.failed = true
	if c.full() {
		return
	}
	at := find(c.text, begin, key)
	if at < 0 {
		c.noted(appendNoKey(c.note(begin), c.text, begin, key, values))
		return
	}
	value := Cursor{text: c.text, pos: at}
	value.skip()
	switch raw := c.text[at:value.pos]; raw[0] {
	case '"':
		c.noted(appendNotOneOf(c.note(at), unquoted(raw, 0), values))
	case 'n':
		c.noted(appendNullProblem(c.note(at), aString, false))
	default:
		c.noted(appendMismatch(c.note(at), aString, raw))
	}
}

// appendNoKey appends the problem of the object at text[begin], which does not have the key that tells variants apart. A key that
// was likely meant for it is named.
func appendNoKey(b, text []byte, begin int, key string, values []string) []byte {
	b = appendQuoted(append(b, "missing "...), []byte(key))
	b = appendChoices(append(b, " (one of "...), values)
	b = append(b, ')')
	for ahead := lookInto(text, begin); ahead.next(); {
		near := unquoted(text, ahead.name)
		if _, found := nearest(near, []string{key}); found {
			b = appendQuoted(append(b, "; did you mean it by "...), near)
			return append(b, '?')
		}
	}
	return b
}

// find returns the index of the value that the object at text[begin] has under a key, the first one, or -1.
func find(text []byte, begin int, key string) int {
	for ahead := lookInto(text, begin); ahead.next(); {
		if isText(text, ahead.name, key) {
			return ahead.value
		}
	}
	return -1
}

// lookahead walks over the fields of an object that has not been read yet. It goes by brackets and quotes alone and ends where the
// text is no JSON: whoever reads the object says what is wrong.
type lookahead struct {
	text        []byte
	pos         int
	name, value int // the key's quote and the first byte of the value
}

// lookInto is before the first field of the object that begins at text[begin].
func lookInto(text []byte, begin int) lookahead {
	return lookahead{text: text, pos: begin}
}

func (a *lookahead) next() bool {
	text := a.text
	if a.value > 0 {
		if a.pos = space(text, pastValue(text, a.value)); a.pos >= len(text) || text[a.pos] != ',' {
			return false
		}
	}
	if a.name = space(text, a.pos+1); a.name >= len(text) || text[a.name] != '"' {
		return false
	}
	colon := space(text, skipString(text, a.name))
	if colon >= len(text) || text[colon] != ':' {
		return false
	}
	a.value = space(text, colon+1)
	return a.value < len(text)
}

// pastValue returns the index after the value at text[i], or len(text) when it does not end.
func pastValue(text []byte, i int) int {
	for depth := 0; i < len(text); {
		switch text[i] {
		case '"':
			i = skipString(text, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		default:
			for i++; depth == 0 && i < len(text) && text[i] != ',' && text[i] != '}' && text[i] != ']'; i++ {
			}
		}
		if depth <= 0 {
			return i
		}
	}
	return len(text)
}

// isText reports whether the string whose opening quote is text[i] stands for want. It does not check the string's end.
func isText(text []byte, i int, want string) bool {
	for i++; i < len(text); {
		char := text[i]
		switch {
		case char == '"':
			return want == ""
		case char == '\\':
			r, size := escape(text[i:])
			if r < 0 {
				return false
			}
			first, length := utf8.DecodeRuneInString(want)
			if length == 0 || first != r {
				return false
			}
			want = want[length:]
			i += size
		case want == "" || want[0] != char:
			return false
		default:
			want = want[1:]
			i++
		}
	}
	return false
}

// AppendNoVariant appends the mark of a value whose dynamic type is no variant of its union, in the place of that value. It makes the
// result an error that names the path.
func AppendNoVariant(b []byte) []byte {
	return appendFailure(b, "is of a kind that the tool does not declare")
}
