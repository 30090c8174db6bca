package law

import (
	"encoding/json"
	"log/slog"
	"math/big"
	"math/rand/v2"
	"net"
	"net/netip"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"time"
)

// Filler makes random values of Go types, such as a tool could return: what the mapping promises to write and to read back
// as it was. It makes no text that is not UTF-8, no NaN, and no zero of a type whose zero has no text.
type Filler struct {
	// Choices are the values of enums, and of interfaces the types that they may hold, by type.
	Choices map[reflect.Type][]any

	rand source
}

// NewFiller returns a filler that makes the same values for the same seed.
func NewFiller(seed uint64, choices map[reflect.Type][]any) *Filler {
	return &Filler{Choices: choices, rand: source{rand.New(rand.NewPCG(seed, 0))}}
}

// Value makes a value.
func (f *Filler) Value(t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	f.fill(v, 0)
	return v
}

// fill sets a value. deep counts what is around it.
func (f *Filler) fill(v reflect.Value, deep int) {
	t := v.Type()
	if choices := f.Choices[t]; len(choices) > 0 {
		choice := one(f.rand, choices...)
		if variant, ok := choice.(reflect.Type); ok {
			if deep > 6 { // the first variant is the flat one
				variant = choices[0].(reflect.Type)
			}
			inner := reflect.New(variant).Elem()
			if variant.Kind() == reflect.Pointer {
				inner.Set(reflect.New(variant.Elem()))
				f.fill(inner.Elem(), deep+1)
			} else {
				f.fill(inner, deep+1)
			}
			v.Set(inner)
			return
		}
		v.Set(reflect.ValueOf(choice).Convert(t))
		return
	}
	if known := f.known(t); known != nil {
		v.Set(reflect.ValueOf(known))
		return
	}
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(f.rand.chance(2))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := int64(f.rand.Uint64()) >> f.rand.IntN(64) << (64 - t.Bits()) >> (64 - t.Bits())
		if f.rand.chance(5) {
			n = one(f.rand, int64(-1)<<(t.Bits()-1), int64(1)<<(t.Bits()-1)-1)
		}
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(f.rand.Uint64() >> f.rand.IntN(64) << (64 - t.Bits()) >> (64 - t.Bits()))
	case reflect.Float32:
		v.SetFloat(float64(float32(f.rand.NormFloat64() * pow10(f.rand.IntN(60)-30))))
	case reflect.Float64:
		v.SetFloat(f.rand.NormFloat64() * pow10(f.rand.IntN(600)-300))
	case reflect.String:
		v.SetString(f.rand.text())
	case reflect.Pointer:
		if !f.rand.chance(3) && deep < 8 {
			v.Set(reflect.New(t.Elem()))
			f.fill(v.Elem(), deep+1)
		}
	case reflect.Slice:
		f.items(v, deep)
	case reflect.Array:
		for i := range v.Len() {
			f.held(v.Index(i), deep+1)
		}
	case reflect.Map:
		f.entries(v, deep)
	case reflect.Struct:
		f.fields(v, deep)
	case reflect.Interface:
		if t.NumMethod() == 0 {
			if x := f.anything(2); x != nil {
				v.Set(reflect.ValueOf(x))
			}
		}
	}
}

// held fills an item, which is no nil pointer: null is no item (T32).
func (f *Filler) held(v reflect.Value, deep int) {
	if v.Kind() == reflect.Pointer && f.known(v.Type()) == nil {
		v.Set(reflect.New(v.Type().Elem()))
		f.held(v.Elem(), deep)
		return
	}
	f.fill(v, deep)
}

func (f *Filler) howMany(deep int) int {
	if deep > 5 {
		return 0
	}
	return f.rand.IntN(4)
}

func (f *Filler) items(v reflect.Value, deep int) {
	if f.rand.chance(6) {
		return // nil
	}
	n := f.howMany(deep)
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	for i := range n {
		f.held(v.Index(i), deep+1)
	}
}

func (f *Filler) entries(v reflect.Value, deep int) {
	if f.rand.chance(6) {
		return // nil
	}
	v.Set(reflect.MakeMap(v.Type()))
	for range f.howMany(deep) {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		f.fill(key, deep+1)
		f.held(value, deep+1)
		v.SetMapIndex(key, value)
	}
}

func (f *Filler) fields(v reflect.Value, deep int) {
	t := v.Type()
	switch {
	case strings.HasPrefix(t.String(), "runtime.Opt["):
		if state := f.rand.IntN(3); state > 0 {
			v.FieldByName("Set").SetBool(true)
			if null := v.FieldByName("Null"); state == 1 {
				null.SetBool(true)
			} else {
				f.held(v.FieldByName("Value"), deep)
			}
		}
		return
	case t.PkgPath() == "database/sql" && strings.HasPrefix(t.Name(), "Null"):
		if f.rand.chance(2) {
			v.FieldByName("Valid").SetBool(true)
			f.held(v.Field(0), deep)
		}
		return
	}
	for i := range t.NumField() {
		field := t.Field(i)
		if field.Tag.Get("json") == "-" || field.Name == "_" || !field.IsExported() && !field.Anonymous {
			continue
		}
		if field.Anonymous {
			f.held(v.Field(i), deep+1) // without what it embeds, a struct lacks fields that must be given (S9)
		} else {
			f.fill(v.Field(i), deep+1)
		}
	}
}

