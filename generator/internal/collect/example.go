package collect

import (
	"bytes"
	"cmp"
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
				c.errorAt(pos, end, "K19", "example: "+err.Error(), "show a call that works")
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
	parsed, err := parseJSON(text)
	if err != nil {
		return "", err
	}
	tree, ok := parsed.(map[string]any)
	if !ok {
		return "", fmt.Errorf("expected a JSON object of arguments, got %s", text)
	}
	if err := checkObject("", tree, input); err != nil {
		return "", err
	}
	var compact bytes.Buffer
	err = json.Compact(&compact, []byte(text))
	return compact.String(), err
}

// checkObject checks the value of an object at a path; "" is the arguments themselves.
func checkObject(path string, tree map[string]any, o *model.Object) error {
	at := func(key string) string { return strings.TrimPrefix(path+"."+key, ".") }
	known := map[string]*model.Field{}
	for _, f := range o.Fields {
		known[f.Name] = f
		if _, given := tree[f.Name]; !given && !f.Optional {
			return fmt.Errorf("%s: missing required %q", cmp.Or(path, "arguments"), f.Name)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(tree)) {
		f, ok := known[key]
		if !ok && o.Rest != nil {
			if err := checkTree(at(key), tree[key], o.Rest.Type.Elem, o.Rest.Type.Items()); err != nil {
				return err
			}
			continue
		}
		if !ok {
			return fmt.Errorf("%s: unknown key %q", cmp.Or(path, "arguments"), key)
		}
		if tree[key] == nil && (f.Optional || f.Rules.Nullable) {
			continue
		}
		if err := checkTree(at(key), tree[key], f.Type, f.Rules); err != nil {
			return err
		}
	}
	return within(cmp.Or(path, "arguments"), brokenGroup(tree, o))
}

// checkVariant checks the value of a union at a path: the property that tells the variants apart, then the rest (R13).
func checkVariant(path string, tree map[string]any, u *model.UnionType) error {
	var values []string
	for _, v := range u.Variants {
		if tree[u.Key] == v.Value {
			return checkObject(path, tree, v.Struct.Object)
		}
		values = append(values, v.Value)
	}
	given, found := tree[u.Key]
	if !found {
		return fmt.Errorf("%s: missing %q (one of %s)", path, u.Key, strings.Join(values, ", "))
	}
	got, _ := json.Marshal(given) // it was read from JSON
	return fmt.Errorf("%s.%s: %s is not one of %s", path, u.Key, got, strings.Join(values, ", "))
}

// checkTree checks a JSON value at a path against a type and the rules of its use.
func checkTree(path string, tree any, t *model.Type, r model.Rules) error {
	if tree == nil && takesNull(t, r) {
		return nil
	}
	t = t.Deref()
	if err := accepted(tree, t); err != nil {
		return within(path, err)
	}
	switch tree := tree.(type) {
	case map[string]any:
		if t.Kind == model.Struct {
			return checkObject(path, tree, t.Struct.Object)
		}
		if t.Kind == model.Union {
			return checkVariant(path, tree, t.Union)
		}
		if t.Kind == model.Map && !t.IsSet() {
			v := model.Value{Kind: model.EntriesValue}
			for _, key := range slices.Sorted(maps.Keys(tree)) {
				err := readKey(key, t.Key)
				if err == nil {
					err = checkTree(path+"."+key, tree[key], t.Elem, t.Items())
				}
				if err != nil {
					return within(path, err)
				}
				v.Items = append(v.Items, model.Value{})
			}
			return within(path, breaks(v, t, r))
		}
	case []any:
		if t.Kind == model.Slice || t.Kind == model.Array {
			v := model.Value{Kind: model.ListValue}
			for i, item := range tree {
				if err := checkTree(fmt.Sprintf("%s[%d]", path, i), item, t.Elem, t.Items()); err != nil {
					return err
				}
				text, _ := json.Marshal(item) // it was read from JSON
				v.Items = append(v.Items, model.Value{JSON: string(text)})
			}
			if t.Kind == model.Array && int64(len(tree)) != t.Len {
				return fmt.Errorf("%s: expected exactly %d items, got %d", path, t.Len, len(tree))
			}
			return within(path, breaks(v, t, r))
		}
	}
	v, err := fromJSON(tree, t)
	if err == nil {
		err = breaks(v, t, r)
	}
	return within(path, err)
}

// within puts a path before an error.
func within(path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", path, err)
}
