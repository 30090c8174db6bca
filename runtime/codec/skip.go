package codec

// Skip reads any one value and drops it. Its syntax and its strings are checked in full; duplicate keys inside it are not looked for.
func (c *Cursor) Skip() {
	c.start = c.pos
	c.skip()
}

// skip reads any one value and reports whether its syntax holds. It does not recurse: one bit a level tells objects from arrays,
// and MaxDepth is 64.
func (c *Cursor) skip() bool {
	text, i := c.text, c.pos
	depth, objects := c.depth, uint64(0)
	for {
		first := i < len(text) && (text[i] == '{' || text[i] == '[')
		if first {
			if depth == MaxDepth {
				return c.tooDeep()
			}
			depth++
			objects <<= 1
			if text[i] == '{' {
				objects |= 1
			}
			i++
		} else if i = c.skipScalar(i); i < 0 {
			return false
		}

		// Leave the containers that end here, then go on to the next value of the one that does not.
		for depth > c.depth {
			i = space(text, i)
			container := anArray
			if objects&1 != 0 {
				container = anObject
			}
			if i < len(text) && text[i] == container.closing() {
				i++
				depth--
				objects >>= 1
				first = false
				continue
			}
			if i = c.skipToValue(i, container, first); i < 0 {
				return false
			}
			break
		}
		if depth == c.depth {
			c.pos = i
			return true
		}
	}
}

// skipScalar returns the index after the scalar at i, or -1.
func (c *Cursor) skipScalar(i int) int {
	text := c.text
	if i >= len(text) {
		c.breakAt(i, "a value")
		return -1
	}
	switch text[i] {
	case '"':
		end, plain := scan(text, i+1)
		if !plain {
			end = c.unquote(i, end, aString)
		}
		if end == len(text) {
			return -1
		}
		return end + 1
	case 't':
		return c.word(i, "true")
	case 'f':
		return c.word(i, "false")
	case 'n':
		return c.word(i, "null")
	}
	end, valid := number(text, i)
	if !valid {
		c.breakNumber(i, end)
		return -1
	}
	return end
}

// skipToValue goes from i, where the container does not end, to its next value: over a comma unless it is the first, and over a key.
func (c *Cursor) skipToValue(i int, container kind, first bool) int {
	text, begin := c.text, i
	if !first && i < len(text) && text[i] == ',' {
		i = space(text, i+1)
	}
	if !first && i == begin || container == anObject && (i >= len(text) || text[i] != '"') {
		c.lostAt(i, container, first)
		return -1
	}
	if container == anArray {
		return i
	}
	end, plain := scan(text, i+1)
	if !plain {
		end = c.unquote(i, end, aKey)
	}
	if i = space(text, end+1); i >= len(text) || text[i] != ':' {
		c.breakAt(i, `":"`)
		return -1
	}
	return space(text, i+1)
}

// word returns the index after the literal name at i, or -1.
func (c *Cursor) word(i int, name string) int {
	end := i + len(name)
	if end > len(c.text) || string(c.text[i:end]) != name {
		c.breakAt(i, "a value")
		return -1
	}
	return end
}

// space returns the index of the first byte of text, from i on, that is not JSON white space.
func space(text []byte, i int) int {
	const blanks = 1<<' ' | 1<<'\t' | 1<<'\n' | 1<<'\r'
	for i < len(text) && text[i] <= ' ' && blanks>>text[i]&1 != 0 {
		i++
	}
	return i
}

// number returns the end of the number (RFC 8259, J10) that begins at text[i]. When there is none, valid is false and end is the
// byte that should have been a digit, or should not have been one.
func number(text []byte, i int) (end int, valid bool) {
	if i < len(text) && text[i] == '-' {
		i++
	}
	if i < len(text) && text[i] == '0' {
		if i++; i < len(text) && isDigit(text[i]) {
			return i, false
		}
	} else if end = digits(text, i); end == i {
		return i, false
	} else {
		i = end
	}
	if i < len(text) && text[i] == '.' {
		if end = digits(text, i+1); end == i+1 {
			return end, false
		}
		i = end
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		if i++; i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		if end = digits(text, i); end == i {
			return i, false
		}
		i = end
	}
	return i, true
}

// digits returns the end of the run of decimal digits that begins at text[i].
func digits(text []byte, i int) int {
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	return i
}

func isDigit(char byte) bool { return char-'0' <= 9 }