// anything is a value of the shapes that any is read as (T23).
func (f *Filler) anything(deep int) any {
	switch n := f.rand.IntN(7); {
	case n == 0:
		return nil
	case n == 1:
		return f.rand.chance(2)
	case n == 2:
		return f.rand.text()
	case n == 3 && deep > 0:
		list := make([]any, f.rand.IntN(3))
		for i := range list {
			list[i] = f.anything(deep - 1)
		}
		return list
	case n == 4 && deep > 0:
		entries := map[string]any{}
		for range f.rand.IntN(3) {
			entries[f.rand.key()] = f.anything(deep - 1)
		}
		return entries
	}
	return f.rand.NormFloat64() * pow10(f.rand.IntN(20)-10)
}

// known is a value of a type that is read and written as a whole; nil for all others.
func (f *Filler) known(t reflect.Type) any {
	r := f.rand
	switch t {
	case reflect.TypeFor[time.Time]():
		at := time.Unix(r.Int64N(253_000_000_000)-60_000_000_000, r.Int64N(1e9)).UTC()
		if r.chance(3) {
			at = at.Truncate(time.Second)
		}
		if r.chance(3) {
			at = at.In(time.FixedZone("", 60*(r.IntN(2*840)-840)))
		}
		return at
	case reflect.TypeFor[time.Duration]():
		return time.Duration(int64(r.Uint64()) >> r.IntN(64))
	case reflect.TypeFor[url.URL]():
		return *f.url()
	case reflect.TypeFor[*url.URL]():
		return f.url()
	case reflect.TypeFor[netip.Addr]():
		return netip.MustParseAddr(one(r, "1.2.3.4", "::1", "2001:db8::5", "fe80::1%eth0", "::ffff:1.2.3.4"))
	case reflect.TypeFor[netip.AddrPort]():
		return netip.MustParseAddrPort(one(r, "1.2.3.4:80", "[::1]:0"))
	case reflect.TypeFor[netip.Prefix]():
		return netip.MustParsePrefix(one(r, "10.0.0.0/8", "2001:db8::/32", "0.0.0.0/0"))
	case reflect.TypeFor[net.IP]():
		return net.ParseIP(one(r, "1.2.3.4", "::1", "2001:db8::5"))
	case reflect.TypeFor[net.HardwareAddr]():
		mac, _ := net.ParseMAC(one(r, "01:23:45:67:89:ab", "02:00:5e:10:00:00:00:01"))
		return mac
	case reflect.TypeFor[net.IPNet]():
		_, network, _ := net.ParseCIDR(one(r, "10.0.0.0/8", "2001:db8::/32"))
		return *network
	case reflect.TypeFor[big.Int](), reflect.TypeFor[*big.Int]():
		n, _ := new(big.Int).SetString(strings.Repeat(one(r, "1", "9", "70"), 1+r.IntN(40)), 10)
		if r.chance(2) {
			n.Neg(n)
		}
		if t.Kind() == reflect.Struct {
			return *n
		}
		return n
	case reflect.TypeFor[*big.Float]():
		return big.NewFloat(r.NormFloat64())
	case reflect.TypeFor[*big.Rat]():
		return big.NewRat(int64(r.IntN(2000)-1000), int64(1+r.IntN(50)))
	case reflect.TypeFor[*regexp.Regexp]():
		return regexp.MustCompile(one(r, "a", "^[a-z]+$", `\d{2,3}`, ""))
	case reflect.TypeFor[slog.Level]():
		return slog.Level(r.IntN(40) - 20)
	case reflect.TypeFor[json.Number]():
		return json.Number(r.number())
	}
	return nil
}

func (f *Filler) url() *url.URL {
	u, _ := url.Parse(one(f.rand, "https://example.com/a%2Fb?q=1#top", "http://user:secret@[::1]:80/", "mailto:a@example.com", "x:"))
	return u
}

// Valid returns what makes a JSON text invalid under a schema, or that it is no JSON; nil for a valid one. It panics where the
// schema does not compile.
func Valid(schema string, document []byte) error {
	j, err := newJudge(schema)
	if err != nil {
		panic(err)
	}
	v, err := read(document)
	if err != nil {
		return err
	}
	if faults := j.faults(v); len(faults) > 0 {
		return jsonError(saysAll(faults))
	}
	return nil
}
