package provider

// skip reads a value and keeps nothing of it.
func (p *scanner[T]) skip() {
	if p.depth++; p.depth > maxDepth {
		p.deep = !p.failed
		p.fail()
		return
	}
	switch p.peek() {
	case '{':
		p.eachMember(func(T) { p.skip() })
	case '[':
		p.eachItem(func(int) { p.skip() })
	case '"':
		p.str()
	default:
		p.literal()
	}
	p.depth--
}

// eachMember calls f for every member of an object; f reads the value. What is not an object is skipped.
func (p *scanner[T]) eachMember(f func(name T)) {
	if p.peek() != '{' {
		p.skip()
		return
	}
	if p.take('{'); p.take('}') {
		return
	}
	for !p.failed {
		if p.peek() != '"' {
			p.fail()
			return
		}
		name := p.str()
		if p.failed || !p.take(':') {
			p.fail()
			return
		}
		f(name[1 : len(name)-1])
		if !p.take(',') {
			break
		}
	}
	if !p.take('}') {
		p.fail()
	}
}

// eachItem calls f for every item of an array; f reads it. What is not an array is skipped.
func (p *scanner[T]) eachItem(f func(i int)) {
	if p.peek() != '[' {
		p.skip()
		return
	}
	if p.take('['); p.take(']') {
		return
	}
	for i := 0; !p.failed; i++ {
		f(i)
		if !p.take(',') {
			break
		}
	}
	if !p.take(']') {
		p.fail()
	}
}

// raw reads a value and returns it as it is written; nothing after a failure.
func (p *scanner[T]) raw() T {
	p.peek()
	start := p.at
	p.skip()
	if p.failed {
		return p.text[:0]
	}
	return p.text[start:p.at]
}

// string reads a string and returns what it says; "" for any other value.
func (p *scanner[T]) string() string { return string(p.word()) }

// word is string without a copy, where the string has no escapes.
func (p *scanner[T]) word() T {
	if p.peek() != '"' {
		p.skip()
		return p.text[:0]
	}
	text := p.str()
	if p.failed {
		return p.text[:0]
	}
	text = text[1 : len(text)-1]
	for i := range len(text) {
		if text[i] == '\\' {
			return T(appendUnquoted(make([]byte, 0, len(text)), text))
		}
	}
	return text
}

// appendString reads a string and appends what it says to b, a text that comes in pieces; nothing for any other value.
func (p *scanner[T]) appendString(b []byte) []byte {
	if p.peek() != '"' {
		p.skip()
		return b
	}
	text := p.str()
	if p.failed {
		return b
	}
	return appendPiece(b, text[1:len(text)-1])
}

// int reads a small whole number; other is the answer for any other value.
func (p *scanner[T]) int(other int) int {
	text := p.raw()
	if len(text) == 0 || len(text) > 9 || digits(text) != len(text) {
		return other
	}
	n := 0
	for i := range len(text) {
		n = 10*n + int(text[i]-'0')
	}
	return n
}
