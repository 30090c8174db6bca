package provider

import (
	"context"
	"errors"
	"iter"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// Call is one tool call of a model's answer.
type Call struct {
	Index int    // the position in the answer: of the call, or of the block or item that it is
	ID    string // the provider's name for the call; "" where it gives none, as Ollama and older Gemini models do
	Name  string
	Args  []byte         // a JSON object, byte for byte as the model wrote it; {} where it wrote nothing (J1)
	Err   *runtime.Error // why the call cannot be run: Args are no JSON object, the ID has been there before. Such a call is answered too
}

// Calls reads the tool calls of a complete response: the body of an answer to a request that is not streamed. None is no
// error. Of several choices or candidates the first counts. Calls that a provider runs itself are not among them.
//
// A call that is broken comes with its Err, and is answered like all others, because providers refuse an answer that leaves
// one out. The error says that response is not of the format, or what the server has answered in place of a response.
func Calls(f Format, response []byte) ([]Call, error) {
	if err := speaks(f); err != nil {
		return nil, err
	}
	r := reader{parser: parser{text: string(response)}, format: f}
	r.response()
	if err := r.end(); err != nil {
		return nil, err
	}
	return settle(r.calls), nil
}

// Turn returns what the model's answer is in the list of messages of the next request: a JSON array, of one message or, for
// Responses, of all items. What the provider has put into it, such as the signatures of thoughts, is there as it came.
func Turn(f Format, response []byte) ([]byte, error) {
	if err := speaks(f); err != nil {
		return nil, err
	}
	r := reader{parser: parser{text: string(response)}, format: f, whole: true}
	r.response()
	if err := r.end(); err != nil {
		return nil, err
	}
	if r.turn == "" {
		return nil, errors.New("provider: the response has no message of a model")
	}
	switch f {
	case Responses:
		return []byte(r.turn), nil
	case OpenAI: // which puts annotations into answers, and has no place for them in requests
		r.turn = without(r.turn, "annotations")
	case Anthropic:
		return []byte(`[{"role":"assistant","content":` + r.turn + `}]`), nil
	}
	return append(append(append(make([]byte, 0, len(r.turn)+2), '['), r.turn...), ']'), nil
}

// Run calls the tools, one after the other, on behalf of the principal in ctx, and returns one result for each call, in
// their order. A call with an Err has it as its result; nothing is run for it. The calls' IDs are in the context of each
// (runtime.CallFrom). For calls side by side use package compose.
func Run(ctx context.Context, reg *runtime.Registry, calls []Call) []runtime.Result {
	results := make([]runtime.Result, len(calls))
	principal := runtime.PrincipalFrom(ctx)
	for i := range calls {
		c := &calls[i]
		if c.Err != nil {
			results[i] = runtime.Result{Err: c.Err}
			continue
		}
		results[i] = reg.Call(runtime.WithCall(ctx, runtime.Call{ID: c.ID, Principal: principal, Attempt: 1}), c.Name, c.Args)
	}
	return results
}

// speaks reports formats that have no calls and results.
func speaks(f Format) error {
	switch d := dialectOf(f); {
	case d == nil:
		return errors.New("provider: there is no format " + string(f))
	case d.revision != "":
		return errors.New("provider: calls and results of " + string(f) + " are the protocol's business")
	}
	return nil
}

// newCall makes a call of what has been read, and keeps args, which are a JSON value or, where not read yet, perhaps none.
func newCall(index int, id, name string, args []byte, read bool) Call {
	c := Call{Index: index, ID: id, Name: name, Args: args}
	p := scanner[[]byte]{text: args}
	switch first := p.peek(); {
	case first == 0 && p.at == len(args): // J1
		c.Args = []byte("{}")
	case !read || first != '{':
		p.skip()
		if p.peek(); p.at < len(args) {
			p.fail()
		}
		switch {
		case p.deep:
			c.refuse(p.trouble() + "; send less of it, or flatter")
		case p.failed && p.at >= len(args):
			c.refuse("the JSON ends in the middle; send the whole object")
		case p.failed:
			c.refuse("not valid JSON at byte " + itoa(p.at) + "; send one JSON object")
		case first == 'n':
			c.Args = []byte("{}")
		case first != '{':
			n, _ := parse(string(args))
			c.refuse("must be a JSON object, got " + strings.Replace(typeOf(&n), "integer", "number", 1))
		}
	}
	if name == "" && c.Err == nil {
		c.Err = runtime.NewError(runtime.ClassUnknownTool, "the call names no tool")
	}
	return c
}

func (c *Call) refuse(why string) {
	c.Err = runtime.NewError(runtime.ClassInvalidArguments, "arguments: "+why)
	c.Err.Problems = []runtime.Problem{{Path: "arguments", Message: why}}
}

// settle finds IDs that have been there before: providers take one result for each.
func settle(calls []Call) []Call {
	for i := range repeatedIDs(calls) {
		calls[i].Err = runtime.NewError(runtime.ClassSkipped, "the id of this call has been used before; only the first call of that id counts")
	}
	return calls
}

// repeatedIDs yields the calls whose ID an earlier one has.
func repeatedIDs(calls []Call) iter.Seq[int] {
	return func(yield func(int) bool) {
		var seen map[string]bool // where there are many
		if len(calls) > 16 {
			seen = make(map[string]bool, len(calls))
		}
		for i := range calls {
			id := calls[i].ID
			again := seen[id]
			for j := 0; seen == nil && j < i && !again; j++ {
				again = calls[j].ID == id
			}
			if seen != nil {
				seen[id] = true
			}
			if again && id != "" && !yield(i) {
				return
			}
		}
	}
}
