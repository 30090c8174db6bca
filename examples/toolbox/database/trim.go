package database

import (
	"database/sql/driver"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"modernc.org/sqlite"
)

// replace puts functions of our own in place of those of SQLite that take, in one step that nothing can interrupt, as many comparisons
// as the product of two lengths: half a minute for two texts of 50 kB, hours for two of 1 MB.
func replace(d *sqlite.Driver) error {
	for name, f := range map[string]func(s, of string) string{
		"trim":  func(s, of string) string { return trimRight(trimLeft(s, of), of) },
		"ltrim": trimLeft,
		"rtrim": trimRight,
	} {
		if err := d.RegisterDeterministicScalarFunction(name, 2, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
			if args[0] == nil || args[1] == nil {
				return nil, nil
			}
			s, err := asText(args[0])
			if err != nil {
				return nil, err
			}
			of, err := asText(args[1])
			if err != nil {
				return nil, err
			}
			return f(s, of), nil
		}); err != nil {
			return err
		}
	}
	return d.RegisterDeterministicScalarFunction("unhex", 2, func(*sqlite.FunctionContext, []driver.Value) (driver.Value, error) {
		return nil, errors.New("unhex takes one value here; take other characters out by replace")
	})
}

// asText is a value as SQLite makes a text of it. A float is left to SQLite, which has its own form.
func asText(v driver.Value) (string, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case []byte:
		return string(v), nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	}
	return "", errors.New("trim takes texts here; cast a number to text")
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

func characters(of string) map[string]bool {
	set := map[string]bool{}
	for of != "" {
		_, size := utf8.DecodeRuneInString(of)
		set[strings.Clone(of[:size])] = true
		of = of[size:]
	}
	return set
}
