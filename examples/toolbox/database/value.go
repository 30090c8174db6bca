package database

import (
	"encoding/base64"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// result is what package sql calls Rows, and whether its []byte are blobs in any case.
type result struct {
	rows interface {
		Next() bool
		Scan(...any) error
		Err() error
	}
	columns []Column
	blobs   bool
}

// read reads at most max rows, and no more than the limits allow.
func (o *Options) read(r result, max int) (Rows, error) {
	switch n := len(r.columns); {
	case n == 0:
		return Rows{}, runtime.NewError(runtime.ClassPermissionDenied, "sql: expected a SELECT; nothing else can be run here")
	case n > o.Columns:
		return Rows{}, runtime.NewError(runtime.ClassResourceExhausted,
			"sql: the result has "+strconv.Itoa(n)+" columns, at most "+strconv.Itoa(o.Columns)+" can be returned; name those that you need")
	}
	out := Rows{Columns: r.columns, Rows: []Row{}}
	values := make([]any, len(r.columns))
	into := make([]any, len(values))
	for i := range values {
		into[i] = &values[i]
	}
	left := o.Bytes
	for r.rows.Next() {
		if err := r.rows.Scan(into...); err != nil {
			return Rows{}, err
		}
		var row Row
		if len(out.Rows) < max {
			row = o.row(values, r)
			left -= len(row) + 1
		}
		if row != nil && left >= 0 {
			out.Rows = append(out.Rows, row)
			continue
		}
		n := strconv.Itoa(len(out.Rows))
		if n == "0" {
			return Rows{}, runtime.NewError(runtime.ClassResourceExhausted,
				"sql: one row has more than "+strconv.Itoa(o.Bytes)+" bytes; select fewer columns, or parts of them by substr")
		}
		out.Truncated = true
		out.More = "these are the first " + n + " rows; for those behind, give the query an ORDER BY and a LIMIT with OFFSET " + n
		break
	}
	return out, r.rows.Err()
}

func (o *Options) row(values []any, r result) Row {
	b := []byte{'['}
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = o.value(b, v, r.columns[i].Type, r.blobs)
	}
	return append(b, ']')
}

// value appends one value. Numbers are exact (T3, T7): an int64 is a JSON number with all its digits, a float64 the shortest one that
// reads back as it. Times are as T40 has them, of a column declared as DATE as T41.
func (o *Options) value(b []byte, v any, declared string, blobs bool) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			name := map[bool]string{true: "Infinity", false: "-Infinity"}[v > 0]
			if v != v {
				name = "NaN"
			}
			return append(b, `{"number":"`+name+`"}`...)
		}
		return codec.AppendFloat64(b, v)
	case bool:
		return strconv.AppendBool(b, v)
	case string:
		return o.text(b, v)
	case []byte:
		if !blobs && !binary(declared) && utf8.Valid(v) && !strings.Contains(string(v), "\x00") {
			return o.text(b, string(v))
		}
		return o.blob(b, v)
	case time.Time:
		if h, m, s := v.Clock(); strings.EqualFold(declared, "DATE") && h+m+s+v.Nanosecond() == 0 {
			return append(append(append(b, '"'), v.Format(time.DateOnly)...), '"')
		}
		return append(append(append(b, '"'), v.Format(time.RFC3339Nano)...), '"')
	}
	switch r := reflect.ValueOf(v); r.Kind() { // of drivers that return more than package driver says
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32:
		return strconv.AppendInt(b, r.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(b, r.Uint(), 10)
	case reflect.Float32:
		return o.value(b, r.Float(), declared, blobs)
	}
	return o.text(b, fmt.Sprint(v))
}

// binary reports whether a declared type is one of bytes, in the names of the usual databases.
func binary(declared string) bool {
	declared = strings.ToUpper(declared)
	for _, name := range []string{"BLOB", "BINARY", "BYTEA", "BIT", "RAW", "IMAGE", "GEOMETRY"} {
		if strings.Contains(declared, name) {
			return true
		}
	}
	return false
}

// text appends a text. What is no UTF-8 is replaced (O17).
func (o *Options) text(b []byte, s string) []byte {
	if len(s) <= o.Cell {
		return codec.AppendString(b, s)
	}
	b = codec.AppendString(append(b, `{"text":`...), cut(s, o.Cell))
	return append(strconv.AppendInt(append(b, `,"bytes":`...), int64(len(s)), 10), '}')
}

func (o *Options) blob(b, data []byte) []byte {
	b = append(b, `{"base64":"`...)
	b = append(base64.StdEncoding.AppendEncode(b, data[:min(len(data), o.Cell)]), '"')
	if len(data) > o.Cell {
		b = strconv.AppendInt(append(b, `,"bytes":`...), int64(len(data)), 10)
	}
	return append(b, '}')
}

// cut returns the beginning of s, of at most n bytes and without a part of a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// quote returns a name as a message shows it.
func quote(name string) string { return strconv.Quote(cut(name, 64)) }
