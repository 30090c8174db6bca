package mcp

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/toolgen/toolgen/runtime/codec"
)

// This file is what a message of a client must be before the SDK sees it. The SDK ends a session, and all calls in it, over a message
// that it cannot read, and tells others what its own types are called.

// maxNesting is how deep the arrays and objects of a message may lie in each other. The SDK reads about twice that.
const maxNesting = 500

// message is a client's message that can be handed on.
type message struct {
	id     json.RawMessage // nil for a notification or an answer
	method string          // "" for an answer
	params json.RawMessage
}

// fault is a message that cannot be handed on.
type fault struct {
	jsonrpc.Error
	id     json.RawMessage // nil where it is not known
	silent bool            // nobody waits for an answer: it would be one to a notification, or to an answer
}

func faultOf(code int64, id json.RawMessage, text string) *fault {
	return &fault{Error: jsonrpc.Error{Code: code, Message: text}, id: id}
}

// answer is the message that says so. An unknown id is null there.
func (f *fault) answer() []byte {
	b := append([]byte(`{"jsonrpc":"2.0","id":`), f.id...)
	if f.id == nil {
		b = append(b, "null"...)
	}
	b = append(strconv.AppendInt(append(b, `,"error":{"code":`...), f.Code, 10), `,"message":`...)
	return append(codec.AppendString(b, f.Message), "}}"...)
}

// examine reads one message as far as it must be known that it is one.
func examine(text []byte) (*message, *fault) {
	if !utf8.Valid(text) {
		return nil, faultOf(jsonrpc.CodeParseError, nil, "the message is not UTF-8")
	}
	if deeper(text, maxNesting) {
		return nil, faultOf(jsonrpc.CodeInvalidRequest, idIn(text), "the message is nested deeper than "+strconv.Itoa(maxNesting))
	}
	var members map[string]json.RawMessage
	switch err := json.Unmarshal(text, &members); {
	case err != nil && !json.Valid(text):
		return nil, faultOf(jsonrpc.CodeParseError, nil, "the message is not one JSON value")
	case err != nil || kindOf(text) != '{':
		return nil, faultOf(jsonrpc.CodeInvalidRequest, nil, "the message: expected a JSON object, got "+kindName(text))
	}
	if members["method"] == nil && (members["result"] != nil || members["error"] != nil) {
		if !isID(members["id"]) {
			f := faultOf(jsonrpc.CodeInvalidRequest, nil, "an answer without an id")
			f.silent = true
			return nil, f
		}
		return &message{}, nil
	}
	m := &message{id: members["id"], params: members["params"]}
	if m.id != nil && !isID(m.id) {
		return nil, faultOf(jsonrpc.CodeInvalidRequest, nil, "id: expected a string or a whole number of at most 9007199254740991, got "+kindName(m.id))
	}
	switch {
	case string(members["jsonrpc"]) != `"2.0"`:
		return nil, faultOf(jsonrpc.CodeInvalidRequest, m.id, `jsonrpc: expected "2.0"`)
	case kindOf(members["method"]) != '"', json.Unmarshal(members["method"], &m.method) != nil, m.method == "":
		return nil, faultOf(jsonrpc.CodeInvalidRequest, m.id, "method: expected the name of a method, got "+kindName(members["method"]))
	}
	if text := wrongParams(m); text != "" {
		f := faultOf(jsonrpc.CodeInvalidParams, m.id, text)
		f.silent = m.id == nil
		return nil, f
	}
	return m, nil
}

// member is a member of params that must be of a kind where it stands.
type member struct {
	name     string
	kind     byte
	required bool
}

// members are those of the requests for tools, by method. Those of others are the SDK's to judge.
var members = map[string][]member{
	"tools/list": {{"cursor", '"', false}},
	"tools/call": {{"name", '"', true}, {"requestState", '"', false}, {"inputResponses", '{', false}},
}

// wrongParams says what is wrong with the params of a message, "" for nothing.
func wrongParams(m *message) string {
	kind := kindOf(m.params)
	var params map[string]json.RawMessage
	if m.params != nil && kind != 'n' && (kind != '{' || json.Unmarshal(m.params, &params) != nil) {
		return "params: expected a JSON object, got " + kindName(m.params)
	}
	for _, want := range append([]member{{"_meta", '{', false}}, members[m.method]...) {
		got := params[want.name]
		if kind := kindOf(got); kind == want.kind || !want.required && (got == nil || kind == 'n') {
			continue
		}
		return "params." + want.name + ": expected " + kindNames[want.kind] + ", got " + kindName(got)
	}
	return ""
}

// isID reports whether an id comes back as it was sent. The SDK reads numbers as floats.
func isID(id json.RawMessage) bool {
	if kindOf(id) == '"' {
		return true
	}
	n, err := strconv.ParseInt(string(id), 10, 64)
	return err == nil && -1<<53 < n && n < 1<<53 && string(id) != "-0"
}

// kindOf is the first byte of a value, which says what it is; 0 for every number and 'b' for both truths.
func kindOf(value []byte) byte {
	value = bytes.TrimLeft(value, " \t\r\n")
	if len(value) == 0 {
		return '-'
	}
	switch c := value[0]; c {
	case '{', '[', '"', 'n':
		return c
	case 't', 'f':
		return 'b'
	}
	return '0'
}

var kindNames = map[byte]string{'{': "an object", '[': "an array", '"': "a string", 'n': "null", 'b': "a boolean", '0': "a number", '-': "nothing"}

func kindName(value []byte) string { return kindNames[kindOf(value)] }

// deeper reports whether the arrays and objects of a text lie deeper than limit in each other. It need not be JSON.
func deeper(text []byte, limit int) bool {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{', c == '[':
			if depth++; depth > limit {
				return true
			}
		case c == '}', c == ']':
			depth--
		}
	}
	return false
}

// idIn looks for the id of a message that is not read as a whole: it may be too deep, or only the beginning of one.
func idIn(text []byte) json.RawMessage {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	depth, key := 0, true // the next token of the outermost object is a key
	wanted := false
	for {
		token, err := d.Token()
		if err != nil {
			return nil
		}
		if delim, ok := token.(json.Delim); ok {
			if delim == '{' || delim == '[' {
				if depth++; depth == 1 && delim != '{' {
					return nil
				}
				wanted = false
				continue
			}
			if depth--; depth == 0 {
				return nil
			}
			key = depth == 1 || key
			continue
		}
		if depth != 1 {
			if depth == 0 {
				return nil
			}
			continue
		}
		if wanted {
			id, err := json.Marshal(token)
			if err != nil || !isID(id) {
				return nil
			}
			return id
		}
		wanted = key && token == "id"
		key = !key
	}
}

// readSome reads at most limit bytes of r, and reports whether that was all.
func readSome(r io.Reader, limit int64) (text []byte, all bool, err error) {
	text, err = io.ReadAll(io.LimitReader(r, limit+1))
	return text, int64(len(text)) <= limit, err
}
