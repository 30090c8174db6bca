package codec

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// The keys of an object that is read as a map, where they are no plain strings (T34, T35), and the order in which a map is written
// (T38).

// whole64 is any type of whole number.
type whole64 interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// IntKey reads Key as a whole number in its one plain form (T34): decimal digits without a leading zero, a plus or a point. Any other
// key, and one that K does not hold (X14), is a problem: its value is skipped, and ok is false.
func IntKey[K whole64](c *Cursor) (key K, ok bool) {
	if key, ok = plainWhole[K](c.Key); ok {
		return key, true
	}
	c.badKey(lowest[K](), highest[K]())
	return 0, false
}

// badKey notes that Key is no whole number between lo and hi, and skips the value.
func (c *Cursor) badKey(lo int64, hi uint64) {
	if !c.failed && !c.full() {
		b := appendQuoted(append(c.note(c.keyAt), "key "...), c.Key)
		if isPlainWhole(c.Key) {
			b = appendRange(b, lo, hi)
		} else {
			b = append(b, " is not a whole number in plain form; write it like 12"...)
		}
		c.noted(b)
	}
	c.Skip()
}

// TakeKey reports whether a key with a text form of its own was understood: err is what the UnmarshalText of its type answered for
// Key (T35). An err is a problem; the value is skipped.
//
//	var key Code
//	if !c.TakeKey(key.UnmarshalText(c.Key)) {
//		continue
//	}
func (c *Cursor) TakeKey(err error) bool {
	if err == nil && !c.failed {
		return true
	}
	if !c.failed && !c.full() {
		b := appendQuoted(append(c.note(c.keyAt), "key "...), c.Key)
		c.noted(appendCause(append(b, ": "...), err))
	}
	c.Skip()
	return false
}

// SameKey notes that Key stands for the same as an earlier key of its object (T34, T35, X14). Like Duplicate it must be called before
// the value is read.
func (c *Cursor) SameKey() {
	if c.failed {
		return
	}
	b := appendQuoted(append(c.note(c.keyAt), "duplicate key "...), c.Key)
	c.noted(append(b, ": an earlier key stands for the same"...))
}

// maxCause is how many bytes of a foreign error's text a problem shows.
const maxCause = 200

// appendCause appends the text of an error that is not ours, as one line.
func appendCause(b []byte, err error) []byte {
	text := strings.ToValidUTF8(strings.Join(strings.Fields(err.Error()), " "), "\ufffd")
	if len(text) > maxCause {
		text = strings.ToValidUTF8(text[:maxCause], "") + "…"
	}
	for _, r := range text {
		if r >= ' ' && r != 0x7F {
			b = append(b, string(r)...)
		}
	}
	return b
}

// Keys returns the keys of m, sorted bytewise (T38).
func Keys[M ~map[K]V, K ~string, V any](m M) []K {
	keys := make([]K, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// IntKeys returns the keys of m in the bytewise order of their decimal text, as encoding/json has it: -1, 10, 9 (T38).
// [AppendQuotedInt] and [AppendQuotedUint] write them.
func IntKeys[M ~map[K]V, K whole64, V any](m M) []K {
	keys := make([]K, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b K) int {
		var left, right [20]byte
		return bytes.Compare(appendDecimal(left[:0], a), appendDecimal(right[:0], b))
	})
	return keys
}

func appendDecimal[T whole64](b []byte, v T) []byte {
	if v < 0 {
		return strconv.AppendInt(b, int64(v), 10)
	}
	return strconv.AppendUint(b, uint64(v), 10)
}

// A TextKey is the key of a map whose type has a text form of its own.
type TextKey[K any] struct {
	Key  K
	text string
	err  error
}

// TextKeys returns the keys of m, sorted bytewise by their text (T35, T38). K or *K has MarshalText. A key that cannot be written, or
// that is written like another one, makes the result an error.
func TextKeys[M ~map[K]V, K comparable, V any, P interface {
	*K
	MarshalText() ([]byte, error)
}](m M) []TextKey[K] {
	keys := make([]TextKey[K], 0, len(m))
	for key := range m {
		text, err := P(&key).MarshalText()
		keys = append(keys, TextKey[K]{key, string(text), err})
	}
	slices.SortFunc(keys, func(a, b TextKey[K]) int { return strings.Compare(a.text, b.text) })
	for i := 1; i < len(keys); i++ {
		if keys[i].err == nil && keys[i].text == keys[i-1].text {
			keys[i].err = sameText
		}
	}
	return keys
}

// sameText is the error of a key whose text another key of its map has too.
const sameText = keyError("two of its keys have the same text")

type keyError string

func (e keyError) Error() string { return string(e) }

// Append appends the key as a JSON string.
func (k TextKey[K]) Append(b []byte) []byte {
	if k.err != nil {
		return AppendError(b, k.err)
	}
	return AppendString(b, k.text)
}

// AppendClash marks the result as an error when the map that takes what no field names has a key that a field has: the object would
// have it twice, or it would be read back as that field (S16, J4). It appends nothing otherwise.
func AppendClash[M ~map[K]V, K ~string, V any](b []byte, m M, fields ...K) []byte {
	for _, name := range fields {
		if _, clash := m[name]; clash {
			return appendFailure(append(b, ','), `has the key "`+string(name)+`" in its map of other keys, and it is the name of a field`)
		}
	}
	return b
}
