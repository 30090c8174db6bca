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
