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
		words = append(words, wordsOf(&p)...)
	})
	if p.failed {
		return ""
	}
	return string(words)
}

// wordsOf reads a message, or a block of one, and returns its words.
func wordsOf(p *bytesScanner) (words string) {
	kind, thought := "", false
	p.eachMember(func(name []byte) {
		switch string(name) {
		case "type":
			kind = p.string()
		case "thought":
			thought = string(p.raw()) == "true"
		case "text", "refusal":
			words += p.string()
		case "content", "parts":
			if p.peek() == '"' {
				words += p.string()
				return
			}
			p.eachItem(func(int) {
				if p.peek() == '{' {
					words += wordsOf(p)
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
	return "" // thoughts, calls, results of the provider's own tools
}

// Account is what a response says of itself: how many tokens were read and written, and whether the model was stopped before its end.
// The zero Account is one that has read nothing.
type Account struct {
	Input  int64 // tokens read, those from a cache too
	Output int64 // tokens written, with what the model thought
	Cut    bool  // a limit on tokens ended what the model said
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
			switch p.string() {
			case "length", "model_length", "max_tokens", "MAX_TOKENS", "model_context_window_exceeded", "incomplete":
				a.Cut = true
			}
		case "choices", "candidates":
			p.eachItem(func(i int) {
				if i == 0 && p.peek() == '{' {
					a.read(p)
				} else {
					p.skip()
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
