package agent

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"github.com/toolgen/toolgen/runtime/codec"
	"github.com/toolgen/toolgen/runtime/provider"
)

// API describes a provider's API for [NewAPI]: its format, what a request says besides the conversation, and how bytes get there. It
// needs no SDK and knows no address and no key: Send has them.
type API struct {
	Format provider.Format // any that has calls: all but those of MCP

	// Request is a JSON object with the members of every request that are not the conversation's, such as
	// {"model":"…","max_tokens":1000}. "stream" need not be among them. Nil is {}, as for Bedrock and Gemini, whose address names
	// the model.
	Request []byte

	Options provider.Options // for the definitions of tools

	// Send posts a request and returns the body of the response, whatever its status: an error that the server reports in the way of
	// its API is found there. It is called concurrently where runs are.
	Send func(ctx context.Context, request []byte) (response []byte, err error)

	// Stream is used in place of Send where it is set: it posts a request and calls event with each event of the response, as
	// provider.Stream.Event takes it, until event returns an error or the response ends. An answer whose events do not say that it is
	// whole (provider.Stream.Whole) has broken off: the turn fails, and nothing of it is run.
	Stream func(ctx context.Context, request []byte, event func(data []byte) error) error

	// Unoffered is told of tools that the format cannot offer, and why, once for each list of tools. Nil: nobody is told, and the model
	// does without them.
	Unoffered func(err error)
}

// NewAPI makes a [Model] of an API. It is an error if the format has no calls, if neither Send nor Stream is there, and if Request is
// no JSON object or has a member that the Model writes.
func NewAPI(a API) (Model, error) {
	m := &api{API: a, wire: wires[a.Format]}
	switch {
	case m.wire.list == "":
		return nil, errors.New("agent: no API has the format " + quoted(string(a.Format)))
	case a.Send == nil && a.Stream == nil:
		return nil, errors.New("agent: API has neither Send nor Stream")
	}
	request, err := codec.Canonical(a.Request)
	if err != nil {
		return nil, errors.New("agent: API.Request: " + err.Error())
	}
	streams := false
	c := codec.Open(request)
	for c.Object(); c.Field(); {
		name := string(c.Key)
		if slices.Contains([]string{m.wire.list, m.wire.system, provider.Member(a.Format)}, name) {
			return nil, errors.New("agent: API.Request has the member " + quoted(name) + ", which the Model writes")
		}
		streams = streams || name == "stream"
		c.Skip()
	}
	m.request = request[:len(request)-1]
	switch {
	case streams:
	case a.Stream != nil && m.wire.stream:
		m.request = member(m.request, "stream", "true")
	case a.Format == provider.Ollama: // which streams unless it is told
		m.request = member(m.request, "stream", "false")
	}
	return m, nil
}

// api is the Model of an API.
type api struct {
	API
	wire    wire
	request []byte // without the brace at its end
	known   atomic.Pointer[offered]
}

// offered is a list of tools as the API reads it. Lists change rarely, so the last one is kept.
type offered struct {
	tools []provider.Definition
	bytes []byte
}

// Next asks the API.
func (m *api) Next(ctx context.Context, conversation []Message, tools []provider.Definition) (Turn, error) {
	request, err := m.body(conversation, m.offer(tools))
	if err != nil {
		return Turn{}, err
	}
	turn := Turn{Format: m.Format}
	var account provider.Account
	if m.Stream != nil {
		stream := provider.NewStream(m.Format)
		err = m.Stream(ctx, request, func(data []byte) error {
			account.Read(data)
			return stream.Event(data)
		})
		if err == nil && !stream.Whole() {
			err = errBrokenOff
		}
		if err == nil {
			turn.Calls = stream.Calls()
			turn.Raw, err = stream.Turn()
		}
	} else {
		var response []byte
		if response, err = m.Send(ctx, request); err == nil {
			account.Read(response)
			if turn.Calls, err = provider.Calls(m.Format, response); err == nil {
				turn.Raw, err = provider.Turn(m.Format, response)
			}
		}
	}
	turn.Usage, turn.Cut, turn.Stopped = Usage{Input: account.Input, Output: account.Output}, account.Cut, account.Stopped
	if err != nil {
		return Turn{Usage: turn.Usage}, err
	}
	turn.Text = provider.Said(turn.Raw)
	return turn, nil
}

var errBrokenOff = errors.New("agent: the streamed answer broke off: it ended without saying that it was whole")

// offer returns the list of tools; nil where there is none.
func (m *api) offer(tools []provider.Definition) []byte {
	if known := m.known.Load(); known != nil && slices.Equal(known.tools, tools) {
		return known.bytes
	}
	bytes, err := provider.Tools(tools, m.Format, m.Options)
	if err != nil && m.Unoffered != nil {
		m.Unoffered(err)
	}
	m.known.Store(&offered{slices.Clone(tools), bytes})
	return bytes
}
