package agent

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/codec"
	"github.com/toolgen/toolgen/runtime/provider"
)

// wire is how an API writes a conversation.
type wire struct {
	list   string // the member that has the messages
	system string // the member that has the system message; "" where it is the first of the messages
	stream bool   // a member "stream" makes it stream; elsewhere the address does

	// Where a message is a list of blocks, and what one side says in a row is one message: the roles of the two sides and the name of
	// the list. Empty where each message stands alone.
	user, model, blocks string
}

var wires = map[provider.Format]wire{
	provider.OpenAI:       {list: "messages", stream: true},
	provider.Mistral:      {list: "messages", stream: true},
	provider.Ollama:       {list: "messages", stream: true},
	provider.Responses:    {list: "input", system: "instructions", stream: true},
	provider.Anthropic:    {list: "messages", system: "system", stream: true, user: "user", model: "assistant", blocks: "content"},
	provider.Bedrock:      {list: "messages", system: "system", user: "user", model: "assistant", blocks: "content"},
	provider.Gemini:       {list: "contents", system: "systemInstruction", user: "user", model: "model", blocks: "parts"},
	provider.GeminiLegacy: {list: "contents", system: "systemInstruction", user: "user", model: "model", blocks: "parts"},
}

// body writes a request.
func (m *api) body(conversation []Message, tools []byte) ([]byte, error) {
	b := slices.Clone(m.request)
	w := writer{api: m}
	for i := range conversation {
		message := &conversation[i]
		if message.Role == System && m.wire.system != "" {
			b = member(b, m.wire.system, string(m.instructions(message.Text)))
			continue
		}
		if err := w.message(i, message); err != nil {
			return nil, err
		}
	}
	w.close()
	b = member(b, m.wire.list, "["+string(w.b)+"]")
	if tools != nil {
		b = member(b, provider.Member(m.Format), string(tools))
	}
	return append(b, '}'), nil
}

// instructions writes the value of the system's own member.
func (m *api) instructions(text string) []byte {
	quoted := codec.AppendString(nil, text)
	switch m.Format {
	case provider.Bedrock:
		return slices.Concat([]byte(`[{"text":`), quoted, []byte("}]"))
	case provider.Gemini, provider.GeminiLegacy:
		return slices.Concat([]byte(`{"parts":[{"text":`), quoted, []byte("}]}"))
	}
	return quoted
}

// writer writes messages one after the other.
type writer struct {
	*api
	b     []byte
	calls []provider.Call // of the last turn, with IDs where the API wants some
	open  string          // the role of the message of blocks that is not closed; "" for none
}

// message writes message i of a conversation.
func (w *writer) message(i int, m *Message) error {
	switch m.Role {
	case Assistant:
		w.calls = w.named(i, m.Calls)
		w.turn(m)
	case Tool:
		results, err := provider.Results(w.Format, w.calls, m.Results)
		if err != nil {
			return err
		}
		results = bytes.TrimSuffix(bytes.TrimPrefix(results, []byte("[")), []byte("]"))
		if w.wire.blocks == "" {
			w.item(string(results))
			return nil
		}
		_, results, found := bytes.Cut(results, []byte(`"`+w.wire.blocks+`":[`))
		if !found {
			return errors.New("agent: results without " + w.wire.blocks)
		}
		w.block(w.wire.user, string(bytes.TrimSuffix(results, []byte("]}"))))
	default:
		text := string(codec.AppendString(nil, m.Text))
		if w.wire.blocks == "" {
			w.item(`{"role":"` + string(m.Role) + `","content":` + text + `}`)
			return nil
		}
		w.block(w.wire.user, w.textBlock(text))
	}
	return nil
}

// named returns calls with an ID each where the API knows them by it.
func (w *writer) named(i int, calls []provider.Call) []provider.Call {
	switch w.Format {
	case provider.Gemini, provider.GeminiLegacy, provider.Ollama:
		return calls
	}
	calls = slices.Clone(calls)
	for j := range calls {
		if calls[j].ID == "" {
			calls[j].ID = "call_" + strconv.Itoa(i) + "_" + strconv.Itoa(j)
		}
	}
	return calls
}

