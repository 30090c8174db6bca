package suite

import (
	"encoding/json"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// kinds is a set of the types of JSON.
type kinds uint8

const (
	null kinds = 1 << iota
	boolean
	integer // numbers without a fraction
	fraction
	text
	list
	object

	number   = integer | fraction
	anything = null | boolean | number | text | list | object
)

var kindNames = map[string]kinds{
	"null": null, "boolean": boolean, "integer": integer, "number": number, "string": text, "array": list, "object": object,
}

// kindOf is the type of a value.
func kindOf(v any) kinds {
	switch v := v.(type) {
	case nil:
		return null
	case bool:
		return boolean
	case string:
		return text
	case []any:
		return list
	case map[string]any:
		return object
	case json.Number:
		if rational(v).IsInt() {
			return integer
		}
	}
	return fraction
}

func rational(n json.Number) *big.Rat {
	r, ok := new(big.Rat).SetString(n.String())
	if !ok {
		panic("not a number: " + n.String())
	}
	return r
}

// A form is what several schemas that all hold say together, taken apart by the types that they speak of. Subschemas stay lists of
// schemas that all hold.
type form struct {
	allowed kinds  // what type and the values of enum leave
	speaks  kinds  // the types that a keyword says something of
	enum    *[]any // nil for none

	bounds                         map[string]json.Number // by keyword: the least upper and greatest lower
	pattern, format, encoding      string
	items                          []*node // of every item behind the prefix
	prefix                         [][]*node
	unique                         bool
	properties                     map[string][]*node
	required                       map[string]bool
	additional                     []*node // nil: anything
	closed                         bool    // no other properties
	names                          []*node
	absurd                         bool // nothing is valid
	inexpressible                  []string
	withAdditional, withPrefixItem bool // helps to put scopes together
}

// says notes a keyword that no Go type has.
func (f *form) says(keyword string) { f.inexpressible = append(f.inexpressible, keyword) }

// isAny reports whether a form leaves everything open.
func (f *form) isAny() bool {
	return f.allowed == anything && f.speaks == 0 && f.enum == nil && !f.absurd && len(f.inexpressible) == 0
}

// never reports whether nothing is valid.
func (f *form) never() bool { return f.absurd || f.allowed == 0 }

// fold is what schemas say together.
func fold(nodes ...*node) *form {
	f := &form{allowed: anything, bounds: map[string]json.Number{}, properties: map[string][]*node{}, required: map[string]bool{}}
	seen := map[*node]bool{}
	for _, n := range nodes {
		f.add(n, seen)
	}
	if f.enum != nil {
		var kept kinds
		values := slices.DeleteFunc(slices.Clone(*f.enum), func(v any) bool { return kindOf(v)&f.allowed == 0 })
		for _, v := range values {
			kept |= kindOf(v)
		}
		f.enum, f.allowed = &values, kept
	}
	for name := range f.required {
		if p := f.properties[name]; slices.ContainsFunc(p, (*node).refusesAll) || p == nil && f.closed {
			f.allowed &^= object
		}
	}
	return f
}

// refusesAll reports whether a schema says outright that nothing is valid.
func (n *node) refusesAll() bool {
	not := n.get("not")
	inner, isObject := not.(map[string]any)
	return n.value == false || not == true || isObject && len(inner) == 0
}

// add takes in one schema.
func (f *form) add(n *node, seen map[*node]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	if b, ok := n.value.(bool); ok {
		f.absurd = f.absurd || !b
		return
	}
	f.addTypes(n)
	f.addScalars(n)
	f.addArrays(n)
	f.addObjects(n)
	f.addCombinators(n, seen)
}

func (f *form) addTypes(n *node) {
	switch v := n.get("type").(type) {
	case string:
		f.allowed &= kindNames[v]
	case []any:
		var several kinds
		for _, name := range v {
			several |= kindNames[name.(string)]
		}
		f.allowed &= several
	}
	if values, ok := n.get("enum").([]any); ok {
		f.addEnum(values)
	}
	if v, ok := n.value.(map[string]any)["const"]; ok {
		f.addEnum([]any{v})
	}
}

func (f *form) addEnum(values []any) {
	if f.enum != nil {
		values = slices.DeleteFunc(slices.Clone(values), func(v any) bool {
			return !slices.ContainsFunc(*f.enum, func(w any) bool { return equal(v, w) })
		})
	}
	f.enum = &values
}

// equal reports whether two values are the same to JSON Schema.
func equal(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		return ok && rational(a).Cmp(rational(b)) == 0
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, equal)
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, b, equal)
	}
	switch b.(type) {
	case json.Number, []any, map[string]any:
		return false
	}
	return a == b
}

// scalarKeywords are the keywords with a number, by the type that they speak of; greatest says which of two holds.
var scalarKeywords = map[string]struct {
	of       kinds
	greatest bool
}{
	"minimum": {number, true}, "exclusiveMinimum": {number, true}, "maximum": {number, false}, "exclusiveMaximum": {number, false},
	"minLength": {text, true}, "maxLength": {text, false}, "minItems": {list, true}, "maxItems": {list, false},
	"minProperties": {object, true}, "maxProperties": {object, false},
}

