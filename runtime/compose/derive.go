package compose

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// wanted is one place in the arguments of a composite, as the steps use it.
type wanted struct {
	uses     []wantedUse
	names    []string // of the members that steps use by themselves
	members  map[string]*wanted
	required bool // somebody cannot do without it
	or       []byte
}

type wantedUse struct {
	schema *schema
	tool   string
}

// inputFrom returns the schema of the arguments that the steps ask for. Where only one parameter takes a value, the property
// is that parameter's; where several do, the property is the narrowest of them.
func (b *builder) inputFrom(steps []step) string {
	root := &wanted{required: true}
	for i := range steps {
		for _, u := range steps[i].wants {
			if u.ref.id == input {
				b.want(root, steps[i], u)
			}
		}
	}
	if len(root.uses) > 0 {
		return noArguments // reported by want
	}
	definitions := map[string]string{}
	return withDefinitions(b.property(root, "$input", definitions), definitions)
}

// withDefinitions puts the definitions that a schema refers to into it.
func withDefinitions(schema string, definitions map[string]string) string {
	if len(definitions) == 0 {
		return schema
	}
	text := strings.TrimSuffix(schema, "}") + `,"$defs":{`
	for i, name := range codec.Keys(definitions) {
		if i > 0 {
			text += ","
		}
		text += quote(name) + ":" + definitions[name]
	}
	return text + "}}"
}

// eitherOf is the schema of a result that comes from one of two tools.
func eitherOf(a, b step) string {
	definitions := map[string]string{}
	one, other := wantedUse{a.out, a.tool}, wantedUse{b.out, b.tool}
	return withDefinitions(`{"anyOf":[`+one.property(new(wanted), definitions)+","+other.property(new(wanted), definitions)+"]}", definitions)
}

// want adds one use.
func (b *builder) want(at *wanted, s step, u use) {
	if len(u.ref.path) == 0 {
		b.problem(s.id, "$input as a whole has no schema to follow from; give one in Input")
		at.uses = append(at.uses, wantedUse{u.target, s.tool})
		return
	}
	required := u.or == nil && !u.leave
	for _, e := range u.ref.path {
		if e.index >= 0 {
			b.problem(s.id, u.ref.String()+" is an item of an array that has no schema to follow from; give one in Input")
			return
		}
		next := at.members[e.name]
		if next == nil {
			if at.members == nil {
				at.members = map[string]*wanted{}
			}
			next = new(wanted)
			at.members[e.name] = next
			at.names = append(at.names, e.name)
		}
		next.required = next.required || required
		at = next
	}
	if at.or == nil {
		at.or = u.or
	}
	at.uses = append(at.uses, wantedUse{u.target, s.tool})
}

// property writes the schema of one place, and adds the definitions that it refers to.
func (b *builder) property(w *wanted, path string, definitions map[string]string) string {
	if len(w.uses) > 0 {
		if len(w.names) > 0 {
			b.problem(path, "it is used as a whole and by its members; give the schema in Input")
		}
		narrowest := w.uses[0]
		for _, u := range w.uses[1:] {
			if within(u.schema, narrowest.schema) && !within(narrowest.schema, u.schema) {
				narrowest = u
			}
		}
		for _, u := range w.uses {
			if !within(narrowest.schema, u.schema) {
				b.problem(path, narrowest.tool+" and "+u.tool+" want different values for it, and neither takes all that the other does; give the schema in Input")
				break
			}
		}
		return narrowest.property(w, definitions)
	}
	text := `{"type":"object","properties":{`
	var required []string
	for i, name := range w.names {
		if i > 0 {
			text += ","
		}
		member := w.members[name]
		text += quote(name) + ":" + b.property(member, path+reference{path: []element{{name, -1}}}.upTo(1), definitions)
		if member.required {
			required = append(required, quote(name))
		}
	}
	text += "}"
	if len(required) > 0 {
		text += `,"required":[` + strings.Join(required, ",") + "]"
	}
	return text + `,"additionalProperties":false}`
}

// property writes the schema of a parameter as one of the composite. A default of the parameter's own goes where the composite
// demands a value.
func (u wantedUse) property(w *wanted, definitions map[string]string) string {
	if u.schema.text == nil {
		return "{}"
	}
	text := "{"
	for keyword, value := range members(u.schema.text) {
		if keyword == "$defs" || keyword == "default" && (w.required || w.or != nil) {
			continue
		}
		if value := u.moved(keyword, value, definitions); value != "" {
			text += quote(keyword) + ":" + value + ","
		}
	}
	if w.or != nil && !w.required {
		text += `"default":` + string(w.or)
	}
	return strings.TrimSuffix(text, ",") + "}"
}

