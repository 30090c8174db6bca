package compose

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// template is JSON with references in it: the arguments of a step, or the output of a plan. One of the forms is set.
type template struct {
	literal []byte     // compact JSON without references
	ref     *reference // a value that comes from elsewhere
	or      []byte     // of a reference: what stands for an absent value or a null; nil for nothing
	leave   bool       // of a reference: leave the member out where the value is absent or null
	bad     bool       // it could not be read, which is reported, and says nothing
	object  bool
	names   []string   // of an object
	parts   []template // the members of an object, or the items of an array
}

// parseTemplate reads compact JSON in which a string $ID.path is a reference and $$ begins a string that is none.
func parseTemplate(text []byte, report func(message string)) template {
	switch text[0] {
	case '"':
		s := unquote(text)
		if rest, escaped := strings.CutPrefix(s, "$$"); escaped {
			return template{literal: []byte(quote("$" + rest))}
		}
		if !strings.HasPrefix(s, "$") {
			break
		}
		ref, err := parseReference(s)
		if err != nil {
			report(err.Error() + "; for the text itself write " + strconv.Quote("$"+s))
			return template{bad: true}
		}
		return template{ref: &ref}
	case '{':
		t := template{object: true}
		for name, member := range members(text) {
			t.names, t.parts = append(t.names, name), append(t.parts, parseTemplate(member, report))
		}
		return t
	case '[':
		t := template{}
		for item := range items(text) {
			t.parts = append(t.parts, parseTemplate(item, report))
		}
		if !slices.ContainsFunc(t.parts, func(part template) bool { return part.literal == nil }) {
			t.literal, _ = t.fill(nil, nil, 0) // literals alone: one for all of them
		}
		return t
	}
	return template{literal: text}
}

// value is what a reference leads into: what a step returned, or why it returned nothing.
type value struct {
	json   []byte // compact
	err    error  // why there is no such JSON
	failed []byte // stands for every place in a value that does not exist; nil where it does
}

// fill appends the JSON that the template stands for. It is an error if that has more than limit bytes: a few references can
// stand for very much.
func (t *template) fill(b []byte, from func(id string) value, limit int) ([]byte, error) {
	switch {
	case t.literal != nil:
		return append(b, t.literal...), nil
	case t.ref != nil:
		found, err := t.find(from)
		if len(b)+len(found) > limit {
			return b, errors.New("with what " + t.ref.String() + " stands for there are more than " + strconv.Itoa(limit) + " bytes")
		}
		return append(b, found...), err
	}
	opening, closing := byte('['), byte(']')
	if t.object {
		opening, closing = '{', '}'
	}
	b = append(b, opening)
	empty := len(b)
	for i := range t.parts {
		part := &t.parts[i]
		begin := len(b)
		if begin > empty {
			b = append(b, ',')
		}
		if t.object {
			b = append(append(b, quote(t.names[i])...), ':')
		}
		before := len(b)
		var err error
		if b, err = part.fill(b, from, limit); err != nil {
			return b, err
		}
		if part.leave && len(b) == before {
			b = b[:begin]
		}
	}
	return append(b, closing), nil
}

// find returns the value of a reference. It is nil, without an error, where there is none and it may be left out.
func (t *template) find(from func(string) value) ([]byte, error) {
	v := from(t.ref.id)
	if v.failed != nil || v.err != nil {
		return v.failed, v.err
	}
	found, err := t.ref.find(v.json)
	if err == nil && (t.or == nil && !t.leave || found[0] != 'n') {
		return found, nil
	}
	if _, absent := errors.AsType[errAbsent](err); err != nil && !absent {
		return nil, err
	}
	switch {
	case t.or != nil:
		return t.or, nil
	case t.leave:
		return nil, nil
	}
	return nil, err
}

// use is one reference in the arguments of a step, and where it stands there.
type use struct {
	*template
	where  []element
	target *schema // of that place, as the tool says
}

// uses adds every reference in t to all. where leads to t, and target is what the tool says of that place.
func (t *template) uses(all []use, where []element, target *schema) []use {
	if t.ref != nil {
		return append(all, use{t, where, target})
	}
	for i := range t.parts {
		e, inner := t.part(i, target)
		all = t.parts[i].uses(all, append(where[:len(where):len(where)], e), inner)
	}
	return all
}

// part returns where the i-th part stands, and what target says of it.
func (t *template) part(i int, target *schema) (element, *schema) {
	target = target.resolve()
	e, inner := element{index: i}, target.items
	if t.object {
		e = element{name: t.names[i], index: -1}
		inner = target.member(e.name)
	}
	if inner == nil || len(target.anyOf) > 0 {
		inner = anything
	}
	return e, inner
}

// check reports what is wrong with t as the value of target, which stands at where.
func (t *template) check(where []element, target *schema, source func(reference) (*schema, string), report func(where []element, message string)) {
	target = target.resolve()
	switch {
	case t.bad:
		return
	case t.literal != nil:
		refuse(where, target, t.literal, report)
		return
	case t.ref != nil:
		if reason := t.checkReference(target, source); reason != "" {
			report(where, reason)
		}
		if t.or != nil {
			refuse(where, target, t.or, report)
		}
		return
	}
	form := arrayType
	if t.object {
		form = objectType
	}
	if target.types&form == 0 {
		report(where, "is "+article(form.String())+", wanted is "+article(target.types.String()))
		return
	}
	for i := range t.parts {
		e, inner := t.part(i, target)
		place := append(where[:len(where):len(where)], e)
		if t.object && len(target.anyOf) == 0 {
			if target.member(e.name) == nil {
				report(place, "is not known"+target.names())
				continue
			}
			if t.parts[i].leave && t.parts[i].or == nil && slices.Contains(target.required, e.name) {
				report(place, "is required and cannot be left out; give a default with Or")
			}
		}
		t.parts[i].check(place, inner, source, report)
	}
	if t.object && len(target.anyOf) == 0 {
		for _, name := range target.required {
			if !slices.Contains(t.names, name) {
				report(append(where[:len(where):len(where)], element{name, -1}), "is required and nothing is given for it")
			}
		}
	}
}

// checkReference says why a reference never has a value that fits.
func (t *template) checkReference(target *schema, source func(reference) (*schema, string)) string {
	from, problem := source(*t.ref)
	if problem != "" || from == nil {
		return problem
	}
	p, err := from.at(t.ref.path, "$"+t.ref.id)
	switch {
	case err != nil:
		return t.ref.String() + ": " + err.Error()
	case t.ref.id == input && p.absent && t.or == nil && !t.leave:
		return t.ref.String() + " may be absent; give a default with Or, say Optional, or require it in Input"
	}
	if reason := clash(p.schema, target); reason != "" {
		return t.ref.String() + reason
	}
	return ""
}

// refuse reports what target says against a value.
func refuse(where []element, target *schema, value []byte, report func([]element, string)) {
	for _, problem := range target.refused("value", value) {
		message := problem.Message
		if inner := strings.TrimPrefix(problem.Path, "value"); inner != "" {
			message = strings.TrimPrefix(inner, ".") + ": " + message
		}
		report(where, message)
	}
}
