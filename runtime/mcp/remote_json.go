package mcp

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

// jsonValue is one value of a JSON text that came from a server, with all that the SDK loses when it decodes one: the order of
// keys, and numbers as they were written, whatever their size.
type jsonValue struct {
	kind  byte         // one of { [ " 0 t f n
	text  string       // what a string says, escapes resolved; a number as it was written
	keys  []string     // of an object, no two alike
	parts []*jsonValue // the values of keys, or the items of an array
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

// parseJSON reads a text that is one JSON value. It refuses an object that has a key twice, because two readers of it would see
// two things, and what is more than the limits above. Text that is not Unicode is mended.
func parseJSON(text []byte) (*jsonValue, error) {
	d := jsonReader{Decoder: json.NewDecoder(bytes.NewReader(text))}
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

type jsonReader struct {
	*json.Decoder
	values int // so far
}

func (d *jsonReader) value(depth int) (*jsonValue, error) {
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
		v := &jsonValue{kind: byte(token)}
		if err := d.fill(v, depth-1); err != nil {
			return nil, err
		}
		return v, nil
	case string:
		return &jsonValue{kind: '"', text: token}, nil
	case json.Number:
		return &jsonValue{kind: '0', text: string(token)}, nil
	case bool:
		if token {
			return &jsonValue{kind: 't', text: "true"}, nil
		}
		return &jsonValue{kind: 'f', text: "false"}, nil
	}
	return &jsonValue{kind: 'n', text: "null"}, nil
}

// fill reads what stands between the brackets of v.
func (d *jsonReader) fill(v *jsonValue, depth int) error {
	var seen map[string]bool
	if v.kind == '{' {
		seen = map[string]bool{}
	}
	for d.More() {
		if v.kind == '{' {
			token, err := d.Token()
			if err != nil {
				return err
			}
			key := token.(string) // the decoder knows no other keys
			if seen[key] {
				return errors.New("the key " + strconv.Quote(key) + " stands twice in one object")
			}
			seen[key] = true
			v.keys = append(v.keys, key)
		}
		part, err := d.value(depth)
		if err != nil {
			return err
		}
		v.parts = append(v.parts, part)
	}
	_, err := d.Token() // the closing bracket
	return err
}

// get returns the value of a key, nil where v is no object that has it.
func (v *jsonValue) get(key string) *jsonValue {
	if v == nil || v.kind != '{' {
		return nil
	}
	if i := slices.Index(v.keys, key); i >= 0 {
		return v.parts[i]
	}
	return nil
}

// is reports whether v is there and of that kind.
func (v *jsonValue) is(kind byte) bool { return v != nil && v.kind == kind }

// str is what v says, "" where it is no string.
func (v *jsonValue) str() string {
	if v.is('"') {
		return v.text
	}
	return ""
}

// set gives an object a value under a key, in the place of an older one or at the end.
func (v *jsonValue) set(key string, part *jsonValue) {
	if i := slices.Index(v.keys, key); i >= 0 {
		v.parts[i] = part
		return
	}
	v.keys, v.parts = append(v.keys, key), append(v.parts, part)
}

// append writes v without white space, keys in their order and numbers as they were.
func (v *jsonValue) append(b []byte) []byte {
	switch v.kind {
	case '"':
		return codec.AppendString(b, v.text)
	case '{', '[':
		b = append(b, v.kind)
		for i, part := range v.parts {
			if i > 0 {
				b = append(b, ',')
			}
			if v.kind == '{' {
				b = append(codec.AppendString(b, v.keys[i]), ':')
			}
			b = part.append(b)
		}
		return append(b, v.kind+2)
	}
	return append(b, v.text...)
}

// sorted returns v with the keys of all objects in order: one spelling of what means the same, for comparisons and digests. v
// stays as it is.
func (v *jsonValue) sorted() *jsonValue {
	c := &jsonValue{kind: v.kind, text: v.text}
	if v.kind == '{' {
		members := make(map[string]*jsonValue, len(v.keys))
		for i, key := range v.keys {
			members[key] = v.parts[i]
		}
		for _, key := range slices.Sorted(maps.Keys(members)) {
			c.keys, c.parts = append(c.keys, key), append(c.parts, members[key].sorted())
		}
		return c
	}
	for _, part := range v.parts {
		c.parts = append(c.parts, part.sorted())
	}
	return c
}

// String is v as JSON.
func (v *jsonValue) String() string { return string(v.append(nil)) }
