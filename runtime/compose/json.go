package compose

import (
	"errors"
	"iter"

	"github.com/toolgen/toolgen/runtime/codec"
)

// The functions of this file walk over compact JSON that is known to be valid: compact has read it before.

// compact returns raw without white space, or an error where it is not one JSON value.
func compact(raw []byte) ([]byte, error) {
	if raw == nil {
		raw = []byte{} // nothing is no value
	}
	text, _, err := codec.Finish(codec.AppendRaw(make([]byte, 0, len(raw)), raw))
	if err != nil {
		return nil, errors.New("not one JSON value")
	}
	return text, nil
}

// end returns the index after the value that begins at text[i].
func end(text []byte, i int) int {
	switch text[i] {
	case '"':
		return stringEnd(text, i)
	case '{', '[':
		for depth := 0; ; i++ {
			switch text[i] {
			case '"':
				i = stringEnd(text, i) - 1
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
	}
	for i < len(text) && text[i] != ',' && text[i] != '}' && text[i] != ']' {
		i++
	}
	return i
}

// stringEnd returns the index after the string whose opening quote is text[i].
func stringEnd(text []byte, i int) int {
	for i++; text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// members yields the members of an object, in order; none of what is no object.
func members(text []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		if text[0] != '{' {
			return
		}
		for i := 1; text[i] != '}'; {
			colon := stringEnd(text, i)
			stop := end(text, colon+1)
			if !yield(unquote(text[i:colon]), text[colon+1:stop:stop]) {
				return
			}
			if i = stop; text[i] == ',' {
				i++
			}
		}
	}
}

// items yields the items of an array, in order; none of what is no array.
func items(text []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if text[0] != '[' {
			return
		}
		for i := 1; text[i] != ']'; {
			stop := end(text, i)
			if !yield(text[i:stop:stop]) {
				return
			}
			if i = stop; text[i] == ',' {
				i++
			}
		}
	}
}

// unquote returns what a JSON string stands for. The cursor knows how; it reads keys of objects.
func unquote(quoted []byte) string {
	for _, char := range quoted {
		if char == '\\' {
			c := codec.Open(append(append([]byte{'{'}, quoted...), ":0}"...))
			c.Object()
			c.Field()
			return c.Name()
		}
	}
	return string(quoted[1 : len(quoted)-1])
}

// quote returns s as a JSON string. Bytes that are not UTF-8 are replaced (O17).
func quote(s string) string {
	b, _, _ := codec.Finish(codec.AppendString(nil, s)) // a string is never an error
	return string(b)
}

// kind says what a value is, in the words of the problems of package codec.
func kind(text []byte) string {
	switch text[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}
