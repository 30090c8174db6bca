package bench

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/toolgen/toolgen/bench/tools"
)

// reader is a jsontext decoder that keeps the first thing that is wrong; after it every read returns a zero.
type reader struct {
	dec jsontext.Decoder
	buf bytes.Buffer
	err error
}

var readers = sync.Pool{New: func() any { return new(reader) }}

func open(args []byte) *reader {
	if len(bytes.TrimSpace(args)) == 0 {
		args = []byte("{}")
	}
	r := readers.Get().(*reader)
	r.buf = *bytes.NewBuffer(args)
	r.dec.Reset(&r.buf)
	r.err = nil
	return r
}

func (r *reader) free() {
	r.buf = bytes.Buffer{}
	r.dec.Reset(&r.buf)
	readers.Put(r)
}

// close checks that nothing follows the arguments and returns the first thing that was wrong.
func (r *reader) close() error {
	if r.err == nil {
		if _, err := r.dec.ReadToken(); err != io.EOF {
			r.fail("text after the arguments")
		}
	}
	return r.err
}

func (r *reader) fail(what string) {
	if r.err == nil {
		r.err = errors.New(string(r.dec.StackPointer()) + ": " + what)
	}
}

// token reads a token of the wanted kind.
func (r *reader) token(kind jsontext.Kind) (token jsontext.Token) {
	if r.err != nil {
		return token
	}
	token, err := r.dec.ReadToken()
	if err != nil {
		r.err = err
	} else if token.Kind() != kind {
		r.fail("expected " + kind.String())
	}
	return token
}

// value reads a scalar of the wanted kind, as it stands in the text.
func (r *reader) value(kind jsontext.Kind) jsontext.Value {
	if r.err != nil {
		return nil
	}
	if r.dec.PeekKind() != kind {
		if _, err := r.dec.ReadToken(); err != nil {
			r.err = err
		}
		r.fail("expected " + kind.String())
		return nil
	}
	value, err := r.dec.ReadValue()
	if err != nil {
		r.err = err
		return nil
	}
	return value
}

func (r *reader) object() { r.token('{') }
func (r *reader) array()  { r.token('[') }

// more reports whether the container goes on; the end is read.
func (r *reader) more(end jsontext.Kind) bool {
	if r.err == nil && r.dec.PeekKind() == end {
		r.token(end)
		return false
	}
	return r.err == nil
}

func (r *reader) null() bool {
	if r.err != nil || r.dec.PeekKind() != 'n' {
		return false
	}
	r.token('n')
	return r.err == nil
}

func (r *reader) bool() bool {
	if r.err != nil {
		return false
	}
	token, err := r.dec.ReadToken()
	if err != nil {
		r.err = err
		return false
	}
	if kind := token.Kind(); kind != 't' && kind != 'f' {
		r.fail("expected a boolean")
		return false
	}
	return token.Bool()
}

// text reads a string. The bytes are valid until the next read.
func (r *reader) text() []byte {
	value := r.value('"')
	if len(value) < 2 {
		return nil
	}
	if bytes.IndexByte(value, '\\') < 0 {
		return value[1 : len(value)-1]
	}
	text, err := jsontext.AppendUnquote(nil, value)
	if err != nil {
		r.err = err
	}
	return text
}

func (r *reader) key() []byte { return r.text() }

// string reads a string of lo to hi characters.
func (r *reader) string(lo, hi int) string {
	text := r.text()
	if lo > 0 || hi < math.MaxInt {
		r.between(utf8.RuneCount(text), lo, hi)
	}
	return string(text)
}

func (r *reader) unit() tools.Unit {
	switch string(r.text()) {
	case "metric":
		return tools.Metric
	case "imperial":
		return tools.Imperial
	}
	r.fail("not a unit")
	return ""
}

// integer reads a whole number, also one that is written as 5.0 or 1e3.
func (r *reader) integer(lo, hi int64) int64 {
	value := r.value('0')
	n, err := strconv.ParseInt(string(value), 10, 64)
	if err != nil && r.err == nil {
		f, err := strconv.ParseFloat(string(value), 64)
		if n = int64(f); err != nil || !strings.ContainsAny(string(value), ".eE") || float64(n) != f || math.Abs(f) > 1<<53 {
			r.fail("not a whole number")
		}
	}
	if r.err == nil && (n < lo || n > hi) {
		r.fail("out of bounds")
	}
	return n
}

func (r *reader) float() float64 {
	f, err := strconv.ParseFloat(string(r.value('0')), 64)
	if err != nil {
		r.fail("not a number")
	}
	return f
}

func (r *reader) between(n, lo, hi int) {
	if n < lo || n > hi {
		r.fail("too short or too long")
	}
}

func (r *reader) need(seen, want int) {
	if seen&want != want {
		r.fail("a required key is missing")
	}
}

func (r *reader) box() (box tools.Box) {
	seen := 0
	for r.object(); r.more('}'); {
		switch string(r.key()) {
		case "near":
			seen |= 1
			box.Near = r.string(0, math.MaxInt)
		case "radius":
			seen |= 2
			if box.Radius = r.float(); box.Radius <= 0 || box.Radius > 20000 {
				r.fail("out of bounds")
			}
		case "low":
			seen |= 4
			box.Low = int(r.integer(-500, 9000))
		case "high":
			if !r.null() {
				box.High = new(int(r.integer(-500, 9000)))
			}
		default:
			r.fail("unknown key")
		}
	}
	r.need(seen, 7)
	return box
}

func (r *reader) reading(v *tools.Reading) {
	seen := 0
	for r.object(); r.more('}'); {
		switch string(r.key()) {
		case "id":
			seen |= 1
			v.ID = r.integer(1, math.MaxInt64)
		case "station":
			seen |= 2
			v.Station = r.string(1, 80)
		case "place":
			seen |= 4
			v.Place = r.string(0, 80)
		case "source":
			seen |= 8
			v.Source = r.string(0, math.MaxInt)
		case "temp":
			seen |= 16
			if v.Temp = r.float(); v.Temp < -100 || v.Temp > 100 {
				r.fail("out of bounds")
			}
		case "wind":
			seen |= 32
			v.Wind = int(r.integer(0, 400))
		case "unit":
			seen |= 64
			v.Unit = r.unit()
		case "final":
			seen |= 128
			v.Final = r.bool()
		default:
			r.fail("unknown key")
		}
	}
	r.need(seen, 255)
}

func quote(b []byte, s string) []byte {
	b, _ = jsontext.AppendQuote(b, s) // mends what is not UTF-8
	return b
}

func float(b []byte, f float64) ([]byte, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, errors.New("not a number that JSON can carry")
	}
	format := byte('f')
	if abs := math.Abs(f); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		format = 'e'
	}
	return strconv.AppendFloat(b, f, format, -1, 64), nil
}
