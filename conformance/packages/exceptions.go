package packages

import (
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/conformance/law"
)

// subject is what the law may find of a tool by the types of its parameters. Optional values, formats, coercions and bounds of
// times are said by keys, which stand anywhere.
func subject(params []*param) law.Subject {
	s := law.Subject{Allowed: []law.X{law.X3, law.X5, law.X15}, Coerce: []string{}}
	for _, p := range params {
		if p.role == "injected" {
			continue
		}
		p.typ.walk(func(t *typ) {
			s.Allowed = append(s.Allowed, t.raises()...)
			s.Float32 = s.Float32 || t.kind == float && t.bits == 32
			for _, c := range t.consts {
				if text, err := strconv.Unquote(c.json); err == nil && c.deprecated {
					s.Deprecated = append(s.Deprecated, text)
				} else if c.deprecated {
					s.Deprecated = append(s.Deprecated, c.json)
				}
			}
		})
	}
	slices.Sort(s.Allowed)
	s.Allowed = slices.Compact(s.Allowed)
	return s
}

// lenientSubjects gives every tool the coercions that the source asks for anywhere: keys of a type hold wherever it is used.
func (w *world) lenientSubjects() {
	if len(w.coercions) == 0 {
		return
	}
	for name, s := range w.src.Subjects {
		s.Coerce, s.Allowed = w.coercions, append(s.Allowed, law.X9)
		w.src.Subjects[name] = s
	}
}

// raises are the exceptions of one type, without what it holds.
func (t *typ) raises() []law.X {
	switch t.kind {
	case integer:
		if t.bits == 0 || t.bits == 64 {
			return []law.X{law.X6}
		}
	case object:
		var out []law.X
		if t.quotes { // a pattern has no bounds
			out = append(out, law.X6, law.X12)
		}
		if t.grouped {
			out = append(out, law.X8)
		}
		return out
	case named:
		if t.texts {
			return []law.X{law.X2}
		}
		return []law.X{law.X2, law.X6} // open at a use, integers are numbers
	case float, number, free:
		return []law.X{law.X12}
	case octets, sum:
		return []law.X{law.X5, law.X11}
	case known, coded:
		return []law.X{law.X5, law.X11}
	case moment:
		return []law.X{law.X1, law.X6, law.X10, law.X11}
	case span:
		return []law.X{law.X6, law.X10, law.X11, law.X12}
	case big:
		return []law.X{law.X10, law.X11}
	case own:
		return []law.X{law.X6, law.X11, law.X12}
	case dict, set:
		return []law.X{law.X14}
	}
	return nil
}
