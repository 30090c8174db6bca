package provider

// fields are what a call is made of, in the words of all formats.
type fields[T string | []byte] struct {
	index      int
	kind       string // type
	id, callID string
	name       string
	status     string // of an item of Responses
	args       T      // as it is written
	inner      bool   // the call stands in an object of its own: function, functionCall, toolUse
}

func (c *fields[T]) call() Call {
	var call Call
	if raw := c.args; len(raw) > 0 && raw[0] == '"' {
		raw = raw[1 : len(raw)-1]
		call = newCall(c.index, c.identity(), c.name, appendUnquoted(make([]byte, 0, len(raw)), raw), false)
	} else {
		call = newCall(c.index, c.identity(), c.name, []byte(raw), true)
	}
	if c.status == "incomplete" && call.Err == nil {
		call.refuse(cutShort)
	}
	return call
}

// identity is the id that an answer to the call must have.
func (c *fields[T]) identity() string {
	if c.callID != "" {
		return c.callID
	}
	return c.id
}

// blank reports whether the model has written no arguments.
func (c *fields[T]) blank() bool {
	switch string(c.args) {
	case "", `""`, "null":
		return true
	}
	return false
}

// isCall reports whether the fields are a call that the program has to run.
func (c *fields[T]) isCall(f Format) bool {
	switch f {
	case Responses:
		return c.kind == "function_call"
	case Anthropic:
		return c.kind == "tool_use"
	case Bedrock:
		return c.inner && c.kind != "server_tool_use"
	case Gemini, GeminiLegacy:
		return c.inner
	}
	return true // all that is in tool_calls
}

// read reads one item of such a list.
func (c *fields[T]) read(p *scanner[T]) {
	p.eachMember(func(name T) {
		switch string(name) {
		case "type":
			c.kind = p.string()
		case "id", "toolUseId":
			c.id = p.string()
		case "call_id":
			c.callID = p.string()
		case "name":
			c.name = p.string()
		case "status":
			c.status = p.string()
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
func failure[T string | []byte](raw T) string {
	if string(raw) == "null" {
		return ""
	}
	p := scanner[T]{text: raw}
	message := ""
	if p.peek() == '"' {
		return p.string()
	}
	p.eachMember(func(name T) {
		if string(name) == "message" {
			message = p.string()
		} else {
			p.skip()
		}
	})
	if message == "" {
		return string(raw)
	}
	return message
}
