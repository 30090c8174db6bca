package codec

import (
	"slices"
	"strconv"
)

// What to tell of a value that none of several Shapes takes: the problems that it has under the Shape that was likely meant, because
// mending those mends all, or else what each of them is.

// maxDeep is how many choices inside each other are tried out to be told about. What lies deeper is told in summary, since each choice
// may have many Shapes.
const maxDeep = 2

// explain tells why none of the Shapes takes the value at text[i].
func (j *judge) explain(shapes []Shape, i int) {
	var likely []*Shape
	for k := range shapes {
		if j.mayBe(&shapes[k], typeAt(j.text, i), 0) {
			likely = append(likely, &shapes[k])
		}
	}
	if len(likely) > 1 && j.text[i] == '{' {
		if likely = j.named(likely, i); likely == nil {
			return
		}
	}
	switch {
	case len(likely) == 1:
		j.holds(likely[0], i, true)
	case len(likely) == 0 || j.deep == maxDeep:
		b := append(j.appendMeanings(append(j.words, "expected "...), shapes), ", got "...)
		j.noted(i, i, appendGot(b, j.raw(i), func(kind string) bool {
			return slices.ContainsFunc(shapes, func(s Shape) bool { return j.mayBe(&s, kind, 0) })
		}))
	default:
		j.tryOut(likely, i)
	}
}

// mayBe reports whether s takes values of a JSON Schema type, as far as it says so itself.
func (j *judge) mayBe(s *Shape, kind string, depth int) bool {
	const enough = 8
	if s.Never || !s.takes(kind) {
		return false
	}
	if s.Enum != nil && !slices.ContainsFunc(s.Enum, func(v string) bool { return kindOf(typeAt([]byte(v), 0)) == kindOf(kind) }) {
		return false
	}
	if depth == enough {
		return true
	}
	if s.Ref != "" && !j.mayBe(j.root.defined(s.Ref), kind, depth+1) {
		return false
	}
	for k := range s.AllOf {
		if !j.mayBe(&s.AllOf[k], kind, depth+1) {
			return false
		}
	}
	for _, choice := range [...][]Shape{s.AnyOf, s.OneOf} {
		if choice != nil && !slices.ContainsFunc(choice, func(one Shape) bool { return j.mayBe(&one, kind, depth+1) }) {
			return false
		}
	}
	return true
}

// named keeps of the Shapes those that the object at text[i] is by the property that tells them apart, if they have one in which each
// has texts of its own. It tells what is wrong with that property, and returns nil, where it says none of them.
func (j *judge) named(shapes []*Shape, i int) []*Shape {
	for _, p := range j.resolved(shapes[0]).Properties {
		var values []string
		var kept []*Shape
		at := find(j.text, i, p.Name)
		for _, s := range shapes {
			texts := j.textsOf(s, p.Name)
			if texts == nil {
				values = nil
				break
			}
			values = append(values, texts...)
			if at >= 0 && j.text[at] == '"' && slices.Contains(texts, string(j.textAt(at))) {
				kept = append(kept, s)
			}
		}
		switch {
		case values == nil:
			continue
		case kept != nil:
			return kept
		case at < 0:
			j.noted(i, i, appendNoKey(j.words, j.text, i, p.Name, values))
		case j.text[at] != '"':
			j.noted(at, at, appendWrongKind(j.words, aString, j.raw(at), false, nil))
		default:
			j.noted(at, at, appendNotOneOf(j.words, j.textAt(at), values))
		}
		return nil
	}
	return shapes
}

// resolved follows references, as far as they stand alone.
func (j *judge) resolved(s *Shape) *Shape {
	for range j.root.Defs {
		if s.Ref == "" || s.Properties != nil {
			break
		}
		s = j.root.defined(s.Ref)
	}
	return s
}

// textsOf are the texts of which an object must have one under a key; nil where that may be something else, or missing.
func (j *judge) textsOf(s *Shape, key string) []string {
	s = j.resolved(s)
	if !slices.Contains(s.Required, key) {
		return nil
	}
	var out []string
	for _, p := range s.Properties {
		if p.Name != key {
			continue
		}
		for _, v := range p.Shape.Enum {
			if v[0] != '"' {
				return nil
			}
			out = append(out, string(unquoted([]byte(v), 0)))
		}
	}
	return out
}

