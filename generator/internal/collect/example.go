package collect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// texts reads the lines of their own: examples, which must be JSON objects of known keys, and limitations.
func (c *collector) texts(t *model.Tool, a *annotation) bool {
	ok := true
	for _, l := range a.texts {
		pos, end := l.word(l.Text)
		switch l.Form {
		case directive.Limitation:
			t.Limitations = append(t.Limitations, l.Text.Text)
		case directive.Example:
			text, err := checkExample(l.Text.Text, t.Input)
			if err != nil {
				c.errorAt(pos, end, "K19", "example: "+err.Error(), "")
				ok = false
				continue
			}
			t.Examples = append(t.Examples, text)
		}
	}
	return ok
}

// checkExample reads an example call as the tool will: known keys, no required one missing, every value of its type.
func checkExample(text string, input *model.Object) (string, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var tree map[string]any
	if err := dec.Decode(&tree); err != nil || dec.More() || tree == nil {
		return "", fmt.Errorf("expected a JSON object of arguments, got %s", text)
	}
	if err := checkObject(tree, input); err != nil {
		return "", err
	}
	var compact bytes.Buffer
	err := json.Compact(&compact, []byte(text))
	return compact.String(), err
}

func checkObject(tree map[string]any, o *model.Object) error {
	known := map[string]*model.Field{}
	for _, f := range o.Fields {
		known[f.Name] = f
		if _, given := tree[f.Name]; !given && !f.Optional {
			return fmt.Errorf("missing required %q", f.Name)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(tree)) {
		f, ok := known[key]
		if !ok {
			return fmt.Errorf("unknown key %q", key)
		}
		if tree[key] == nil && f.Optional {
			continue
		}
		if err := checkTree(tree[key], f.Type, f.Rules); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	return nil
}

// checkTree checks a JSON value against a type and the rules of its use.
func checkTree(tree any, t *model.Type, r model.Rules) error {
	t = deref(t)
	switch tree := tree.(type) {
	case map[string]any:
		if t.Kind == model.Struct {
			return checkObject(tree, t.Struct.Object)
		}
		if t.Kind == model.Map {
			for _, key := range slices.Sorted(maps.Keys(tree)) {
				if err := checkTree(tree[key], t.Elem, model.NoRules); err != nil {
					return fmt.Errorf("%s: %w", key, err)
				}
			}
			return nil
		}
	case []any:
		if t.Kind == model.Slice || t.Kind == model.Array {
			for i, item := range tree {
				if err := checkTree(item, t.Elem, model.NoRules); err != nil {
					return fmt.Errorf("[%d]: %w", i, err)
				}
			}
			return nil
		}
	}
	v, err := fromJSON(tree, t)
	if err != nil {
		return err
	}
	return breaks(v, t, r)
}
