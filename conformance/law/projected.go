package law

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/projected"
	"github.com/toolgen/toolgen/runtime/provider"
)

// CheckProjections holds a tool to what the providers' projections of its schema accept (schema.md 8.2): a value that is valid
// under a projection is decoded, or is valid under the schema and refused by an exception of the law, or is wrong where the
// projection says that it has lost something. n is the number of cases for each projection; those that are alike, and those
// that a tool does not have, are passed over. Each projection also is what the checker of package projected demands.
func CheckProjections(s Subject, seed uint64, n int) *Report {
	r := &Report{Tool: s.Tool.Spec().Name, Seed: seed, Explained: map[X]int{}}
	e := newEngine(s)
	seen := map[string]bool{}
	for _, f := range provider.Formats() {
		for _, strict := range []bool{false, true} {
			p, err := provider.Project(s.Tool.Spec().Input, f, strict)
			if err != nil || seen[string(p.Schema)] {
				continue
			}
			seen[string(p.Schema)] = true
			name := fmt.Sprintf("%s, strict %t", f, strict)
			for _, fault := range projected.Check(p.Schema, f, strict) {
				r.Disagreements = append(r.Disagreements, Disagreement{Tool: r.Tool, Seed: seed, Judge: name, Decoder: string(p.Schema), Why: fault})
			}
			e.within(r, name, p, seed, n)
			if len(r.Disagreements) >= maxDisagreements {
				return r
			}
		}
	}
	return r
}

// within makes cases that are valid under a projection.
func (e *engine) within(r *Report, name string, p provider.Projection, seed uint64, n int) {
	said := inJSONSchema(p.Schema)
	judge, err := newJudge(said)
	places, unread := parseSchema(said)
	if err != nil || unread != nil {
		r.Disagreements = append(r.Disagreements, Disagreement{Tool: r.Tool, Judge: name, Decoder: said, Why: fmt.Sprintf("the projection is no schema: %v%v", err, unread)})
		return
	}
	var definitions []string
	if v, _ := read(p.Schema); v.get("$defs") != nil {
		definitions = v.get("$defs").keys
	}
	pool := map[*schema][]string{}
	for i := range n {
		m := &maker{source: newSource(seed, i), pool: pool, good: e.good, size: 60}
		v := m.value(places, 1)
		if m.chance(3) {
			m.mutate(v)
		}
		r.Cases++
		if !judge.valid(v) {
			continue
		}
		r.Valid++
		arguments := v.append(nil, plain{})
		if _, err := read(arguments); err != nil {
			continue // a number that has been misspelled
		}
		o := e.hold(arguments)
		if o.accepted {
			r.Accepted++
		}
		for _, x := range o.exceptions {
			r.Explained[x]++
		}
		why := o.why
		if why == "" && !o.accepted && !o.valid {
			mended, _ := e.looser(v) // null for what is optional is taken (X3)
			why = unexplained(e.input.faults(mended), p.Lost, definitions)
		}
		if why != "" {
			r.Disagreements = append(r.Disagreements, Disagreement{
				Tool: r.Tool, Seed: seed, Case: i, Arguments: string(arguments), Judge: name + " takes it; the schema: " + o.judge, Decoder: o.decoder, Why: why,
			})
			if len(r.Disagreements) >= maxDisagreements {
				return
			}
		}
	}
}

// unexplained says which fault no loss of the projection accounts for; "" where all are.
func unexplained(faults []fault, lost []provider.Loss, definitions []string) string {
	for _, f := range faults {
		if !slices.ContainsFunc(lost, func(l provider.Loss) bool { return accounts(l, f, definitions) }) {
			return fmt.Sprintf("the projection does not say that it has lost what forbids %s", f)
		}
	}
	return ""
}

// holders are the keywords that have schemas of their own: where one is lost, all that it says of the inside is lost.
var holders = []string{
	"additionalProperties", "patternProperties", "unevaluatedProperties", "dependentSchemas", "items", "prefixItems", "unevaluatedItems", "contains",
	"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "$ref",
}

// accounts reports whether a loss is at the place of a fault and of its keyword. What an anyOf refuses may be wrong anywhere
// inside of it. The path of a loss inside a definition begins with the definition's name: there its end must do.
func accounts(l provider.Loss, f fault, definitions []string) bool {
	way := lossSteps(l.Path)
	within := len(way) > 0 && slices.Contains(definitions, way[0])
	if within {
		way = way[1:]
	}
	at := func(place []string) bool {
		return fits(way, place) || within && len(place) >= len(way) && fits(way, place[len(place)-len(way):])
	}
	switch f.keyword {
	case "anyOf", "oneOf", "allOf", "not":
		if within || len(way) >= len(f.at) && fits(way[:len(f.at)], f.at) {
			return true
		}
	}
	if slices.Contains(holders, l.Keyword) {
		for n := range len(f.at) + 1 {
			if at(f.at[:n]) {
				return true
			}
		}
	}
	return l.Keyword == f.keyword && at(f.at)
}

// lossSteps takes the path of a loss apart: names, [] and *.
func lossSteps(path string) []string {
	if path == "arguments" {
		return nil
	}
	return strings.Split(strings.ReplaceAll(path, "[]", ".[]"), ".")
}

func fits(way, at []string) bool {
	return slices.EqualFunc(way, at, stepFits)
}

func stepFits(step, at string) bool {
	switch step {
	case "*":
		return true
	case "[]":
		_, err := strconv.Atoi(at)
		return err == nil
	}
	return step == at
}

// inJSONSchema says a projection in the words of JSON Schema: of Gemini's older form types are in capitals and null is a word.
func inJSONSchema(projection []byte) string {
	v, err := read(projection)
	if err != nil {
		return string(projection)
	}
	return string(plainSchema(v).append(nil, plain{}))
}

func plainSchema(v *node) *node {
	out := v.clone()
	nullable := false
	out.keys, out.items = nil, nil
	for i, key := range v.keys {
		item := v.items[i]
		switch key {
		case "nullable":
			nullable = item.kind == yes
			continue
		case "propertyOrdering", "example":
			continue
		case "type":
			if item.kind == text {
				item = &node{kind: text, text: strings.ToLower(item.text)}
			}
		case "properties", "$defs", "patternProperties", "dependentSchemas":
			named := item.clone()
			for j := range named.items {
				named.items[j] = plainSchema(named.items[j])
			}
			item = named
		case "anyOf", "oneOf", "allOf", "prefixItems":
			list := item.clone()
			for j := range list.items {
				list.items[j] = plainSchema(list.items[j])
			}
			item = list
		case "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties":
			if item.kind == object {
				item = plainSchema(item)
			}
		}
		out.keys, out.items = append(out.keys, key), append(out.items, item)
	}
	if nullable {
		out = &node{kind: object, keys: []string{"anyOf"}, items: []*node{{kind: array, items: []*node{out, nullSchema()}}}}
	}
	return out
}

func nullSchema() *node {
	return &node{kind: object, keys: []string{"type"}, items: []*node{{kind: text, text: "null"}}}
}
