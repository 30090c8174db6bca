package packages

import (
	"strconv"
)

// leaf is a type of Go or its library that stands by itself.
func (w *world) leaf() *typ {
	if w.in(3) {
		return w.library()
	}
	return w.basic()
}

// basic is a type of the language.
func (w *world) basic() *typ {
	switch w.IntN(10) {
	case 0, 1, 2:
		return &typ{kind: text, spell: "string", comparable: true, sample: strconv.Quote(w.word())}
	case 3, 4:
		return &typ{kind: integer, spell: "int", signed: true, comparable: true, sample: w.whole()}
	case 5:
		return &typ{kind: boolean, spell: "bool", comparable: true, sample: of(w.random, "true", "false")}
	case 6:
		return w.float()
	}
	t := of(w.random,
		typ{spell: "int8", bits: 8, signed: true}, typ{spell: "int16", bits: 16, signed: true}, typ{spell: "int32", bits: 32, signed: true},
		typ{spell: "int64", bits: 64, signed: true}, typ{spell: "uint", bits: 0}, typ{spell: "uint8", bits: 8}, typ{spell: "uint16", bits: 16},
		typ{spell: "uint32", bits: 32}, typ{spell: "uint64", bits: 64}, typ{spell: "byte", bits: 8}, typ{spell: "rune", bits: 32, signed: true}, typ{spell: "uintptr"})
	t.kind, t.comparable, t.sample = integer, true, w.whole()
	if t.bits == 0 || t.bits == 64 {
	}
	return &t
}

func (w *world) float() *typ {
	bits := of(w.random, "64", "64", "32")
	n, _ := strconv.Atoi(bits)
	return &typ{kind: float, spell: "float" + bits, bits: n, sample: of(w.random, "0.5", "1.5", "2.25", "3", "10")}
}

func (w *world) word() string {
	return of(w.random, "a", "abc", "paris", "xyz", "low", "blue", "word")
}

func (w *world) whole() string { return strconv.Itoa(1 + w.IntN(100)) }

// library is a type of the standard library, or of the runtime.
func (w *world) library() *typ {
	t := of(w.random,
		typ{kind: moment, spell: "§time§.Time", comparable: true, isStruct: true},
		typ{kind: moment, spell: "§time§.Time", comparable: true, isStruct: true},
		typ{kind: span, spell: "§time§.Duration", comparable: true},
		typ{kind: span, spell: "§time§.Duration", comparable: true},
		typ{kind: known, spell: "§net/url§.URL", form: "url", sample: `"https://example.com/a?b=c"`, isStruct: true, pointers: true},
		typ{kind: known, spell: "*§net/url§.URL", form: "url", sample: `"http://localhost/"`, pointers: true},
		typ{kind: known, spell: "§net/netip§.Addr", form: "addr", sample: `"192.0.2.1"`, comparable: true, isStruct: true},
		typ{kind: known, spell: "§net/netip§.AddrPort", form: "addrport", sample: `"192.0.2.1:80"`, comparable: true, isStruct: true},
		typ{kind: known, spell: "§net/netip§.Prefix", form: "prefix", sample: `"192.0.2.0/24"`, comparable: true, isStruct: true},
		typ{kind: known, spell: "§net§.IP", form: "ip", sample: `"192.0.2.7"`},
		typ{kind: known, spell: "§net§.HardwareAddr", form: "mac", sample: `"00:00:5e:00:53:01"`},
		typ{kind: known, spell: "§net§.IPNet", form: "ipnet", sample: `"10.0.0.0/8"`, isStruct: true},
		typ{kind: known, spell: "*§regexp§.Regexp", form: "regexp", sample: "\"^[a-z]+$\"", pointers: true},
		typ{kind: known, spell: "§log/slog§.Level", form: "level", sample: `"INFO"`, comparable: true},
		typ{kind: big, spell: "*§math/big§.Int", sample: `"42"`, pointers: true},
		typ{kind: big, spell: "§math/big§.Int", sample: `"42"`, isStruct: true},
		typ{kind: known, spell: "*§math/big§.Rat", form: "rat", sample: `"1/3"`, pointers: true},
		typ{kind: known, spell: "§math/big§.Float", form: "float", sample: `"1.5"`, isStruct: true},
		typ{kind: number, spell: "§encoding/json§.Number", comparable: true, sample: "1.50"},
		typ{kind: octets, spell: "[]byte", sample: `"YWJj"`},
		typ{kind: octets, spell: "[]byte", sample: `"YWJj"`},
		typ{kind: free, spell: "any", sample: `{"a":1}`, comparable: true},
		typ{kind: free, spell: "§encoding/json§.RawMessage", sample: `[1,"a"]`},
		typ{kind: named, spell: "§time§.Month", comparable: true, consts: []constant{{name: "January", json: `"january"`}, {name: "May", json: `"may"`}}},
		typ{kind: named, spell: "§time§.Weekday", comparable: true, consts: []constant{{name: "Monday", json: `"monday"`}, {name: "Friday", json: `"friday"`}}},
		typ{kind: object, spell: "struct{}", comparable: true, isStruct: true},
	)
	switch t.kind {
	case moment:
		t.sample = `"2026-01-02T03:04:05Z"`
	case span:
		t.sample = `"1m30s"`
	}
	return &t
}

// held is a type of database/sql that holds another and null.
func (w *world) held() *typ {
	t := of(w.random,
		typ{spell: "NullString", elem: &typ{kind: text, spell: "string", sample: `"abc"`}},
		typ{spell: "NullInt64", elem: &typ{kind: integer, spell: "int64", bits: 64, signed: true, sample: "7"}},
		typ{spell: "NullInt32", elem: &typ{kind: integer, spell: "int32", bits: 32, signed: true, sample: "7"}},
		typ{spell: "NullInt16", elem: &typ{kind: integer, spell: "int16", bits: 16, signed: true, sample: "7"}},
		typ{spell: "NullByte", elem: &typ{kind: integer, spell: "byte", bits: 8, sample: "7"}},
		typ{spell: "NullBool", elem: &typ{kind: boolean, spell: "bool", sample: "true"}},
		typ{spell: "NullFloat64", elem: &typ{kind: float, spell: "float64", bits: 64, sample: "1.5"}},
		typ{spell: "NullTime", elem: &typ{kind: moment, spell: "§time§.Time", sample: `"2026-01-02T03:04:05Z"`}},
	)
	t.kind, t.spell, t.isStruct = null, "§database/sql§."+t.spell, true
	return &t
}