// tryOut tells the problems that the value has under the Shape under which it has the fewest. Those that are one problem each, in the
// same place, are told together.
func (j *judge) tryOut(shapes []*Shape, i int) {
	const most = 8 // more are not told apart by trying
	var best []*judge
	for _, s := range shapes[:min(len(shapes), most)] {
		one := j.aside()
		one.holds(s, i, true)
		switch {
		case len(best) == 0 || len(one.found) < len(best[0].found):
			best = append(best[:0], one)
		case len(one.found) == len(best[0].found):
			best = append(best, one)
		}
	}
	first := best[0].found[0]
	for _, other := range best {
		if len(other.found) > 1 || other.found[0].at != first.at {
			j.adopt(best[0])
			return
		}
	}
	b := append(j.words, best[0].words...)
	for n, other := range best[1:] {
		if slices.ContainsFunc(best[:n+1], func(earlier *judge) bool { return string(earlier.words) == string(other.words) }) {
			continue
		}
		b = append(append(b, "; or "...), other.words...)
	}
	j.noted(first.at, first.value, b)
}

// ambiguous tells that a value is what two Shapes of a oneOf take.
func (j *judge) ambiguous(shapes []Shape, i int) {
	b := append(j.words, "must be only one of these and is more than one: "...)
	said := 0
	for k := range shapes {
		if !j.holds(&shapes[k], i, false) {
			continue
		}
		if said++; said > 1 {
			b = append(b, "; "...)
		}
		b = j.appendMeaning(b, &shapes[k], 0)
	}
	j.noted(i, i, b)
}

// appendMeanings appends what the Shapes take, as in "string or number".
func (j *judge) appendMeanings(b []byte, shapes []Shape) []byte {
	begin := len(b)
	var said []string
	for k := range shapes {
		mean := string(j.appendMeaning(nil, &shapes[k], 0))
		if slices.Contains(said, mean) {
			continue
		}
		said = append(said, mean)
	}
	if len(said) == 1 && len(shapes) > 1 {
		return append(append(b, said[0]...), " of one of the declared forms"...)
	}
	for n, mean := range said {
		if n > 0 {
			b = append(b, " or "...)
		}
		if len(b)-begin > maxPath {
			return append(b, "…"...)
		}
		b = append(b, mean...)
	}
	return b
}

// appendMeaning appends what a Shape takes, in a few words.
func (j *judge) appendMeaning(b []byte, s *Shape, depth int) []byte {
	const enough = 4
	switch {
	case s.Never:
		return append(b, "nothing"...)
	case len(s.Enum) == 1:
		return appendListed(b, s.Enum)
	case s.Enum != nil:
		return appendListed(append(b, "one of "...), s.Enum)
	case len(s.Type) > 0:
		for n, name := range s.Type {
			switch {
			case n == 0:
			case n == len(s.Type)-1:
				b = append(b, " or "...)
			default:
				b = append(b, ", "...)
			}
			b = j.appendTypeMeaning(b, s, name)
		}
		return b
	case s.Required != nil || s.Properties != nil:
		return j.appendTypeMeaning(b, s, "object")
	case s.Pattern != nil || s.Format != "" || s.Length != nil:
		return j.appendTypeMeaning(b, s, "string")
	case s.Minimum != "" || s.Maximum != "" || s.ExclusiveMinimum != "" || s.ExclusiveMaximum != "" || s.MultipleOf != "":
		return j.appendTypeMeaning(b, s, "number")
	case depth == enough:
	case s.Ref != "":
		return j.appendMeaning(b, j.root.defined(s.Ref), depth+1)
	case s.AllOf != nil:
		return j.appendMeaning(b, &s.AllOf[0], depth+1)
	case s.AnyOf != nil || s.OneOf != nil:
		for k, choice := range slices.Concat(s.AnyOf, s.OneOf) {
			if k > 0 {
				b = append(b, " or "...)
			}
			b = j.appendMeaning(b, &choice, depth+1)
		}
		return b
	case s.Not != nil:
		return j.appendMeaning(append(b, "anything but "...), s.Not, depth+1)
	}
	return append(b, "a value of another form"...)
}

