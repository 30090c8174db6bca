package declared

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// tree is a JSON value that keeps the order of its keys and the text of its numbers.
type tree struct {
	text  string   // of a scalar, compact JSON; "{" or "[" for the others
	keys  []string // of an object
	parts []*tree  // the values of an object, the items of an array
}

func (t *tree) isObject() bool { return t.text == "{" }
func (t *tree) isArray() bool  { return t.text == "[" }
func (t *tree) isText() bool   { return t.text[0] == '"' }
func (t *tree) isBool() bool   { return t.text == "true" || t.text == "false" }
func (t *tree) isNumber() bool { return t.text[0] == '-' || '0' <= t.text[0] && t.text[0] <= '9' }

// str is the text that a JSON string stands for.
func (t *tree) str() string {
	var s string
	_ = json.Unmarshal([]byte(t.text), &s) // it was read by the same rules
	return s
}

// member returns the value of a key of an object, or nil.
func (t *tree) member(key string) *tree {
	for i, k := range t.keys {
		if k == key {
			return t.parts[i]
		}
	}
	return nil
}

// String is compact JSON.
func (t *tree) String() string {
	if !t.isObject() && !t.isArray() {
		return t.text
	}
	var b strings.Builder
	b.WriteString(t.text)
	for i, part := range t.parts {
		if i > 0 {
			b.WriteByte(',')
		}
		if t.isObject() {
			b.WriteString(model.Quote(t.keys[i]))
			b.WriteByte(':')
		}
		b.WriteString(part.String())
	}
	b.WriteByte(t.text[0] + 2) // the closing bracket
	return b.String()
}

// parse reads one JSON value. A key that stands twice is an error, at any depth.
func parse(text string) (*tree, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	t, err := parseValue(dec)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("expected one JSON value, got %s", text)
	}
	return t, nil
}

func parseValue(dec *json.Decoder) (*tree, error) {
	token, err := dec.Token()
	switch token := token.(type) {
	case nil:
		if err != nil {
			return nil, expectedJSON(err)
		}
		return &tree{text: "null"}, nil
	case json.Delim:
		return parseContainer(dec, token)
	case json.Number:
		return &tree{text: token.String()}, nil
	case string:
		return &tree{text: model.Quote(token)}, nil
	}
	return &tree{text: fmt.Sprint(token)}, nil // true or false
}

func parseContainer(dec *json.Decoder, opening json.Delim) (*tree, error) {
	t := &tree{text: opening.String()}
	if !t.isObject() && !t.isArray() {
		return nil, errors.New("expected JSON, got " + opening.String())
	}
	for dec.More() {
		if t.isObject() {
			key, err := dec.Token()
			if err != nil {
				return nil, expectedJSON(err)
			}
			name, _ := key.(string) // the decoder takes nothing else here
			if t.member(name) != nil {
				return nil, fmt.Errorf("duplicate key %q", name)
			}
			t.keys = append(t.keys, name)
		}
		part, err := parseValue(dec)
		if err != nil {
			return nil, err
		}
		t.parts = append(t.parts, part)
	}
	if _, err := dec.Token(); err != nil {
		return nil, expectedJSON(err)
	}
	return t, nil
}

func expectedJSON(err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("expected JSON: %w", err)
}

// compact is JSON without white space.
func compact(text string) string {
	var b bytes.Buffer
	if json.Compact(&b, []byte(text)) != nil {
		return text
	}
	return b.String()
}