// turn writes what the model said: as it came where this API wrote it, else in its words.
func (w *writer) turn(m *Message) {
	if m.Text == "" && len(m.Calls) == 0 {
		return // APIs refuse a message without anything in it
	}
	if len(m.Raw) > 2 && m.Format == w.Format {
		w.close()
		w.item(string(bytes.TrimSuffix(bytes.TrimPrefix(m.Raw, []byte("[")), []byte("]"))))
		return
	}
	text := ""
	if m.Text != "" {
		text = string(codec.AppendString(nil, m.Text))
	}
	var calls []string
	for j := range w.calls {
		c := &w.calls[j]
		again := slices.ContainsFunc(w.calls[:j], func(other provider.Call) bool { return other.ID == c.ID && c.ID != "" })
		if !again { // there is one result for each ID
			calls = append(calls, w.call(c))
		}
	}
	switch {
	case w.wire.blocks != "":
		if text != "" {
			w.block(w.wire.model, w.textBlock(text))
		}
		for _, call := range calls {
			w.block(w.wire.model, call)
		}
	case w.Format == provider.Responses:
		if text != "" {
			w.item(`{"role":"assistant","content":` + text + `}`)
		}
		for _, call := range calls {
			w.item(call)
		}
	case text != "" || len(calls) > 0:
		if text == "" {
			text = `""`
		}
		one := `{"role":"assistant","content":` + text
		if len(calls) > 0 {
			one += `,"tool_calls":[` + strings.Join(calls, ",") + "]"
		}
		w.item(one + "}")
	}
}

// call writes a call of the model.
func (w *writer) call(c *provider.Call) string {
	quote := func(s string) string { return string(codec.AppendString(nil, s)) }
	object := "{}"
	if canonical, err := codec.Canonical(c.Args); err == nil {
		object = string(canonical)
	}
	id, name := quote(c.ID), quote(c.Name)
	switch w.Format {
	case provider.Responses:
		return `{"type":"function_call","call_id":` + id + `,"name":` + name + `,"arguments":` + quote(object) + `}`
	case provider.Anthropic:
		return `{"type":"tool_use","id":` + id + `,"name":` + name + `,"input":` + object + `}`
	case provider.Bedrock:
		return `{"toolUse":{"toolUseId":` + id + `,"name":` + name + `,"input":` + object + `}}`
	case provider.Gemini, provider.GeminiLegacy:
		if c.ID == "" {
			return `{"functionCall":{"name":` + name + `,"args":` + object + `}}`
		}
		return `{"functionCall":{"id":` + id + `,"name":` + name + `,"args":` + object + `}}`
	case provider.Ollama:
		return `{"function":{"name":` + name + `,"arguments":` + object + `}}`
	}
	return `{"id":` + id + `,"type":"function","function":{"name":` + name + `,"arguments":` + quote(object) + `}}`
}

// textBlock writes a text as a block.
func (w *writer) textBlock(text string) string {
	if w.Format == provider.Anthropic {
		return `{"type":"text","text":` + text + `}`
	}
	return `{"text":` + text + `}`
}

// block adds blocks to the message of that side, or begins one.
func (w *writer) block(role, blocks string) {
	if w.open == role {
		w.b = append(w.b, ',')
	} else {
		w.close()
		w.item(`{"role":"` + role + `","` + w.wire.blocks + `":[`)
		w.open = role
	}
	w.b = append(w.b, blocks...)
}

// close ends the message of blocks that is open.
func (w *writer) close() {
	if w.open != "" {
		w.b = append(w.b, ']', '}')
		w.open = ""
	}
}

// item adds an item to the list of messages.
func (w *writer) item(text string) {
	if len(w.b) > 0 {
		w.b = append(w.b, ',')
	}
	w.b = append(w.b, text...)
}

// member adds a member to an object that has no brace at its end yet.
func member(b []byte, name, value string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	b = append(codec.AppendString(b, name), ':')
	return append(b, value...)
}
