package agent

import (
	"context"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/provider"
)

// Model is what thinks: it reads a conversation and says what comes next. [API] makes one of a provider's API; tests script one with
// [ModelFunc].
type Model interface {
	// Next returns the model's next turn. conversation begins with the system message, if there is one, and ends with what a user
	// said or with the results of the turn before. tools are those that the model may call now, sorted by name. Both are the model's to
	// keep, and what they point to is not to be modified. An error, a panic and the end of the goroutine end the run, which
	// can be resumed: a Model that wants to try again does so itself. It is called concurrently where runs are.
	Next(ctx context.Context, conversation []Message, tools []provider.Definition) (Turn, error)
}

// ModelFunc is a function that is a Model.
type ModelFunc func(ctx context.Context, conversation []Message, tools []provider.Definition) (Turn, error)

// Next calls f.
func (f ModelFunc) Next(ctx context.Context, conversation []Message, tools []provider.Definition) (Turn, error) {
	return f(ctx, conversation, tools)
}

// Turn is one answer of a model. Without Calls it ends the run.
type Turn struct {
	Text  string
	Calls []provider.Call // in the model's order. IDs may be "", and may come again in another turn, but not in the same
	Usage Usage
	Cut   bool // the model was stopped before its end, by a limit on what it may say

	// Stopped is why the provider stopped the model or took back what it said, in its own word, such as content_filter; "" where it did
	// not. The run ends with Cut, behind the results of Calls, of which provider.Calls lets none run.
	Stopped string

	// Raw is the turn as its API writes it in the next request (provider.Turn), with what only the API understands; nil where there
	// is none. Format says whose it is.
	Raw    []byte
	Format provider.Format
}

// Usage counts tokens, as a model reports them; zero where it does not.
type Usage struct {
	Input  int64 // read, cached or not
	Output int64 // written, with what it thought
}

// Role says who a message is from.
type Role string

// The roles.
const (
	System    Role = "system"    // the host: instructions
	User      Role = "user"      // whoever gives the task
	Assistant Role = "assistant" // the model
	Tool      Role = "tool"      // the tools: results
)

// Message is one step of a conversation.
type Message struct {
	Role  Role
	Text  string          // what was said; "" for Tool, and where a model only calls
	Calls []provider.Call // of Assistant

	// Results of Tool answer the Calls of the message before, one for each, in their order. They are bounded by Limits.Result and have
	// no Notes; of an error there is its class and message.
	Results []runtime.Result

	Raw    []byte          // of Assistant: see Turn
	Format provider.Format // of Raw
}

// size is how many bytes a message counts for in Limits.Bytes.
func (m *Message) size() int64 {
	if len(m.Raw) > 0 {
		return int64(len(m.Raw))
	}
	n := len(m.Text)
	for i := range m.Calls {
		n += len(m.Calls[i].ID) + len(m.Calls[i].Name) + len(m.Calls[i].Args)
	}
	total := int64(n)
	for i := range m.Results {
		total += m.Results[i].Size()
		if err := m.Results[i].Err; err != nil {
			total += int64(len(err.Message))
		}
	}
	return total
}
