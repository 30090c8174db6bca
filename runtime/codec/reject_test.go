package codec_test

import (
	"errors"
	"math/big"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

func TestReject(t *testing.T) {
	for _, r := range []struct {
		id, x, reason string
		want          string
	}{
		{"T50", `"a"`, "no such colour", `no such colour`},
		{"T50 several lines", `"a"`, "no\n\tsuch  colour", `no such colour`},
		{"T50 control characters", `"a"`, "no \x1b[31mcolour", `no [31mcolour`},
		{"T50 not UTF-8", `"a"`, "no \xff", "no \ufffd"},
		{"T50 no text", `"a"`, "", `string "a" is not accepted`},
		{"T50 blanks", `"\""`, " \n", `string "\"" is not accepted`},
		{"T50 wrong kind", `5`, "no such colour", `expected string, got number 5; put quotes around it`},
		{"T50 null", `null`, "no such colour", `expected string, got null`},
		{"J7 wrong text", `"\ud800"`, "no such colour", `not valid Unicode text (at offset 6)`},
	} {
		t.Run(r.id, func(t *testing.T) {
			err := readField(`{"x":`+r.x+`}`, func(c *codec.Cursor) {
				c.Bytes()
				c.Reject(errors.New(r.reason))
				c.Reject(errors.New("one mistake is one problem"))
			})
			require.Equal(t, "x: "+r.want, problemsOf(err))
		})
	}
	require.NoError(t, readField(`{"x":"a"}`, func(c *codec.Cursor) {
		c.Bytes()
		c.Reject(nil)
	}))
	long := readField(`{"x":"a"}`, func(c *codec.Cursor) {
		c.Bytes()
		c.Reject(errors.New(strings.Repeat("é", 500)))
	})
	require.LessOrEqual(t, len(problemsOf(long)), len("x: ")+200+len("…"))
	require.True(t, strings.HasSuffix(problemsOf(long), "é…"))
}

func TestRefuse(t *testing.T) {
	const want = "expected IP address such as 192.0.2.1"
	runRows(t, func(c *codec.Cursor) {
		if _, err := netip.ParseAddr(c.String()); err != nil {
			c.Refuse(want)
		}
	}, []row{
		{"T44", `"192.0.2.1"`, ``},
		{"T44 no address", `"localhost"`, want + `, got string "localhost"`},
		{"T44 empty", `""`, `must not be empty; ` + want},
		{"T44 number", `1`, `expected string, got number 1; put quotes around it`},
		{"T44 long", `"` + strings.Repeat("a", 41) + `"`, want + `, got string "` + strings.Repeat("a", 40) + `…"`},
	})
}

func TestStringUpTo(t *testing.T) {
	runRows(t, func(c *codec.Cursor) { c.StringUpTo(4) }, []row{
		{"T55", `"abcd"`, ``},
		{"T55 escapes count as what they mean", `"\u0061bcd"`, ``},
		{"T55 long", `"abcde"`, `must be at most 4 bytes, has 5`},
		{"T55 bytes, not characters", `"ééé"`, `must be at most 4 bytes, has 6`},
		{"T55 number", `1`, `expected string, got number 1; put quotes around it`},
	})
}

func TestListed(t *testing.T) {
	runRows(t, func(c *codec.Cursor) {
		c.Bytes()
		c.Listed("warn", "error")
	}, []row{
		{"T54 listed", `"warn"`, ``},
		{"T54 other", `"info"`, `"info" is not one of warn, error`},
		{"T54 near", `"WARN"`, `"WARN" is not one of warn, error; did you mean warn?`},
		{"T54 number", `1`, `expected string, got number 1; put quotes around it`},
	})
}

func TestBigIntegers(t *testing.T) {
	many, more := strings.Repeat("7", 4096), strings.Repeat("7", 4097)
	wrong := `expected whole number such as "42", got string `
	var got string
	runRows(t, func(c *codec.Cursor) { got = c.IntegerText() }, []row{
		{"T48", `"12345678901234567890123"`, ``},
		{"T48 negative", `"-5"`, ``},
		{"T48 zeros in front", `"007"`, ``},
		{"T48 escaped", `"\u0031"`, ``},
		{"T48 many digits", `"-` + many + `"`, ``},
		{"T48 too many digits", `"` + more + `"`, more[:40] + `… has more than 4096 digits`},
		{"T48 fraction", `"1.0"`, wrong + `"1.0"`},
		{"T48 exponent", `"1e3"`, wrong + `"1e3"`},
		{"T48 plus", `"+5"`, wrong + `"+5"`},
		{"T48 prefix", `"0x1f"`, wrong + `"0x1f"`},
		{"T48 underscore", `"1_000"`, wrong + `"1_000"`},
		{"T48 blank", `" 1"`, wrong + `" 1"`},
		{"T48 minus alone", `"-"`, wrong + `"-"`},
		{"T48 empty", `""`, `must not be empty; expected whole number such as "42"`},
		{"T48 boolean", `true`, `expected whole number such as "42", got boolean true`},
		{"T48 null", `null`, `expected whole number such as "42", got null`},
		{"X10", `5`, ``},
		{"X10 zero fraction", `-50.0`, ``},
		{"X10 exponent", `12e2`, ``},
		{"X10 minus zero", `-0`, ``},
		{"X10 fraction", `5.5`, `expected whole number, got number 5.5`},
		{"X10 negative exponent", `5e-1`, `expected whole number, got number 5e-1`},
		{"X13 huge exponent", `1e9999`, `1e9999 has more than 4096 digits`},
		{"J11 enormous exponent", `1e999999999999`, `1e999999999999 has more than 4096 digits`},
		{"X13 digits behind the point", `0.` + more, `0.` + more[:38] + `… has more than 4096 digits`},
	})
	runRows(t, func(c *codec.Cursor) { got = c.IntegerNumber() }, []row{
		{"T48 as a number", `12345678901234567890123`, ``},
		{"T48 as a number, text", `"5"`, `expected whole number, got string "5"; send the bare value`},
		{"T48 as a number, other text", `"a"`, `expected whole number, got string "a"`},
		{"T48 as a number, fraction", `0.5`, `expected whole number, got number 0.5`},
	})
	for _, r := range [][2]string{
		{`"007"`, "007"}, {`"-5"`, "-5"}, {`5`, "5"}, {`-50.0`, "-50"}, {`12e2`, "1200"}, {`-0`, "-0"}, {`0.0`, "0"}, {`0e9999`, "0"}, {`120e-1`, "12"},
		{`"\u0031"`, "1"}, {`"` + many + `"`, many}, {`"+5"`, "0"}, {`1.5`, "0"}, {`null`, "0"}, {`1e9999`, "0"},
	} {
		_ = readField(`{"x":`+r[0]+`}`, func(c *codec.Cursor) { got = c.IntegerText() })
		require.Equal(t, r[1], got, "%s", r[0])
		_, ok := new(big.Int).SetString(got, 10)
		require.True(t, ok, "math/big reads whatever comes")
	}
}

func TestTextForms(t *testing.T) {
	finish := func(b []byte) string {
		out, _, err := codec.Finish(append(append([]byte(`{"x":`), b...), '}'))
		if err != nil {
			return err.Error()
		}
		return string(out)
	}
	for _, r := range []struct{ id, text, want string }{
		{"T44", "192.0.2.1", `{"x":"192.0.2.1"}`},
		{"T50 empty", "", `{"x":""}`},
		{"T50 escapes", "a\"b\\\n", `{"x":"a\"b\\\n"}`},
		{"T50 Unicode", "é", `{"x":"é"}`},
		{"O17", "a\xff", "{\"x\":\"a\ufffd\"}"},
	} {
		t.Run(r.id, func(t *testing.T) {
			require.Equal(t, r.want, finish(codec.AppendText(nil, []byte(r.text), nil)))
			require.Equal(t, r.want, finish(codec.EndText(append([]byte{'"'}, r.text...), 0, nil)))
		})
	}
	broken := codec.AppendText([]byte(`[1,`), []byte("half"), errors.New("no level has been set"))
	_, _, err := codec.Finish(append(broken, ']'))
	require.EqualError(t, err, "result[1] cannot be written: no level has been set", "T50")
}

// A type of the standard library costs what its value costs: the string that it is parsed from is part of the call's one copy.
func TestTextCostsNothing(t *testing.T) {
	args := []byte(`{"addr":"192.0.2.1","prefix":"192.0.2.0/24","text":"abc"}`)
	allocations := func(read func(c *codec.Cursor)) float64 {
		return testing.AllocsPerRun(100, func() {
			c := codec.Open(args)
			for c.Object(); c.Field(); {
				read(&c)
			}
			if c.Close() != nil {
				t.Fatal("not read")
			}
		})
	}
	plain := allocations(func(c *codec.Cursor) { _ = c.String() })
	require.Equal(t, plain, allocations(func(c *codec.Cursor) {
		switch string(c.Key) {
		case "addr":
			if _, err := netip.ParseAddr(c.String()); err != nil {
				c.Refuse("expected IP address such as 192.0.2.1")
			}
		case "prefix":
			if _, err := netip.ParsePrefix(c.String()); err != nil {
				c.Refuse("expected IP network such as 192.0.2.0/24")
			}
		default:
			_ = c.String()
		}
	}))
	addr := netip.MustParseAddr("192.0.2.1")
	b := make([]byte, 0, 64)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		text, err := addr.AppendText(append(b, '"'))
		_ = codec.EndText(text, len(b), err)
	}))
}
