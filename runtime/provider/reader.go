package provider

import (
	"errors"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// reader reads a complete response.
type reader struct {
	parser
	format  Format
	calls   []Call
	turn    string // the model's message, as it is written
	failure string // what the server says in place of a response
	whole   bool   // only the message is wanted
	cut     bool   // the answer ends where its limit of tokens was reached
	stopped string // why the provider took the answer back; "" where it did not
	open    bool   // the last block is a call that such an end may have cut
}

// end says what is wrong with the response, and marks a call that the end of the answer has cut.
func (r *reader) end() error {
	if r.peek(); !r.failed && r.at < len(r.text) {
		r.fail()
	}
	switch {
	case r.failed:
		return errors.New("provider: the response is " + r.trouble())
	case r.failure != "" && r.calls == nil && (!r.whole || r.turn == ""):
		return errors.New("provider: the server answers: " + short(r.failure))
	}
	if r.stopped != "" {
		for i := range r.calls {
			r.calls[i].Err = takenBack(r.stopped)
		}
		return nil
	}
	if c := len(r.calls) - 1; r.cut && r.open && r.calls[c].Err == nil {
		r.calls[c].refuse(cutShort)
	}
	return nil
}

// cutShort is what is wrong with a call that ends too early, but not in the middle of its JSON.
const cutShort = "the answer ended before the call did; send the whole call again"

// ended reads why the answer ended.
func (r *reader) ended() {
	switch reason := r.string(); {
	case limitReached(reason):
		r.cut = true
	case stopped(reason):
		r.stopped = reason
	case reason == "MALFORMED_FUNCTION_CALL" || reason == "UNEXPECTED_TOOL_CALL": // Gemini has dropped what was no call
		r.failure = reason
	}
}

// takenBack is what is wrong with the calls of an answer that the provider stopped for that reason.
func takenBack(reason string) *runtime.Error {
	return runtime.NewError(runtime.ClassSkipped, "not run: the provider has stopped the answer that this call stands in: "+reason)
}

// stopped reports whether an answer that ended for that reason is one that the provider did not want the model to give, in the
// words of all formats. What stands in it is not meant to be acted on.
func stopped(reason string) bool {
	switch reason {
	case "refusal", "content_filter", "guardrail_intervened", "content_filtered", "malformed_model_output", "malformed_tool_use",
		"SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MODEL_ARMOR":
		return true
	}
	return false
}

// limitReached reports whether an answer that ended for that reason has been cut, in the words of all formats.
func limitReached(reason string) bool {
	switch reason {
	case "length", "model_length", "max_tokens", "MAX_TOKENS", "model_context_window_exceeded", "incomplete":
		return true
	}
	return false
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
					switch name {
					case "message", "content":
						r.message()
					case "finish_reason", "finishReason":
						r.ended()
					default:
						r.skip()
					}
				})
			})
		case name == "message" && r.format == Ollama:
			r.message()
		case name == "stop_reason" && r.format == Anthropic, name == "stopReason" && r.format == Bedrock,
			name == "done_reason" && r.format == Ollama, name == "status" && r.format == Responses:
			r.ended()
		case name == "incomplete_details" && r.format == Responses:
			r.eachMember(func(name string) {
				if name == "reason" {
					r.ended()
				} else {
					r.skip()
				}
			})
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

// items counts what is still to come of the list that is being read.
func (r *reader) items() (n int) {
	for ahead := r.parser; ahead.take(','); n++ {
		ahead.skip()
	}
	return n
}

// without is the JSON object less one member; the object itself where it has no such member.
func without(object, member string) string {
	if !strings.Contains(object, member) {
		return object
	}
	var kept strings.Builder
	kept.Grow(len(object))
	between := "{"
	p := parser{text: object}
	p.eachMember(func(name string) {
		value := p.raw()
		if name == member {
			return
		}
		for _, text := range [...]string{between, `"`, name, `":`, value} {
			kept.WriteString(text)
		}
		between = ","
	})
	if between == "{" {
		return "{}"
	}
	kept.WriteByte('}')
	return kept.String()
}

// blocks reads a list in which calls are.
func (r *reader) blocks() {
	if r.whole {
		r.skip()
		return
	}
	r.eachItem(func(i int) {
		c := fields[string]{index: i}
		c.read(&r.parser)
		if r.open = false; !c.isCall(r.format) || r.failed {
			return
		}
		if len(r.calls) == cap(r.calls) {
			r.calls = slices.Grow(r.calls, 1+min(r.items(), 1000))
		}
		r.calls = append(r.calls, c.call())
		r.open = c.blank() || r.format == Anthropic || r.format == Bedrock
	})
}
