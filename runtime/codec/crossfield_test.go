package codec_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

// pick reads an object with three optional numbers, under all three rules or the one that is named.
func pick(c *codec.Cursor, rule string) {
	var seen, given uint64
	for c.Object(); c.Field(); {
		switch string(c.Key) {
		case "id":
			seen = c.Once(seen, 1<<0)
			if !c.Null() {
				given |= 1 << 0
				c.Int()
			}
		case "name":
			seen = c.Once(seen, 1<<1)
			if !c.Null() {
				given |= 1 << 1
				c.Int()
			}
		case "odd key":
			seen = c.Once(seen, 1<<2)
			if !c.Null() {
				given |= 1 << 2
				c.Int()
			}
		default:
			c.Unknown("id", "name", "odd key")
		}
	}
	switch rule {
	case "exactly":
		c.ExactlyOne(given, "id", "name", "odd key")
	case "least":
		c.AtLeastOne(given, "id", "name", "odd key")
	case "most":
		c.AtMostOne(given, "id", "name", "odd key")
	}
}

func TestRulesAcrossFields(t *testing.T) {
	for _, row := range []struct{ name, rule, args, want string }{
		{"R18 exactly one", "exactly", `{"name":1}`, ""},
		{"R18 exactly one, others null", "exactly", `{"id":null,"name":1,"odd key":null}`, ""},
		{"R18 exactly one, none", "exactly", `{}`, `arguments: give exactly one of id, name, "odd key"; got none`},
		{"R18 exactly one, no arguments", "exactly", ``, `arguments: give exactly one of id, name, "odd key"; got none`},
		{"R18 exactly one, null", "exactly", `{"id":null}`, `arguments: give exactly one of id, name, "odd key"; got none`},
		{"R18 exactly one, two", "exactly", `{"name":1,"id":2}`, `arguments: give exactly one of id, name, "odd key"; got id and name; leave out one`},
		{"R18 exactly one, three", "exactly", `{"name":1,"id":2,"odd key":3}`, `arguments: give exactly one of id, name, "odd key"; got id, name and "odd key"; leave out all but one`},
		{"R18 at least one", "least", `{"name":1,"id":2}`, ""},
		{"R18 at least one, none", "least", `{}`, `arguments: give at least one of id, name, "odd key"; got none`},
		{"R18 at most one, none", "most", `{}`, ""},
		{"R18 at most one", "most", `{"id":1}`, ""},
		{"R18 at most one, two", "most", `{"id":1,"odd key":1}`, `arguments: give at most one of id, name, "odd key"; got id and "odd key"; leave out one`},
		{"R18 a wrong value is given all the same", "exactly", `{"id":"x"}`, `id: expected whole number, got string "x"`},
		{"R18 beside other problems", "most", `{"id":"x","name":1,"no":2}`, "id: expected whole number, got string \"x\"\narguments: unknown key \"no\"; known are \"id\", \"name\", \"odd key\"\narguments: give at most one of id, name, \"odd key\"; got id and name; leave out one"},
		{"R18 no object", "exactly", `[]`, `arguments: must be a JSON object, got array`},
		{"R18 broken", "exactly", `{"id":`, ``},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := codec.Open([]byte(row.args))
			pick(&c, row.rule)
			err := c.Close()
			switch {
			case row.args == `{"id":`:
				require.Len(t, err.(*codec.Problems).List, 1)
				require.NotContains(t, err.Error(), "give")
			case row.want == "":
				require.NoError(t, err)
			default:
				require.EqualError(t, err, row.want)
			}
		})
	}
}

func TestRulesAcrossManyFields(t *testing.T) {
	names := make([]string, 64)
	for i := range names {
		names[i] = fmt.Sprintf("f%d", i)
	}
	c := codec.Open([]byte(`{}`))
	for c.Object(); c.Field(); {
	}
	c.AtMostOne(1<<64-1, names...)
	require.ErrorContains(t, c.Close(), "give at most one of f0, f1, f2,")
	require.ErrorContains(t, c.Close(), "f29, …; got f0, f1")
	require.ErrorContains(t, c.Close(), "leave out all but one")
}

func BenchmarkRuleAcrossFields(b *testing.B) {
	args := []byte(`{"id":1}`)
	b.ReportAllocs()
	for b.Loop() {
		c := codec.Open(args)
		pick(&c, "exactly")
		if c.Close() != nil {
			b.Fatal("refused")
		}
	}
}
