package agent

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
	"github.com/toolgen/toolgen/runtime/provider"
)

// guard calls a function of the host, and makes a panic of it, and the end of its goroutine, an error. It returns when the function
// has.
func guard[T any](what string, f func() (T, error)) (value T, err error) {
	done := make(chan runtime.Result, 1)
	go runtime.Settle(what, func() runtime.Result {
		value, err = f()
		return runtime.Result{}
	}, func(r runtime.Result) { done <- r })
	if r := <-done; r.Err != nil {
		var none T
		return none, runtime.NewError(runtime.ClassInternal, "agent: "+what+" panicked or ended its goroutine").WithCause(errors.Unwrap(r.Err))
	}
	return value, err
}

// valid is a text with U+FFFD for what is not UTF-8, so that it is the same in a state.
func valid(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

// short is the beginning of a valid text that says why.
func short(text string) string {
	const most = 4 << 10
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return valid(text)
}

// validCalls is a copy of calls whose texts are UTF-8. It numbers them.
func validCalls(calls []provider.Call) []provider.Call {
	if len(calls) == 0 {
		return nil
	}
	list := make([]provider.Call, len(calls))
	for i, c := range calls {
		list[i] = provider.Call{Index: i, ID: valid(c.ID), Name: valid(c.Name), Args: []byte(valid(string(c.Args)))}
		if c.Err != nil {
			list[i].Err = runtime.NewError(runtime.Class(valid(string(c.Err.Class))), valid(c.Err.Message))
		}
	}
	return list
}

// What a message of the model may have, so that each line of it is one of a State, where a byte may become six.
const (
	mostText = codec.MaxSize / 8 // bytes of a text or of the arguments of a call, whatever is in them
	mostName = 4 << 10           // of the ID or the name of a call
)

// bound shortens what no state can hold: a text ends with a remark that says so, a call whose arguments are too large has none and an
// Err in place of them, which answers it. Raw is kept where nothing had to be shortened and a state has room for it.
func bound(m *Message) {
	long := func(texts ...string) bool {
		size, written := 0, 0
		for _, text := range texts {
			size += len(text)
		}
		if size <= mostText {
			return false
		}
		for _, text := range texts {
			written += len(codec.AppendString(nil, text))
		}
		return written > codec.MaxSize-mostText
	}
	cut := false
	if long(m.Text) {
		cut = true
		m.Text = strings.ToValidUTF8(m.Text[:mostText], "") + "\n[cut: the text had " + strconv.Itoa(len(m.Text)) + " bytes]"
	}
	for i := range m.Calls {
		c := &m.Calls[i]
		if c.Err != nil {
			c.Err = runtime.NewError(runtime.Class(short(string(c.Err.Class))), short(c.Err.Message))
		}
		if len(c.ID) > mostName || len(c.Name) > mostName {
			cut = true
			c.ID, c.Name = short(c.ID), short(c.Name)
			c.Err = runtime.NewError(runtime.ClassResourceExhausted, "not run: the id or the name of the call is longer than 4096 bytes").AsNotStarted()
		}
		if long(string(c.Args)) {
			cut = true
			c.Err = runtime.NewError(runtime.ClassResourceExhausted, "arguments: "+strconv.Itoa(len(c.Args))+" bytes are more than a call may have, which is about 900 KiB as JSON text; "+
				"do it in several calls with less in each").AsNotStarted()
			c.Args = []byte("{}")
		}
	}
	if cut || long(string(m.Raw), m.Text) { // which are one line
		m.Raw, m.Format = nil, ""
	}
}

// fits returns an error where a message is too large to be one of a state, or its Raw is no text.
func fits(m *Message) error {
	if !utf8.Valid(m.Raw) {
		return errors.New("agent: Turn.Raw is not UTF-8")
	}
	for _, line := range m.lines(nil) {
		if len(line) > codec.MaxSize {
			return errors.New("agent: a message, or a call in it, is larger than a state can hold, which is 1 MiB in JSON")
		}
	}
	return nil
}

// whole returns an error where a conversation is not complete: behind calls come their results, and nothing else has any. It ends
// with what a model answers.
func whole(conversation []Message) error {
	calls := 0
	for i := range conversation {
		m := &conversation[i]
		switch {
		case (m.Role == Tool) != (calls > 0), len(m.Results) != calls:
			return errors.New("agent: Compact returned a conversation in which the results are not behind their calls")
		case m.Role != User && m.Role != Assistant && m.Role != Tool, m.Role != Assistant && len(m.Calls) > 0:
			return errors.New("agent: Compact returned a message that no conversation has")
		}
		if err := fits(m); err != nil {
			return err
		}
		calls = len(m.Calls)
	}
	if n := len(conversation); n == 0 || conversation[n-1].Role == Assistant {
		return errors.New("agent: Compact returned a conversation without a last word for the model to answer")
	}
	return nil
}
