package codec

import (
	"strconv"
	"time"
)

// Any reads any one value (T23) as map[string]any, []any, string, float64, bool or nil. Null is a value here. A whole number that no
// float64 is equal to is refused, because it would silently become another one; where only the fraction is rounded, as of 0.1, that is
// what a float64 is. An exponent says that the writer counts in powers of ten, and is rounded too.
//
// types are the JSON Schema types that the value may have, such as "object" and "null"; none means any. [Cursor.AnyAs] takes a whole
// schema.
func (c *Cursor) Any(types ...string) any {
	if !c.typed(types) {
		return nil
	}
	return c.any()
}

// any is Any without a look at the type. It recurses no deeper than MaxDepth.
func (c *Cursor) any() any {
	if c.pos >= len(c.text) {
		c.Skip()
		return nil
	}
	switch c.text[c.pos] {
	case '{':
		object := make(map[string]any)
		for c.Object(); c.Field(); {
			name := c.Name()
			if _, found := object[name]; found {
				c.Duplicate()
			}
			object[name] = c.any()
		}
		return object
	case '[':
		array := make([]any, 0, c.Hint())
		for c.Array(); c.Item(); {
			array = append(array, c.any())
		}
		return array
	case '"':
		return c.String()
	case 't', 'f':
		return c.Bool()
	case 'n':
		c.Null()
		return nil
	}
	v := c.Float64()
	if !c.failed && !isExact(v, c.lastNumber()) {
		c.failed = true
		c.noted(append(appendNumber(c.note(c.start), c.lastNumber()), " cannot be kept exactly; send it as a string"...))
		return nil
	}
	return v
}

// isExact reports whether a float64 is equal to the number text that it was made from. It is asked of whole numbers written without
// an exponent; others are exact enough.
func isExact(v float64, text []byte) bool {
	const always = 15 // as many digits, a float64 holds exactly
	if len(text) <= always {
		return true
	}
	for _, char := range text {
		if char|0x20 == 'e' {
			return true
		}
	}
	var left, right [32]byte
	want := parseDecimal(left[:0], text)
	if want.exp < 0 {
		return true // a fraction
	}
	var room [320]byte
	return want.compare(parseDecimal(right[:0], strconv.AppendFloat(room[:0], v, 'f', 0, 64))) == 0
}

// AppendAny appends a value whose type is known only when the tool runs (O13). It knows what Any returns, all predeclared types of
// numbers, the usual slices, maps and pointers of them and of strings, []byte as base64, time.Time, time.Duration, and what writes
// itself by MarshalJSON or MarshalText; json.Number and json.RawMessage are among these. Any other value, and cyclic data, is marked.
// A nil slice is [], a nil map is {}, a nil pointer is null.
func AppendAny(b []byte, v any) []byte { return (&anyWriter{}).value(b, v) }

// AppendAnyOf is AppendAny that asks known first, at every depth: known appends the values of further types, and reports whether
// it has.
func AppendAnyOf(b []byte, v any, known func(b []byte, v any) ([]byte, bool)) []byte {
	return (&anyWriter{known: known}).value(b, v)
}

type anyWriter struct {
	known func([]byte, any) ([]byte, bool) // nil for none
	depth int                              // of the value; not taken back after it has passed MaxResultDepth, so that everything ends
}

func (w *anyWriter) value(b []byte, v any) []byte {
	if w.known != nil {
		if longer, done := w.known(b, v); done {
			return longer
		}
	}
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case string:
		return AppendString(b, v)
	case bool:
		return AppendBool(b, v)
	case float64:
		return AppendFloat64(b, v)
	case map[string]any:
		return w.object(b, v)
	case []any:
		return w.array(b, v)
	case time.Time:
		return AppendTime(b, v)
	case time.Duration:
		return AppendDuration(b, v)
	case *string:
		return appendPointer(w, b, v)
	case *bool:
		return appendPointer(w, b, v)
	case *int:
		return appendPointer(w, b, v)
	case *int64:
		return appendPointer(w, b, v)
	case *float64:
		return appendPointer(w, b, v)
	case *time.Time:
		return appendPointer(w, b, v)
	}
	if longer, done := w.marshaler(b, v); done {
		return longer
	}
	if longer, done := appendWhole(b, v); done {
		return longer
	}
	switch v := v.(type) {
	case float32:
		return AppendFloat32(b, v)
	case []byte:
		return AppendBase64(b, v)
	case []string:
		return appendItems(b, v, AppendString)
	case []bool:
		return appendItems(b, v, AppendBool)
	case []int:
		return appendItems(b, v, appendPlainInt)
	case []int64:
		return appendItems(b, v, AppendInt)
	case []float64:
		return appendItems(b, v, AppendFloat64)
	case []map[string]any:
		return w.rows(b, v)
	case map[string]string:
		return appendEntries(b, v, AppendString)
	case map[string]bool:
		return appendEntries(b, v, AppendBool)
	case map[string]int:
		return appendEntries(b, v, appendPlainInt)
	case map[string]int64:
		return appendEntries(b, v, AppendInt)
	case map[string]float64:
		return appendEntries(b, v, AppendFloat64)
	}
	return appendFailure(b, "has a type that the tool cannot write as JSON")
}

