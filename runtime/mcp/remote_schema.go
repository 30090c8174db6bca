package mcp

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
func subschemas(s *jsonValue, visit func(*jsonValue)) {
	for i, key := range s.keys {
		switch part := s.parts[i]; {
		case part.kind == '{' && slices.Contains(schemaKeys, key):
			visit(part)
		case part.kind == '[' && slices.Contains(schemaLists, key), part.kind == '{' && slices.Contains(schemaMaps, key):
			for _, schema := range part.parts {
				if schema.kind == '{' {
					visit(schema)
				}
			}
		}
	}
}

// takenSchema returns a server's schema as a tool may have it, and its weight, or says why the tool cannot be taken: hidden characters
// are left out of the texts for people and models, and nothing else is changed.
func takenSchema(s *jsonValue, limits RemoteLimits) (text string, heavy int, err error) {
	if depth := depthOf(s); depth > limits.Depth {
		return "", 0, fmt.Errorf("is nested %d deep, and at most %d are taken", depth, limits.Depth)
	}
	if size := len(s.String()); size > limits.Schema {
		return "", 0, fmt.Errorf("has %d bytes, and at most %d are taken", size, limits.Schema)
	}
	if err := cleanSchema(s); err != nil {
		return "", 0, err
	}
	w := weight{root: s, known: map[*jsonValue]int{}, most: limits.Nodes}
	if heavy = w.of(s); w.err != nil {
		return "", 0, w.err
	}
	return s.String(), heavy, nil
}

func depthOf(v *jsonValue) int {
	deepest := 0
	for _, part := range v.parts {
		deepest = max(deepest, depthOf(part))
	}
	if v.kind == '{' || v.kind == '[' {
		deepest++
	}
	return deepest
}

// cleanSchema takes hidden characters out of the texts in s. Where they are in a name or a value they cannot be taken out without
// changing what is meant, and a tool that has them is up to no good.
func cleanSchema(s *jsonValue) (err error) {
	for i, key := range s.keys {
		switch part := s.parts[i]; {
		case slices.Contains(schemaNotes, key) && part.kind == '"':
			part.text, _ = visible(part.text)
		case part.kind == '{' && slices.Contains(schemaKeys, key), part.kind == '[' && slices.Contains(schemaLists, key):
		case part.kind == '{' && slices.Contains(schemaMaps, key):
			for _, name := range part.keys {
				if _, hidden := visible(name); hidden {
					return fmt.Errorf("has characters that nobody sees in the name %+q", name)
				}
			}
		default:
			if text, found := hiddenIn(part); found {
				return fmt.Errorf("has characters that nobody sees in %s: %+q", key, text)
			}
		}
	}
	subschemas(s, func(sub *jsonValue) {
		if err == nil {
			err = cleanSchema(sub)
		}
	})
	return err
}

// hiddenIn returns the first text in v, keys included, that has a hidden character.
func hiddenIn(v *jsonValue) (text string, found bool) {
	for _, key := range v.keys {
		if _, hidden := visible(key); hidden {
			return key, true
		}
	}
	if v.kind == '"' {
		if _, hidden := visible(v.text); hidden {
			return v.text, true
		}
	}
	for _, part := range v.parts {
		if text, found := hiddenIn(part); found {
			return text, true
		}
	}
	return "", false
}

// weight counts the schemas, and values of enums, that one who writes out every reference has to write. Some lines of references to references make that
// more than any memory holds; each schema is counted once here and no reference is written out.
type weight struct {
	root  *jsonValue
	known map[*jsonValue]int // 0 while a schema is being counted: a reference back to it is recursion, which is not written out
	most  int
	err   error
}

func (w *weight) of(s *jsonValue) int {
	if n, known := w.known[s]; known || w.err != nil {
		return n
	}
	w.known[s] = 0
	n := 1
	if enum := s.get("enum"); enum.is('[') {
		n += len(enum.parts)
	}
	if ref := s.get("$ref"); ref.is('"') {
		target, err := resolve(w.root, ref.text)
		switch {
		case err != nil:
			w.err = err
		case target.kind == '{':
			n += w.of(target)
		}
	}
	subschemas(s, func(sub *jsonValue) { n += w.of(sub) })
	if n > w.most && w.err == nil {
		w.err = fmt.Errorf("becomes more than %d schemas where its references are followed", w.most)
	}
	n = min(n, w.most+1)
	w.known[s] = n
	return n
}

// resolve returns what a reference goes to. References never leave the schema: nothing is fetched for one.
func resolve(root *jsonValue, ref string) (*jsonValue, error) {
	pointer, local := strings.CutPrefix(ref, "#")
	if !local {
		return nil, fmt.Errorf("refers to %s, and nothing outside of a schema is looked at", oneLine(ref, 100))
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
		next := at.get(step)
		if i, err := strconv.Atoi(step); err == nil && at.kind == '[' && 0 <= i && i < len(at.parts) {
			next = at.parts[i]
		}
		if at = next; at == nil {
			return nil, noTarget(ref)
		}
	}
	if at.kind != '{' && at.kind != 't' && at.kind != 'f' {
		return nil, noTarget(ref)
	}
	return at, nil
}

func noTarget(ref string) error {
	return errors.New("refers to " + oneLine(ref, 100) + ", which is not there")
}

// anchored returns the schema in s that has an anchor, or nil.
func anchored(s *jsonValue, name string) (found *jsonValue) {
	if s.get("$anchor").str() == name || s.get("$dynamicAnchor").str() == name {
		return s
	}
	subschemas(s, func(sub *jsonValue) {
		if found == nil {
			found = anchored(sub, name)
		}
	})
	return found
}
