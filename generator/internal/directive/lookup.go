package directive

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/diag"
)

// itemsKey is the name of the definition that speaks of every key items.KEY, and itemsPrefix is what they begin with.
const (
	itemsKey    = "items.KEY"
	itemsPrefix = "items."
)

// Lookup returns the definition of a key, or of the line that the word begins, on the given target. Case matters.
func Lookup(word string, at Target) (Definition, bool) {
	if d := lookup(word, at); d != nil {
		return *d, true
	}
	return Definition{}, false
}

// Nearest returns the key or line that a misspelt word most likely means: on the given target if there is one, else on
// any other, where On then says which. Words that differ in case alone are near.
func Nearest(word string, at Target) (Definition, bool) {
	if d := nearest(word, at); d != nil {
		return *d, true
	}
	return Definition{}, false
}

func lookup(word string, at Target) *Definition {
	if key, found := strings.CutPrefix(word, itemsPrefix); found && word != itemsKey {
		return ofItems(lookup(key, at), at)
	}
	return find(func(d *Definition) bool { return d.Name == word && slices.Contains(d.On, at) })
}

// ofItems is the definition of a key that is said of the items of a list; nil where there is none.
func ofItems(d *Definition, at Target) *Definition {
	general := find(func(d *Definition) bool { return d.Name == itemsKey })
	if d == nil || d.Form != Keys || !slices.Contains(general.On, at) {
		return nil
	}
	of := *d
	of.Name, of.On, of.Example = itemsPrefix+d.Name, general.On, "//tool:param tags "+itemsPrefix+d.Name
	if d.Kind != Flag {
		_, value, _ := strings.Cut(d.Example, d.Name+"=")
		of.Example += "=" + value
	}
	of.Against = nil
	for _, name := range d.Against {
		of.Against = append(of.Against, itemsPrefix+name)
	}
	return &of
}

// elsewhere returns the first definition of the word on any target.
func elsewhere(word string) *Definition {
	return find(func(d *Definition) bool { return d.Name == word })
}

func find(match func(*Definition) bool) *Definition {
	for _, table := range [][]Definition{supported, later} {
		if i := slices.IndexFunc(table, func(d Definition) bool { return match(&d) }); i >= 0 {
			return &table[i]
		}
	}
	return nil
}

func nearest(word string, at Target) *Definition {
	word = strings.TrimLeft(word, "-+@")
	var names, others []string
	for _, table := range [][]Definition{supported, later} {
		for _, d := range table {
			if slices.Contains(d.On, at) {
				names = append(names, d.Name)
			} else {
				others = append(others, d.Name)
			}
		}
	}
	if name := diag.Nearest(word, names); name != "" {
		return lookup(name, at)
	}
	return elsewhere(diag.Nearest(word, others))
}

// calledHere maps the names that other libraries and providers use to the keys they mean here.
var calledHere = map[string]string{
	"desc": "description", "doc": "description", "summary": "description",
	"id": "name", "role": "access", "level": "access", "group": "category", "permission": "permissions", "scopes": "permissions",
	"readOnlyHint": "readonly", "destructiveHint": "destructive", "idempotentHint": "idempotent", "openWorldHint": "openworld",
	"additive": "destructive=false", "closedworld": "openworld=false",
	"minimum": "min", "minLength": "min", "minItems": "min", "minProperties": "min", "gte": "min",
	"maximum": "max", "maxLength": "max", "maxItems": "max", "maxProperties": "max", "lte": "max",
	"exclusiveMinimum": "gt", "exclusiveMaximum": "lt", "step": "multipleOf",
	"regex": "pattern", "regexp": "pattern", "uniqueItems": "unique", "oneof": "enum", "choices": "enum",
	"examples": "example", "omitempty": "optional", "omitzero": "optional", "wrap": "nest", "inline": "flat", "embed": "flat",
	"memory": "estmemory", "dependencies": "depends", "retry": "retries", "ratelimit": "rate", "inject": "from",
}

// meant returns the definition that a word, right or wrong, most likely stands for, on this target or another.
func meant(word string, at Target) *Definition {
	called, _, _ := strings.Cut(calledHere[word], "=")
	for _, d := range []*Definition{lookup(word, at), elsewhere(word), lookup(called, at), elsewhere(called)} {
		if d != nil {
			return d
		}
	}
	return nearest(word, at)
}
