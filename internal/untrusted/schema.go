package untrusted

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Where the schemas are in a schema. Everything else in it is data.
var (
	schemaKeys  = []string{"items", "additionalItems", "additionalProperties", "unevaluatedItems", "unevaluatedProperties", "contains", "propertyNames", "not", "if", "then", "else", "contentSchema"}
	schemaLists = []string{"allOf", "anyOf", "oneOf", "prefixItems", "items"}
	schemaMaps  = []string{"properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "dependencies"}
	schemaNotes = []string{"title", "description", "$comment"} // texts for people and models
)

// subschemas calls visit for each schema that stands directly in s.
func subschemas(s *Value, visit func(*Value)) {
	for i, key := range s.Keys {
		switch part := s.Parts[i]; {
		case part.Kind == '{' && slices.Contains(schemaKeys, key):
			visit(part)
		case part.Kind == '[' && slices.Contains(schemaLists, key), part.Kind == '{' && slices.Contains(schemaMaps, key):
			for _, schema := range part.Parts {
				if schema.Kind == '{' {
					visit(schema)
				}
			}
		}
	}
}

// Bounds are what a schema may be at most.
type Bounds struct {
	Bytes int // of it all
	Depth int // of arrays and objects in each other
	Nodes int // schemas, and values of enums, when every reference is followed once
}

// TakenSchema returns a schema as a tool may have it, and its weight, or says why the tool cannot be taken: hidden characters
// are left out of the texts for people and models, in s too, and nothing else is changed.
func TakenSchema(s *Value, limits Bounds) (text string, heavy int, err error) {
	if depth := depthOf(s); depth > limits.Depth {
		return "", 0, fmt.Errorf("is nested %d deep, and at most %d are taken", depth, limits.Depth)
	}
	if size := len(s.String()); size > limits.Bytes {
		return "", 0, fmt.Errorf("has %d bytes, and at most %d are taken", size, limits.Bytes)
	}
	if err := cleanSchema(s); err != nil {
		return "", 0, err
	}
	w := weight{root: s, known: map[*Value]int{}, most: limits.Nodes}
	if heavy = w.of(s); w.err != nil {
		return "", 0, w.err
	}
	return s.String(), heavy, nil
}

func depthOf(v *Value) int {
	deepest := 0
	for _, part := range v.Parts {
		deepest = max(deepest, depthOf(part))
	}
	if v.Kind == '{' || v.Kind == '[' {
		deepest++
	}
	return deepest
}

// cleanSchema takes hidden characters out of the texts in s. Where they are in a name or a value they cannot be taken out without
// changing what is meant, and a tool that has them is up to no good.
func cleanSchema(s *Value) (err error) {
	for i, key := range s.Keys {
		switch part := s.Parts[i]; {
		case slices.Contains(schemaNotes, key) && part.Kind == '"':
			part.Text, _ = Visible(part.Text)
		case part.Kind == '{' && slices.Contains(schemaKeys, key), part.Kind == '[' && slices.Contains(schemaLists, key):
		case part.Kind == '{' && slices.Contains(schemaMaps, key):
			for _, name := range part.Keys {
				if _, hidden := Visible(name); hidden {
					return fmt.Errorf("has characters that nobody sees in the name %+q", name)
				}
			}
		default:
			if text, found := hiddenIn(part); found {
				return fmt.Errorf("has characters that nobody sees in %s: %+q", key, text)
			}
		}
	}
	subschemas(s, func(sub *Value) {
		if err == nil {
			err = cleanSchema(sub)
		}
	})
	return err
}

// hiddenIn returns the first text in v, keys included, that has a hidden character.
func hiddenIn(v *Value) (text string, found bool) {
	for _, key := range v.Keys {
		if _, hidden := Visible(key); hidden {
			return key, true
		}
	}
	if v.Kind == '"' {
		if _, hidden := Visible(v.Text); hidden {
			return v.Text, true
		}
	}
	for _, part := range v.Parts {
		if text, found := hiddenIn(part); found {
			return text, true
		}
	}
	return "", false
}

// weight counts the schemas, and values of enums, that one who writes out every reference has to write. Some lines of references to references make that
// more than any memory holds; each schema is counted once here and no reference is written out.
type weight struct {
	root  *Value
	known map[*Value]int // 0 while a schema is being counted: a reference back to it is recursion, which is not written out
	most  int
	err   error
}

func (w *weight) of(s *Value) int {
	if n, known := w.known[s]; known || w.err != nil {
		return n
	}
	w.known[s] = 0
	n := 1
	if enum := s.Get("enum"); enum.Is('[') {
		n += len(enum.Parts)
	}
	if ref := s.Get("$ref"); ref.Is('"') {
		target, err := resolve(w.root, ref.Text)
		switch {
		case err != nil:
			w.err = err
		case target.Kind == '{':
			n += w.of(target)
		}
	}
	subschemas(s, func(sub *Value) { n += w.of(sub) })
	if n > w.most && w.err == nil {
		w.err = fmt.Errorf("becomes more than %d schemas where its references are followed", w.most)
	}
	n = min(n, w.most+1)
	w.known[s] = n
	return n
}

// resolve returns what a reference goes to. References never leave the schema: nothing is fetched for one.
func resolve(root *Value, ref string) (*Value, error) {
	pointer, local := strings.CutPrefix(ref, "#")
	if !local {
		return nil, fmt.Errorf("refers to %s, and nothing outside of a schema is looked at", OneLine(ref, 100))
	}
	if pointer != "" && pointer[0] != '/' {
		if found := anchored(root, pointer); found != nil {
			return found, nil
		}
		return nil, noTarget(ref)
	}
	at := root
	for _, step := range strings.Split(pointer, "/")[1:] {
		if plain, err := url.PathUnescape(step); err == nil {
			step = plain
		}
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		next := at.Get(step)
		if i, err := strconv.Atoi(step); err == nil && at.Kind == '[' && 0 <= i && i < len(at.Parts) {
			next = at.Parts[i]
		}
		if at = next; at == nil {
			return nil, noTarget(ref)
		}
	}
	if at.Kind != '{' && at.Kind != 't' && at.Kind != 'f' {
		return nil, noTarget(ref)
	}
	return at, nil
}

func noTarget(ref string) error {
	return errors.New("refers to " + OneLine(ref, 100) + ", which is not there")
}

// anchored returns the schema in s that has an anchor, or nil.
func anchored(s *Value, name string) (found *Value) {
	if s.Get("$anchor").Str() == name || s.Get("$dynamicAnchor").Str() == name {
		return s
	}
	subschemas(s, func(sub *Value) {
		if found == nil {
			found = anchored(sub, name)
		}
	})
	return found
}
