package provider

import "errors"

// skip reads a value and keeps nothing of it.
func (p *parser) skip() {
	if p.depth++; p.depth > maxDepth {
		p.fail()
		return
	}
	switch p.peek() {
	case '{':
		p.eachMember(func(string) { p.skip() })
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
func (p *parser) eachMember(f func(name string)) {
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
func (p *parser) eachItem(f func(i int)) {
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

// raw reads a value and returns it as it is written.
func (p *parser) raw() string {
	p.peek()
	start := p.at
	p.skip()
	if p.failed {
		return ""
	}
	return p.text[start:p.at]
}

// string reads a string and returns what it says; "" for any other value.
func (p *parser) string() string {
	if p.peek() != '"' {
		p.skip()
		return ""
	}
	text := p.str()
	if p.failed {
		return ""
	}
	return unquote(text)
}

// int reads a small whole number; other is the answer for any other value.
func (p *parser) int(other int) int {
	text := p.raw()
	if text == "" || len(text) > 9 || digits(text) != len(text) {
		return other
	}
	n := 0
	for i := range len(text) {
		n = 10*n + int(text[i]-'0')
	}
	return n
}

// reader reads a complete response.
type reader struct {
	parser
	format  Format
	calls   []Call
	turn    string // the model's message, as it is written
	failure string // what the server says in place of a response
}

// end says what is wrong with the response.
func (r *reader) end() error {
	if r.peek(); !r.failed && r.at < len(r.text) {
		r.fail()
	}
	switch {
	case r.failed:
		return errors.New("provider: the response is not JSON at byte " + itoa(r.at))
	case r.failure != "" && r.calls == nil:
		return errors.New("provider: the server answers: " + short(r.failure))
	}
	return nil
}

// response reads what is around the model's message.
func (r *reader) response() {
	if r.peek() != '{' {
		r.fail()
		return
	}
	r.eachMember(func(name string) {
		switch {
		case name == "error":
			r.failure = failure(r.raw())
		case name == "message" && r.format == Bedrock: // an error of AWS
			r.failure = r.string()
		case name == "choices" && (r.format == OpenAI || r.format == Mistral), name == "candidates" && (r.format == Gemini || r.format == GeminiLegacy):
			r.eachItem(func(i int) {
				if i > 0 {
					r.skip()
					return
				}
				r.eachMember(func(name string) {
					if name == "message" || name == "content" {
						r.message()
					} else {
						r.skip()
					}
				})
			})
		case name == "message" && r.format == Ollama:
			r.message()
		case name == "output" && r.format == Bedrock:
			r.eachMember(func(name string) {
				if name == "message" {
					r.message()
				} else {
					r.skip()
				}
			})
		case name == "output" && r.format == Responses, name == "content" && r.format == Anthropic:
			if r.peek() == '[' {
				start := r.at
				r.blocks()
				r.turn = r.text[start:r.at]
			} else {
				r.skip()
			}
		default:
			r.skip()
		}
	})
}

// message reads a message that is an object.
func (r *reader) message() {
	if r.peek() != '{' {
		r.skip()
		return
	}
	start := r.at
	r.eachMember(func(name string) {
		switch {
		case name == "tool_calls" && r.format != Bedrock && r.format != Gemini && r.format != GeminiLegacy,
			name == "parts" && (r.format == Gemini || r.format == GeminiLegacy),
			name == "content" && r.format == Bedrock:
			r.blocks()
		default:
			r.skip()
		}
	})
	r.turn = r.text[start:r.at]
}

// blocks reads a list in which calls are.
func (r *reader) blocks() {
	r.eachItem(func(i int) {
		c := fields{index: i}
		c.read(&r.parser)
		if c.isCall(r.format) && !r.failed {
			if r.calls == nil {
				r.calls = make([]Call, 0, 4)
			}
			r.calls = append(r.calls, c.call())
		}
	})
}

// fields are what a call is made of, in the words of all formats.
type fields struct {
	index      int
	kind       string // type
	id, callID string
	name       string
	args       string // as it is written
	inner      bool   // the call stands in an object of its own: function, functionCall, toolUse
}

func (c *fields) call() Call {
	id := c.id
	if c.callID != "" {
		id = c.callID
	}
	return newCall(c.index, id, c.name, c.args, false)
}

// isCall reports whether the fields are a call that the program has to run.
func (c *fields) isCall(f Format) bool {
	switch f {
	case Responses:
		return c.kind == "function_call"
	case Anthropic:
		return c.kind == "tool_use"
	case Bedrock, Gemini, GeminiLegacy:
		return c.inner
	}
	return true // all that is in tool_calls
}

// read reads one item of such a list.
func (c *fields) read(p *parser) {
	p.eachMember(func(name string) {
		switch name {
		case "type":
			c.kind = p.string()
		case "id", "toolUseId":
			c.id = p.string()
		case "call_id":
			c.callID = p.string()
		case "name":
			c.name = p.string()
		case "arguments", "input", "args":
			c.args = p.raw()
		case "function", "functionCall", "toolUse":
			if p.peek() == '{' {
				c.inner = true
				c.read(p)
			} else {
				p.skip()
			}
		default:
			p.skip()
		}
	})
}

// failure finds the message in what a server says went wrong; "" where that is null.
func failure(raw string) string {
	if raw == "null" {
		return ""
	}
	p := parser{text: raw}
	message := ""
	if p.peek() == '"' {
		return p.string()
	}
	p.eachMember(func(name string) {
		if name == "message" {
			message = p.string()
		} else {
			p.skip()
		}
	})
	if message == "" {
		return raw
	}
	return message
}
