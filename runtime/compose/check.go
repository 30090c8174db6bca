package compose

import (
	"strconv"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// arguments reads the arguments of a composite against its schema and returns them as compact JSON: what a composite refuses
// it refuses before its first step, in the words of every other tool.
func (s *schema) arguments(args []byte) ([]byte, error) {
	c := codec.Open(args)
	s.check(&c)
	if err := c.Close(); err != nil {
		return nil, err
	}
	object, err := compact(args)
	if err != nil || object[0] != '{' { // nothing, blanks and null stand for no arguments (J1)
		return []byte("{}"), nil
	}
	return object, nil
}

// refused returns what the schema says against a value that stands at path.
func (s *schema) refused(path string, value []byte) []runtime.Problem {
	around := schema{types: objectType, may: objectType, members: []property{{path, s}}, required: []string{path}, closed: true}
	object := append(append(append([]byte{'{'}, quote(path)...), ':'), value...)
	if _, err := around.arguments(append(object, '}')); err != nil {
		return err.(*codec.Problems).List
	}
	return nil
}

// check reads the value that comes next. It refuses less than the schema: never what the tool itself accepts.
func (s *schema) check(c *codec.Cursor) {
	s = s.resolve()
	may := s.may
	if may != anyType && may&nullType != 0 {
		if c.Null() {
			return
		}
		may &^= nullType
	}
	switch {
	case len(s.anyOf) > 0:
		c.Raw(may.list()...)
	case may == objectType:
		s.checkObject(c)
	case may == arrayType:
		n := 0
		for c.Array(); c.Item(); n++ {
			if s.items == nil || s.rule("prefixItems") != nil {
				c.Raw()
			} else {
				s.items.check(c)
			}
		}
		c.Count(n, s.whole("minItems", 0), s.whole("maxItems", -1))
	case may == stringType:
		c.Bytes()
		c.Length(s.whole("minLength", 0), s.whole("maxLength", -1))
		if s.pattern != nil {
			c.Match(s.pattern)
		}
		if values, ok := s.strings(); ok {
			c.Listed(values...)
		}
	case may == booleanType:
		c.Bool()
	case may == integerType && s.enum == nil:
		c.IntegerNumber()
		s.checkBounds(c)
	case may&^numberType == 0:
		v := c.Float64()
		s.checkBounds(c)
		if values, ok := s.numbers(); ok {
			codec.Among(c, v, values...)
		}
	default:
		c.Raw(may.list()...)
	}
}

func (s *schema) checkObject(c *codec.Cursor) {
	names := make([]string, len(s.members))
	for i, p := range s.members {
		names[i] = p.name
	}
	seen := make([]uint64, len(names)/64+1)
	want := make([]uint64, len(seen))
	for _, name := range s.required {
		if i := s.index(name); i >= 0 {
			want[i/64] |= 1 << (i % 64)
		}
	}
	others := map[string]bool{}
	for c.Object(); c.Field(); {
		i := s.index(string(c.Key))
		switch {
		case i >= 0:
			word, bit := i/64, uint64(1)<<(i%64)
			seen[word] = c.Once(seen[word], bit)
			if want[word]&bit == 0 && s.members[i].schema.resolve().may&nullType == 0 && c.Null() {
				continue // null for an optional member means that it is absent (X3)
			}
			s.members[i].schema.check(c)
		case s.member(string(c.Key)) == nil:
			c.Unknown(names...)
		default:
			other := s.member(string(c.Key))
			if name := c.Name(); others[name] {
				c.Duplicate()
			} else {
				others[name] = true
			}
			other.check(c)
		}
	}
	for word := range seen {
		c.Need(seen[word], want[word], names[word*64:min(len(names), word*64+64)]...)
	}
}

// index returns which of the members has that name, -1 for none.
func (s *schema) index(name string) int {
	for i := range s.members {
		if s.members[i].name == name {
			return i
		}
	}
	return -1
}

func (s *schema) checkBounds(c *codec.Cursor) {
	for _, bound := range []struct {
		keyword string
		check   func(float64)
	}{{"minimum", c.AtLeast}, {"maximum", c.AtMost}, {"exclusiveMinimum", c.Above}, {"exclusiveMaximum", c.Below}} {
		if text := s.rule(bound.keyword); text != nil {
			if x, err := strconv.ParseFloat(string(text), 64); err == nil {
				bound.check(x)
			}
		}
	}
}

// strings returns the enum of a schema whose values are strings alone.
func (s *schema) strings() (values []string, ok bool) {
	for _, value := range s.enum {
		if kind(value) != "string" {
			return nil, false
		}
		values = append(values, unquote(value))
	}
	return values, s.enum != nil
}

// numbers returns the enum of a schema whose values are numbers alone.
func (s *schema) numbers() (values []float64, ok bool) {
	for _, value := range s.enum {
		x, err := strconv.ParseFloat(string(value), 64)
		if err != nil {
			return nil, false
		}
		values = append(values, x)
	}
	return values, s.enum != nil
}
