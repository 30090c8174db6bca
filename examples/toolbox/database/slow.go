package database

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"modernc.org/libc"
	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// slow are the functions of SQLite that take, in one step that nothing interrupts, as many comparisons as the product of two lengths: for two
// texts of 1 MB seconds, or hours. Those of our own in their place take as many as the sum.
var slow = map[string]func(args []driver.Value, o *Options) (driver.Value, error){
	"trim/2": func(args []driver.Value, _ *Options) (driver.Value, error) {
		return trimRight(trimLeft(asText(args[0]), asText(args[1])), asText(args[1])), nil
	},
	"ltrim/2": func(args []driver.Value, _ *Options) (driver.Value, error) {
		return trimLeft(asText(args[0]), asText(args[1])), nil
	},
	"rtrim/2": func(args []driver.Value, _ *Options) (driver.Value, error) {
		return trimRight(asText(args[0]), asText(args[1])), nil
	},
	"instr/2":   func(args []driver.Value, _ *Options) (driver.Value, error) { return instr(args[0], args[1]), nil },
	"replace/3": func(args []driver.Value, o *Options) (driver.Value, error) { return o.replaced(args) },
	"unhex/2": func([]driver.Value, *Options) (driver.Value, error) {
		return nil, errors.New("unhex takes one value here; take other characters out by replace")
	},
}

// replace puts the functions of our own in the place of the slow ones.
func replace(d *sqlite.Driver, o *Options) error {
	for name, f := range slow {
		name, count, _ := strings.Cut(name, "/")
		if err := d.RegisterFunction(name, &sqlite.FunctionImpl{
			NArgs:         int32(count[0] - '0'),
			Deterministic: true,
			VolatileArgs:  true, // otherwise texts would end at a zero character; what is returned is copied
			Scalar: func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
				if args[0] == nil || args[1] == nil {
					return nil, nil
				}
				v, err := f(args, o)
				if text, ok := v.(string); ok {
					v = strings.Clone(text)
				}
				return v, err
			},
		}); err != nil {
			return err
		}
	}
	return nil
}

// asText is a value as SQLite makes a text of it.
func asText(v driver.Value) string {
	switch v := v.(type) {
	case string:
		return v
	case []byte:
		return string(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return floatText(v)
	}
	return fmt.Sprint(v)
}

// floatText has SQLite itself write a float, in the form that it gives to floats that become texts.
func floatText(f float64) string {
	tls := libc.NewTLS()
	defer tls.Close()
	format, err := libc.CString("%!.17g")
	if err != nil {
		return ""
	}
	defer libc.Xfree(tls, format)
	arguments := libc.Xmalloc(tls, 8)
	if arguments == 0 {
		return ""
	}
	defer libc.Xfree(tls, arguments)
	text := lib.Xsqlite3_mprintf(tls, format, libc.VaList(arguments, f))
	defer lib.Xsqlite3_free(tls, text)
	return libc.GoString(text)
}

// instr is where y begins in x, in characters from 1, or in bytes where both are blobs; 0 if nowhere. It begins at the beginning of a character.
func instr(x, y driver.Value) int64 {
	_, blob := x.([]byte)
	if blob {
		_, blob = y.([]byte)
	}
	text, part := asText(x), asText(y)
	at := strings.Index(text, part)
	switch {
	case at < 0:
		return 0
	case blob || at == 0:
		return int64(at) + 1
	case continues(part[0]):
		return 0
	}
	n := int64(1)
	for i := 1; i <= at; i++ {
		if !continues(text[i]) {
			n++
		}
	}
	return n
}

// continues reports whether a byte of UTF-8 continues a character.
func continues(c byte) bool { return c&0xc0 == 0x80 }

// errLarge is SQLite's own for what is larger than Options.Value.
var errLarge = errors.New("string or blob too big")

// replaced is the first value with the third in place of each second one.
func (o *Options) replaced(args []driver.Value) (driver.Value, error) {
	text, of := asText(args[0]), asText(args[1])
	switch {
	case of == "" || of[0] == 0:
		return text, nil
	case args[2] == nil:
		return nil, nil
	}
	by := asText(args[2])
	if len(text)+strings.Count(text, of)*(len(by)-len(of)) > o.Value {
		return nil, errLarge
	}
	return strings.ReplaceAll(text, of, by), nil
}

func trimLeft(s, of string) string {
	set := characters(of)
	for s != "" {
		_, size := utf8.DecodeRuneInString(s)
		if !set[s[:size]] {
			break
		}
		s = s[size:]
	}
	return s
}

func trimRight(s, of string) string {
	set := characters(of)
	for s != "" {
		_, size := utf8.DecodeLastRuneInString(s)
		if !set[s[len(s)-size:]] {
			break
		}
		s = s[:len(s)-size]
	}
	return s
}

// characters are those of a text, up to a zero character, as SQLite has them.
func characters(of string) map[string]bool {
	set := map[string]bool{}
	of, _, _ = strings.Cut(of, "\x00")
	for of != "" {
		_, size := utf8.DecodeRuneInString(of)
		set[strings.Clone(of[:size])] = true
		of = of[size:]
	}
	return set
}
