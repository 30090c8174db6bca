package law

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// kind is what a node is.
type kind byte

const (
	null   kind = 'n'
	yes    kind = 't'
	no     kind = 'f'
	number kind = '0'
	text   kind = '"'
	array  kind = '['
	object kind = '{'
)

// node is one value of a JSON text, with all that the text says: the order and repetition of keys, the spelling of numbers.
type node struct {
	kind  kind
	text  string   // number: as spelled; text: what it says
	keys  []string // object
	items []*node  // array, object
}

// read takes a JSON text apart. The judge of what is JSON is jsontext: RFC 8259, valid UTF-8, no lone surrogates. Keys may
// come twice.
func read(b []byte) (*node, error) {
	d := jsontext.NewDecoder(bytes.NewReader(b), jsontext.AllowDuplicateNames(true))
	v, err := readValue(d)
	if err != nil {
		return nil, err
	}
	if _, err := d.ReadToken(); err != io.EOF {
		return nil, errTrailing
	}
	return v, nil
}

var errTrailing = jsonError("text behind the value")

type jsonError string

func (e jsonError) Error() string { return string(e) }

func readValue(d *jsontext.Decoder) (*node, error) {
	token, err := d.ReadToken()
	if err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	v := &node{kind: kind(token.Kind())}
	switch v.kind {
	case number, text:
		v.text = token.String()
	case array:
		for d.PeekKind() != ']' {
			item, err := readValue(d)
			if err != nil {
				return nil, err
			}
			v.items = append(v.items, item)
		}
		_, err = d.ReadToken()
	case object:
		for d.PeekKind() != '}' {
			key, err := d.ReadToken()
			if err != nil {
				return nil, err
			}
			name := key.String()
			value, err := readValue(d)
			if err != nil {
				return nil, err
			}
			v.keys, v.items = append(v.keys, name), append(v.items, value)
		}
		_, err = d.ReadToken()
	}
	return v, err
}

// String is the compact JSON text.
func (v *node) String() string { return string(v.append(nil, plain{})) }

// speller chooses between the ways to write the same value.
type speller interface {
	space(b []byte) []byte
	quote(b []byte, s string) []byte
}

// plain writes compact JSON.
type plain struct{}

func (plain) space(b []byte) []byte { return b }

func (plain) quote(b []byte, s string) []byte {
	var q bytes.Buffer
	e := json.NewEncoder(&q)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string always encodes
	return append(b, bytes.TrimSuffix(q.Bytes(), []byte("\n"))...)
}

// append writes the value.
func (v *node) append(b []byte, s speller) []byte {
	switch v.kind {
	case null:
		return append(b, "null"...)
	case yes:
		return append(b, "true"...)
	case no:
		return append(b, "false"...)
	case number:
		return append(b, v.text...)
	case text:
		return s.quote(b, v.text)
	}
	b = append(b, byte(v.kind))
	for i, item := range v.items {
		if i > 0 {
			b = append(b, ',')
		}
		b = s.space(b)
		if v.kind == object {
			b = append(s.space(s.quote(b, v.keys[i])), ':')
			b = s.space(b)
		}
		b = s.space(item.append(b, s))
	}
	return append(s.space(b), byte(v.kind)+2) // in ASCII a closing bracket stands two behind its opening one
}

// clone is a deep copy.
func (v *node) clone() *node {
	c := *v
	c.keys = append([]string(nil), v.keys...)
	c.items = make([]*node, len(v.items))
	for i, item := range v.items {
		c.items[i] = item.clone()
	}
	return &c
}

// repeats reports whether an object has a key twice.
func (v *node) repeats() bool {
	seen := map[string]bool{}
	for _, key := range v.keys {
		if seen[key] {
			return true
		}
		seen[key] = true
	}
	return false
}

// times counts how often an object has a key.
func (v *node) times(key string) (n int) {
	for _, k := range v.keys {
		if k == key {
			n++
		}
	}
	return n
}

// get is the last value of a key, which is the one that judges see; nil where there is none.
func (v *node) get(key string) *node {
	for i := len(v.keys) - 1; i >= 0; i-- {
		if v.keys[i] == key {
			return v.items[i]
		}
	}
	return nil
}

// depth counts the containers from v down.
func (v *node) depth() int {
	deepest := 0
	for _, item := range v.items {
		deepest = max(deepest, item.depth())
	}
	if v.kind == array || v.kind == object {
		deepest++
	}
	return deepest
}

// value is what the judge of schemas takes.
func (v *node) value() any {
	switch v.kind {
	case null:
		return nil
	case yes, no:
		return v.kind == yes
	case number:
		return json.Number(tame(v.text))
	case text:
		return v.text
	case array:
		out := make([]any, len(v.items))
		for i, item := range v.items {
			out[i] = item.value()
		}
		return out
	}
	out := make(map[string]any, len(v.items))
	for i, item := range v.items {
		out[v.keys[i]] = item.value()
	}
	return out
}

// tame replaces an exponent of more than 3000 by that, which is far outside every Go type too. The judge makes a fraction of
// every number, for which a long exponent is an attack.
func tame(literal string) string {
	mantissa, exponent, found := strings.Cut(strings.ToLower(literal), "e")
	digits := strings.TrimLeft(strings.TrimLeft(exponent, "+-"), "0")
	if !found || len(digits) < 4 || len(digits) == 4 && digits <= "3000" {
		return literal
	}
	if strings.HasPrefix(exponent, "-") {
		return mantissa + "e-3000"
	}
	return mantissa + "e3000"
}
