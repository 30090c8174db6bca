// Package untrusted reads what other processes say of themselves and answer: JSON whose numbers and order stay as they were written
// ([Value]), schemas that are taken within bounds ([Bounds]) and become what values are held against ([ShapeOf]), and text out of which what nobody
// sees is taken ([Visible]) before a person or a model reads it.
//
// It is for the transports of remote tools, runtime/mcp and runtime/nats, and for runtime/remote, which they share. All that it is given may have
// been written by somebody with bad intentions: every function here ends, within bounds, on any input.
package untrusted

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime/codec"
)

// Value is one value of a JSON text that came from elsewhere, with all that decoding into maps and floats loses: the order of
// keys, and numbers as they were written, whatever their size.
type Value struct {
	Kind  byte     // one of { [ " 0 t f n
	Text  string   // what a string says, escapes resolved; a number, true, false and null as they were written
	Keys  []string // of an object, no two alike
	Parts []*Value // the values of keys, or the items of an array
}

// How deep the arrays and objects of a text may lie in each other, and how many values there may be: each takes forty times the two
// bytes that it can be written in.
const (
	maxJSONDepth  = 128
	maxJSONValues = 1 << 18
)

var (
	errTwoValues = errors.New("there is more than one value")
	errTooDeep   = errors.New("nested deeper than " + strconv.Itoa(maxJSONDepth))
	errTooMuch   = errors.New("there are more than " + strconv.Itoa(maxJSONValues) + " values")
)

// Parse reads a text that is one JSON value. It refuses an object that has a key twice, because two readers of it would see
// two things, and what is more than the limits above. Text that is not Unicode is mended.
func Parse(text []byte) (*Value, error) {
	d := reader{Decoder: json.NewDecoder(bytes.NewReader(text))}
	d.UseNumber()
	v, err := d.value(maxJSONDepth)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errTwoValues
	}
	return v, nil
}

type reader struct {
	*json.Decoder
	values int // so far
}

func (d *reader) value(depth int) (*Value, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	if d.values++; d.values > maxJSONValues {
		return nil, errTooMuch
	}
	switch token := token.(type) {
	case json.Delim:
		if depth == 0 {
			return nil, errTooDeep
		}
		v := &Value{Kind: byte(token)}
		if err := d.fill(v, depth-1); err != nil {
			return nil, err
		}
		return v, nil
	case string:
		return &Value{Kind: '"', Text: token}, nil
	case json.Number:
		return &Value{Kind: '0', Text: string(token)}, nil
	case bool:
		if token {
			return &Value{Kind: 't', Text: "true"}, nil
		}
		return &Value{Kind: 'f', Text: "false"}, nil
	}
	return &Value{Kind: 'n', Text: "null"}, nil
}

// fill reads what stands between the brackets of v.
func (d *reader) fill(v *Value, depth int) error {
	var seen map[string]bool
	if v.Kind == '{' {
		seen = map[string]bool{}
	}
	for d.More() {
		if v.Kind == '{' {
			token, err := d.Token()
			if err != nil {
				return err
			}
			key := token.(string) // the decoder knows no other keys
			if seen[key] {
				return errors.New("the key " + strconv.Quote(key) + " stands twice in one object")
			}
			seen[key] = true
			v.Keys = append(v.Keys, key)
		}
		part, err := d.value(depth)
		if err != nil {
			return err
		}
		v.Parts = append(v.Parts, part)
	}
	_, err := d.Token() // the closing bracket
	return err
}

// Get returns the value of a key, nil where v is no object that has it.
func (v *Value) Get(key string) *Value {
	if v == nil || v.Kind != '{' {
		return nil
	}
	if i := slices.Index(v.Keys, key); i >= 0 {
		return v.Parts[i]
	}
	return nil
}

// Is reports whether v is there and of that kind.
func (v *Value) Is(kind byte) bool { return v != nil && v.Kind == kind }

// Str is what v says, "" where it is no string.
func (v *Value) Str() string {
	if v.Is('"') {
		return v.Text
	}
	return ""
}

// Set gives an object a value under a key, in the place of an older one or at the end.
func (v *Value) Set(key string, part *Value) {
	if i := slices.Index(v.Keys, key); i >= 0 {
		v.Parts[i] = part
		return
	}
	v.Keys, v.Parts = append(v.Keys, key), append(v.Parts, part)
}

// Append writes v without white space, keys in their order and numbers as they were.
func (v *Value) Append(b []byte) []byte {
	switch v.Kind {
	case '"':
		return codec.AppendString(b, v.Text)
	case '{', '[':
		b = append(b, v.Kind)
		for i, part := range v.Parts {
			if i > 0 {
				b = append(b, ',')
			}
			if v.Kind == '{' {
				b = append(codec.AppendString(b, v.Keys[i]), ':')
			}
			b = part.Append(b)
		}
		return append(b, v.Kind+2)
	}
	return append(b, v.Text...)
}

// Sorted returns v with the keys of all objects in order: one spelling of what means the same, for comparisons and digests. v
// stays as it is.
func (v *Value) Sorted() *Value {
	c := &Value{Kind: v.Kind, Text: v.Text}
	if v.Kind == '{' {
		members := make(map[string]*Value, len(v.Keys))
		for i, key := range v.Keys {
			members[key] = v.Parts[i]
		}
		for _, key := range slices.Sorted(maps.Keys(members)) {
			c.Keys, c.Parts = append(c.Keys, key), append(c.Parts, members[key].Sorted())
		}
		return c
	}
	for _, part := range v.Parts {
		c.Parts = append(c.Parts, part.Sorted())
	}
	return c
}

// String is v as JSON.
func (v *Value) String() string { return string(v.Append(nil)) }