func (f *form) bound(keyword string, v json.Number) {
	k := scalarKeywords[keyword]
	f.speaks |= k.of
	old, ok := f.bounds[keyword]
	if c := 0; ok {
		if c = rational(v).Cmp(rational(old)); c == 0 || c > 0 != k.greatest {
			return
		}
	}
	f.bounds[keyword] = v
}

func (f *form) addScalars(n *node) {
	for _, keyword := range slices.Sorted(maps.Keys(scalarKeywords)) {
		if v, ok := n.get(keyword).(json.Number); ok {
			f.bound(keyword, v)
		}
	}
	if v, ok := n.get("multipleOf").(json.Number); ok {
		f.speaks |= number
		if old, ok := f.bounds["multipleOf"]; ok {
			v = commonMultiple(old, v)
		}
		f.bounds["multipleOf"] = v
	}
	once := func(keyword string, place *string) {
		v, ok := n.get(keyword).(string)
		switch {
		case !ok:
		case *place != "" && *place != v:
			f.says("two of " + keyword)
		default:
			*place = v
			f.speaks |= text
		}
	}
	once("pattern", &f.pattern)
	once("format", &f.format)
	once("contentEncoding", &f.encoding)
}

// commonMultiple is the least number that is a multiple of two.
func commonMultiple(a, b json.Number) json.Number {
	x, y := rational(a), rational(b)
	p, q := new(big.Int).Mul(x.Num(), y.Denom()), new(big.Int).Mul(y.Num(), x.Denom())
	d := new(big.Int).Mul(x.Denom(), y.Denom())
	least := new(big.Int).Div(new(big.Int).Mul(p, q), new(big.Int).GCD(nil, nil, p, q))
	r := new(big.Rat).SetFrac(least, d)
	digits, _ := r.FloatPrec()
	return json.Number(r.FloatString(digits))
}

func (f *form) addArrays(n *node) {
	items, hasItems := member(n.value, "items"), false
	_, hasItems = n.value.(map[string]any)["items"]
	prefix := n.list("prefixItems")
	if hasItems && items != true || len(prefix) > 0 {
		f.speaks |= list
	}
	if f.withPrefixItem && (len(prefix) > 0 || hasItems) || len(prefix) > 0 && f.items != nil {
		f.says("prefixItems in one of several schemas")
	}
	f.withPrefixItem = f.withPrefixItem || len(prefix) > 0
	for _, p := range prefix {
		f.prefix = append(f.prefix, []*node{p})
	}
	if hasItems {
		f.items = append(f.items, n.child("items"))
	}
	if n.get("uniqueItems") == true {
		f.unique = true
		f.speaks |= list
	}
	for _, keyword := range []string{"contains", "unevaluatedItems"} {
		if v := n.get(keyword); v != nil {
			f.speaks |= list
			f.says(keyword)
		}
	}
}

func (f *form) addObjects(n *node) {
	own := n.table("properties")
	patterns := n.table("patternProperties")
	for _, name := range slices.Sorted(maps.Keys(patterns)) {
		if n.get("additionalProperties") != nil || !fold(patterns[name]).isAny() {
			f.speaks |= object
			f.says("patternProperties")
		}
	}
	_, hasAdditional := n.value.(map[string]any)["additionalProperties"]
	// What one schema says of other properties holds for those that another one names.
	if hasAdditional && n.get("additionalProperties") != true {
		f.speaks |= object
		for name := range f.properties {
			if own[name] == nil {
				f.properties[name] = append(f.properties[name], n.child("additionalProperties"))
			}
		}
	}
	for name, p := range own {
		f.speaks |= object
		if f.properties[name] == nil && f.withAdditional {
			f.properties[name] = slices.Clone(f.additional)
		}
		f.properties[name] = append(f.properties[name], p)
	}
	if hasAdditional {
		a := n.child("additionalProperties")
		f.additional = append(f.additional, a)
		f.closed = f.closed || fold(a).never()
		f.withAdditional = true
	}
	names, _ := n.get("required").([]any)
	for _, name := range names {
		f.speaks |= object
		f.required[name.(string)] = true
	}
	if v := n.get("propertyNames"); v != nil && v != true {
		f.speaks |= object
		f.names = append(f.names, n.child("propertyNames"))
	}
	dependent, _ := n.get("dependentRequired").(map[string]any)
	for _, names := range dependent {
		if len(names.([]any)) > 0 {
			f.speaks |= object
			f.says("dependentRequired")
		}
	}
	for _, keyword := range []string{"dependentSchemas", "unevaluatedProperties"} {
		if n.get(keyword) != nil {
			f.speaks |= object
			f.says(keyword)
		}
	}
}

// identity names schemas that hold together, for recursion: what they only refer to stands in their place.
func identity(nodes []*node) string {
	var paths []string
	for _, n := range nodes {
		for range 100 { // a circle of references ends somewhere
			ref, isRef := n.get("$ref").(string)
			target := n.resolve(ref)
			if !isRef || target == nil || slices.ContainsFunc(slices.Collect(maps.Keys(n.value.(map[string]any))), constrains) {
				break
			}
			n = target
		}
		paths = append(paths, n.path)
	}
	slices.Sort(paths)
	return strings.Join(slices.Compact(paths), " ")
}

// constrains reports whether a keyword beside $ref says anything of a value.
func constrains(keyword string) bool { return !beside.MatchString(keyword) }

var beside = regexp.MustCompile(`^(\$.*|title|description|default|examples|deprecated)$`)