// appendTypeMeaning is appendMeaning for one type that the Shape has.
func (j *judge) appendTypeMeaning(b []byte, s *Shape, name string) []byte {
	switch name {
	case "string":
		switch wanted := formatName(s.Format); {
		case wanted != "":
			return append(b, wanted...)
		case s.Pattern != nil:
			return append(append(b, "string that matches "...), s.Pattern.expr...)
		case s.Length != nil:
			return appendRangeOf(append(b, "string"...), *s.Length, "character")
		}
	case "number", "integer":
		b = append(b, kindOf(name).name()...)
		for n, bound := range [...]struct{ words, limit string }{
			{" of at least ", s.Minimum}, {" greater than ", s.ExclusiveMinimum}, {" of at most ", s.Maximum}, {" less than ", s.ExclusiveMaximum},
		} {
			if bound.limit == "" {
				continue
			}
			if n > 1 && (s.Minimum != "" || s.ExclusiveMinimum != "") {
				b = append(b, " and"...)
			}
			b = append(append(b, bound.words...), bound.limit...)
		}
		return b
	case "array":
		if s.Count != nil {
			return appendRangeOf(append(b, "array"...), *s.Count, "item")
		}
	case "object":
		b = append(b, "object"...)
		for _, p := range s.Properties {
			if len(p.Shape.Enum) == 1 {
				b = appendQuoted(append(b, " whose "...), []byte(p.Name))
				return appendListed(append(b, " is "...), p.Shape.Enum)
			}
		}
		for n, key := range s.Required {
			if n == 0 {
				b = append(b, " with "...)
			} else {
				b = append(b, ", "...)
			}
			b = appendQuoted(b, []byte(key))
		}
		return b
	case "null":
		return append(b, name...)
	}
	return append(b, kindOf(name).name()...)
}

// appendRangeOf appends how many parts something has.
func appendRangeOf(b []byte, r Range, part string) []byte {
	switch {
	case r.Max < 0:
		return appendCount(append(b, " of at least "...), r.Min, part)
	case r.Min == r.Max:
		return appendCount(append(b, " of "...), r.Min, part)
	case r.Min > 0:
		b = append(strconv.AppendInt(append(b, " of "...), int64(r.Min), 10), " to "...)
		return appendCount(b, r.Max, part)
	}
	return appendCount(append(b, " of at most "...), r.Max, part)
}

// appendListed appends the values of an enum, of very many only the first.
func appendListed(b []byte, values []string) []byte {
	for n, v := range values {
		if n > 0 {
			b = append(b, ", "...)
		}
		if n == maxNamed {
			return append(b, "…"...)
		}
		switch {
		case v[0] == '"':
			b = appendChoice(b, string(unquoted([]byte(v), 0)))
		default:
			b = appendNumber(b, []byte(v))
		}
	}
	return b
}

// notListed appends the problem of a value that is none of an enum. A text among texts is told like that of any other enum.
func (j *judge) notListed(values []string, i int) []byte {
	if j.text[i] == '"' && len(values) > 1 && !slices.ContainsFunc(values, func(v string) bool { return v[0] != '"' }) {
		texts := make([]string, len(values))
		for n, v := range values {
			texts[n] = string(unquoted([]byte(v), 0))
		}
		return appendNotOneOf(j.words, j.textAt(i), texts)
	}
	b := append(j.words, "expected "...)
	if len(values) == 1 {
		b = appendNumber(b, []byte(values[0])) // a text with its quotes
	} else {
		b = appendListed(append(b, "one of "...), values)
	}
	return appendValue(append(b, ", got "...), j.raw(i))
}

// notAllowed appends the problem of a value that is what it must not be.
func (j *judge) notAllowed(s *Shape, i int) []byte {
	if len(s.Required) == 0 || len(s.Enum) > 0 || s.Properties != nil {
		return appendValue(append(j.appendMeaning(append(j.words, "must not be "...), s, 0), ", got "...), j.raw(i))
	}
	b := append(j.words, "must not have "...)
	for n, key := range s.Required {
		if n > 0 {
			b = append(b, " and "...)
		}
		b = appendQuoted(b, []byte(key))
	}
	if len(s.Required) > 1 {
		return append(b, " together; leave one out"...)
	}
	return append(b, "; leave it out"...)
}