// moved returns the value of a keyword with its references to definitions renamed after the tool, because two tools may have
// different ones of one name.
func (u wantedUse) moved(keyword string, value []byte, definitions map[string]string) string {
	switch {
	case keyword == "$ref" && value[0] == '"':
		name, local := strings.CutPrefix(unquote(value), "#/$defs/")
		if !local || u.schema.defined["#/$defs/"+name] == nil {
			return "" // it points at what does not come along: without it the schema says less
		}
		renamed := u.tool + "_" + name
		if _, known := definitions[renamed]; !known {
			definitions[renamed] = "" // recursion ends here
			definitions[renamed] = u.moved("", u.schema.defined["#/$defs/"+name].text, definitions)
		}
		return quote("#/$defs/" + renamed)
	case keyword == "enum", keyword == "const", keyword == "default", keyword == "examples":
		return string(value) // values, whatever they look like
	case value[0] == '{':
		text := "{"
		for k, v := range members(value) {
			inside := k
			if keyword == "properties" {
				inside = "" // a name, not a keyword
			}
			if v := u.moved(inside, v, definitions); v != "" {
				text += quote(k) + ":" + v + ","
			}
		}
		return strings.TrimSuffix(text, ",") + "}"
	case value[0] == '[':
		text := "["
		for v := range items(value) {
			text += u.moved("", v, definitions) + ","
		}
		return strings.TrimSuffix(text, ",") + "]"
	}
	return string(value)
}

// argumentPath is the place of a reference to $input, as problems write it: user.name.
func (r reference) argumentPath() string { return strings.TrimPrefix(r.upTo(len(r.path)), ".") }

// wherePath is a place in the arguments of a step, as problems write it.
func wherePath(where []element) string { return reference{path: where}.argumentPath() }

// secrets returns the paths of the composite's arguments that a tool inside keeps secret.
func secrets(steps []step) (paths []string) {
	for i := range steps {
		if steps[i].spec == nil {
			continue
		}
		for _, secret := range steps[i].spec.Secrets {
			for _, u := range steps[i].wants {
				if rest, hit := secretIn(secret, u.where); hit && u.ref.id == input {
					paths = append(paths, join(u.ref.argumentPath(), rest))
				}
			}
		}
	}
	return distinct(paths)
}

// secretIn reports whether the value at where is secret, or has a secret in it, and where in it. A secret is a path as problems
// spell them, in which [] is every item and * every entry, and names count as package runtime reads them: in any case, with any
// - and _.
func secretIn(secret string, where []element) (rest string, hit bool) {
	for _, e := range where {
		if secret == "" {
			return "", true // a part of what is secret
		}
		s, length := pathElement(secret)
		switch {
		case strings.HasPrefix(secret, "[]"):
			s, length = element{index: 0}, len("[]")
		case length == 0: // a name at the beginning, or *
			length = strings.IndexAny(secret[1:], ".[") + 1
			if length == 0 {
				length = len(secret)
			}
			s = element{name: strings.TrimPrefix(secret[:length], "."), index: -1}
		}
		if (s.index < 0) != (e.index < 0) || s.index < 0 && s.name != "*" && folded(s.name) != folded(e.name) {
			return "", false
		}
		secret = secret[length:]
	}
	return secret, true
}

func folded(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
}

// under reports whether path is at or below the place, and what is left of it.
func under(path, place string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(path, place)
	return rest, ok && (rest == "" || rest[0] == '.' || rest[0] == '[' || place == "")
}

// join puts the rest of a path behind a place that may be the whole arguments.
func join(place, rest string) string {
	if place == "" {
		return strings.TrimPrefix(rest, ".")
	}
	return place + rest
}

// translate returns the problems of a step's arguments as problems of the composite's, and whether all of them are about
// values that the caller of the composite sent.
func (s *step) translate(problems []runtime.Problem) ([]runtime.Problem, bool) {
	var moved []runtime.Problem
	for _, p := range problems {
		i := slices.IndexFunc(s.wants, func(u use) bool {
			_, inside := under(p.Path, wherePath(u.where))
			return inside && u.ref.id == input
		})
		if i < 0 {
			return nil, false
		}
		rest, _ := under(p.Path, wherePath(s.wants[i].where))
		path := join(s.wants[i].ref.argumentPath(), rest)
		if path == "" {
			path = "arguments"
		}
		moved = append(moved, runtime.Problem{Path: path, Message: p.Message})
	}
	return moved, len(moved) > 0
}