// appendWhole appends an integer of any predeclared type.
func appendWhole(b []byte, v any) (longer []byte, done bool) {
	switch v := v.(type) {
	case int:
		return AppendInt(b, int64(v)), true
	case int8:
		return AppendInt(b, int64(v)), true
	case int16:
		return AppendInt(b, int64(v)), true
	case int32:
		return AppendInt(b, int64(v)), true
	case int64:
		return AppendInt(b, v), true
	case uint:
		return AppendUint(b, uint64(v)), true
	case uint8:
		return AppendUint(b, uint64(v)), true
	case uint16:
		return AppendUint(b, uint64(v)), true
	case uint32:
		return AppendUint(b, uint64(v)), true
	case uint64:
		return AppendUint(b, v), true
	case uintptr:
		return AppendUint(b, uint64(v)), true
	}
	return b, false
}

// marshaler appends a value that writes itself.
func (w *anyWriter) marshaler(b []byte, v any) (longer []byte, done bool) {
	switch v := v.(type) {
	case interface{ MarshalJSON() ([]byte, error) }:
		raw, err := v.MarshalJSON()
		return AppendMarshaled(b, raw, err), true
	case interface{ MarshalText() ([]byte, error) }:
		text, err := v.MarshalText()
		if err != nil {
			return AppendError(b, err), true
		}
		return AppendUTF8(b, text), true
	case interface { // json.Number, whose package is not to be linked
		String() string
		Float64() (float64, error)
		Int64() (int64, error)
	}:
		return AppendNumber(b, v.String()), true
	}
	return b, false
}

func appendPointer[T any](w *anyWriter, b []byte, v *T) []byte {
	if v == nil {
		return append(b, "null"...)
	}
	return w.value(b, *v)
}

func appendPlainInt(b []byte, v int) []byte { return AppendInt(b, int64(v)) }

// deeper reports whether a container may be entered; leaving it takes the depth back.
func (w *anyWriter) deeper() bool {
	w.depth++
	return w.depth <= MaxResultDepth
}

func (w *anyWriter) array(b []byte, items []any) []byte {
	if !w.deeper() {
		return AppendDepth(b)
	}
	b = append(b, '[')
	for i, item := range items {
		if i > 0 {
			b = append(b, ',')
		}
		b = w.value(b, item)
	}
	w.depth--
	return append(b, ']')
}

func (w *anyWriter) rows(b []byte, rows []map[string]any) []byte {
	if !w.deeper() {
		return AppendDepth(b)
	}
	b = append(b, '[')
	for i, row := range rows {
		if i > 0 {
			b = append(b, ',')
		}
		b = w.object(b, row)
	}
	w.depth--
	return append(b, ']')
}

func (w *anyWriter) object(b []byte, entries map[string]any) []byte {
	if !w.deeper() {
		return AppendDepth(b)
	}
	b = append(b, '{')
	for i, key := range Keys(entries) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(AppendString(b, key), ':')
		b = w.value(b, entries[key])
	}
	w.depth--
	return append(b, '}')
}

// appendItems and appendEntries append what cannot contain itself.
func appendItems[T any](b []byte, items []T, item func([]byte, T) []byte) []byte {
	b = append(b, '[')
	for i, v := range items {
		if i > 0 {
			b = append(b, ',')
		}
		b = item(b, v)
	}
	return append(b, ']')
}

func appendEntries[T any](b []byte, entries map[string]T, value func([]byte, T) []byte) []byte {
	b = append(b, '{')
	for i, key := range Keys(entries) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(AppendString(b, key), ':')
		b = value(b, entries[key])
	}
	return append(b, '}')
}
