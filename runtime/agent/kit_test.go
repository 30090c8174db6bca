package agent_test

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/provider"
)

// What the tests of this package have in common: models that follow a script, and tools that write down that they ran.

// calls makes a turn of calls, each in words: ID NAME ARGS, of which ARGS may be left out. Words that are no JSON object are the member w
// of one.
func calls(words ...string) agent.Turn {
	var turn agent.Turn
	for _, word := range words {
		parts := append(strings.SplitN(word, " ", 3), "")
		args := parts[2]
		if args != "" && args[0] != '{' {
			args = `{"w":` + strconv.Quote(args) + `}`
		}
		turn.Calls = append(turn.Calls, provider.Call{ID: parts[0], Name: parts[1], Args: []byte(args)})
	}
	return turn
}

func says(text string) agent.Turn { return agent.Turn{Text: text} }

// script is a model that takes its turns by how many it has had in this conversation, so that one that is resumed goes on where it was.
type script []agent.Turn

func (s script) Next(_ context.Context, conversation []agent.Message, _ []provider.Definition) (agent.Turn, error) {
	n := 0
	for _, m := range conversation {
		if m.Role == agent.Assistant {
			n++
		}
	}
	return s[n], nil
}

// log is what tools have done, in order.
type log struct {
	mu   sync.Mutex
	done []string
}

func (l *log) add(what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done = append(l.done, what)
}

func (l *log) count(what string) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, done := range l.done {
		if done == what {
			n++
		}
	}
	return n
}

// words is what calls made the arguments of.
func words(args []byte) string {
	inner, found := strings.CutPrefix(string(args), `{"w":`)
	text, err := strconv.Unquote(strings.TrimSuffix(inner, "}"))
	if !found || err != nil {
		return string(args)
	}
	return text
}

// tool makes a tool that writes NAME ARGS into the log and answers with it.
func (l *log) tool(spec runtime.Spec) runtime.Tool {
	return runtime.Func(spec, func(ctx context.Context, args []byte) runtime.Result {
		what := strings.TrimSpace(spec.Name + " " + words(args))
		l.add(what)
		return runtime.Text("did " + what)
	})
}

// does makes a tool of a function.
func does(spec runtime.Spec, fn func(ctx context.Context, args []byte) runtime.Result) runtime.Tool {
	return runtime.Func(spec, fn)
}

func registry(t testing.TB, tools runtime.Set, options ...runtime.Option) *runtime.Registry {
	t.Helper()
	reg := runtime.NewRegistry(options...)
	require.NoError(t, reg.Register(tools))
	return reg
}

func build(t testing.TB, c agent.Config) *agent.Agent {
	t.Helper()
	if c.Name == "" {
		c.Name = "bot"
	}
	if c.Registry == nil {
		c.Registry = runtime.NewRegistry()
	}
	a, err := agent.New(c)
	require.NoError(t, err)
	return a
}

// transcript is a conversation in words, one line for each message and each result.
func transcript(s *agent.State) (lines []string) {
	for _, m := range s.Messages() {
		switch m.Role {
		case agent.Tool:
			for _, r := range m.Results {
				line := r.Output()
				if r.Err != nil {
					line = string(r.Err.Class) + ": " + r.Err.Message
				}
				lines = append(lines, "  "+line)
			}
		case agent.Assistant:
			line := "model: " + m.Text
			for _, c := range m.Calls {
				line += "[" + c.ID + " " + c.Name + "]"
			}
			lines = append(lines, line)
		default:
			lines = append(lines, string(m.Role)+": "+m.Text)
		}
	}
	return lines
}

// complete checks the law of conversations: behind calls come their results, one for each.
func complete(t testing.TB, s *agent.State) {
	t.Helper()
	want := 0
	for i, m := range s.Messages() {
		require.Equal(t, want > 0, m.Role == agent.Tool, "message %d", i)
		require.Len(t, m.Results, want, "message %d", i)
		want = len(m.Calls)
	}
	require.Zero(t, want, "the last calls have no results")
}

// reread is a state as another process has it.
func reread(t testing.TB, s *agent.State) *agent.State {
	t.Helper()
	text := s.Encode()
	read, err := agent.Decode(text)
	require.NoError(t, err, "%s", text)
	require.Equal(t, string(text), string(read.Encode()))
	return read
}

// asking is an authorizer that lets everybody see everything, and wants a person's yes for the tools that begin with ask.
type asking struct{}

func (asking) Authorize(context.Context, runtime.Principal, *runtime.Spec) error { return nil }

func (asking) Judge(_ context.Context, _ *runtime.Principal, tool *runtime.Spec) *runtime.Verdict {
	if !strings.HasPrefix(tool.Name, "ask") {
		return nil
	}
	return &runtime.Verdict{Review: asking{}}
}

func (asking) Review(context.Context, *runtime.Principal, *runtime.Call) runtime.Opinion {
	return runtime.Opinion{Ask: errAsk}
}

const errAsk = why("rule ask")

type why string

func (w why) Error() string { return string(w) }

var _ runtime.Judge = asking{}

func number(i int) string { return strconv.Itoa(i) }
