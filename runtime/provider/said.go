package provider

import "strconv"

// bytesScanner reads bytes that belong to somebody else.
type bytesScanner = scanner[[]byte]

// Said returns the words of a model's turn, as [Turn] and Stream.Turn return it: its texts one after the other, without what it
// thought, and a refusal where there is one. It is "" for a turn that only calls, and for what is no turn.
func Said(turn []byte) string {
	p := bytesScanner{text: turn}
	var words []byte
	p.eachItem(func(int) {
		if p.peek() != '{' {
			p.skip()
			return
		}
		words = appendWords(words, &p)
	})
	if p.failed {
		return ""
	}
	return string(whole(words))
}

// appendWords reads a message, or a block of one, and appends its words: pieces of one text, which may part in the middle of a character.
func appendWords(before []byte, p *bytesScanner) []byte {
	kind, thought, words := "", false, before
	p.eachMember(func(name []byte) {
		switch string(name) {
		case "type":
			kind = p.string()
		case "thought":
			thought = string(p.raw()) == "true"
		case "text", "refusal":
			words = p.appendString(words)
		case "content", "parts":
			if p.peek() == '"' {
				words = p.appendString(words)
				return
			}
			p.eachItem(func(int) {
				if p.peek() == '{' {
					words = appendWords(words, p)
				} else {
					p.skip()
				}
			})
		default:
			p.skip()
		}
	})
	switch kind {
	case "", "message", "text", "output_text", "refusal":
		if !thought {
			return words
		}
	}
	return before // thoughts, calls, results of the provider's own tools
}

// Account is what a response says of itself: how many tokens were read and written, and whether the model was stopped before its end.
// The zero Account is one that has read nothing.
type Account struct {
	Input  int64 // tokens read, those from a cache too
	Output int64 // tokens written, with what the model thought
	Cut    bool  // a limit on tokens ended what the model said

	// Stopped is why the provider stopped the answer, in its own word, such as refusal, content_filter or SAFETY; "" where it did
	// not. The calls of such an answer have an Err.
	Stopped string
}

// Read takes a complete response or one event of a streamed one, of any format. Of the counts of several events the highest
// counts, because providers repeat them as they grow. What it does not find, and what is no JSON, leaves the account as it is.
func (a *Account) Read(data []byte) {
	p := bytesScanner{text: data}
	next := *a
	next.read(&p)
	if !p.failed {
		*a = next
	}
}

// read looks through an object, and those in which the formats put what it looks for.
func (a *Account) read(p *bytesScanner) {
	p.eachMember(func(name []byte) {
		switch string(name) {
		case "usage", "usageMetadata":
			a.usage(p)
		case "prompt_eval_count": // Ollama
			a.Input = max(a.Input, count(p))
		case "eval_count":
			a.Output = max(a.Output, count(p))
		case "finish_reason", "finishReason", "stop_reason", "stopReason", "done_reason", "status":
			switch reason := p.string(); {
			case limitReached(reason):
				a.Cut = true
			case stopped(reason):
				a.Stopped = reason
			}
		case "incomplete_details": // Responses
			p.eachMember(func(name []byte) {
				if string(name) != "reason" {
					p.skip()
				} else if reason := p.string(); stopped(reason) {
					a.Stopped = reason
				}
			})
		case "choices", "candidates":
			p.eachItem(func(i int) {
				one := bytesScanner{text: p.raw()}
				if one.peek() == '{' && choice(one, i) == 0 {
					a.read(&one)
				}
			})
		case "message", "delta", "response", "metadata", "messageStop":
			if p.peek() == '{' {
				a.read(p)
			} else {
				p.skip()
			}
		default:
			p.skip()
		}
	})
}

// usage reads the counts. Some formats count what comes from a cache, or what was thought, apart.
func (a *Account) usage(p *bytesScanner) {
	var in, out int64
	p.eachMember(func(name []byte) {
		switch string(name) {
		case "prompt_tokens", "input_tokens", "inputTokens", "promptTokenCount", "toolUsePromptTokenCount",
			"cache_creation_input_tokens", "cache_read_input_tokens", "cacheReadInputTokens", "cacheWriteInputTokens":
			in += count(p)
		case "completion_tokens", "output_tokens", "outputTokens", "candidatesTokenCount", "thoughtsTokenCount":
			out += count(p)
		default:
			p.skip()
		}
	})
	a.Input, a.Output = max(a.Input, in), max(a.Output, out)
}

// count reads a number of tokens; 0 for any other value, and for one that nobody can mean.
func count(p *bytesScanner) int64 {
	n, err := strconv.ParseInt(string(p.raw()), 10, 64)
	if err != nil || n < 0 || n > 1<<40 {
		return 0
	}
	return n
}
