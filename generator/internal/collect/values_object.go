package collect

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// fields reads a JSON object as the value of a struct: known keys, no required one missing, every value of its type and within its
// rules. An optional one that is missing or null gets what it gets in a call.
func fields(tree map[string]any, o *model.Object) (model.Value, error) {
	out := model.Value{Kind: model.EntriesValue}
	var parts []string
	known := map[string]bool{}
	for _, f := range o.Fields {
		known[f.Name] = true
		item, given := tree[f.Name]
		switch {
		case !given && !f.Optional:
			return model.Value{}, fmt.Errorf("missing required %q", f.Name)
		case !given, item == nil && f.Optional:
			continue
		case f.Hidden:
			return model.Value{}, fmt.Errorf("%s: it lies in an embedded struct that this package cannot name, so no Go literal sets it", f.Name)
		}
		v, err := fromJSON(item, f.Type)
		if err == nil {
			err = breaks(v, f.Type.Deref(), f.Rules)
		}
		if err != nil {
			return model.Value{}, fmt.Errorf("%s: %w", f.Name, err)
		}
		out.Keys, out.Items = append(out.Keys, f.Name), append(out.Items, v)
		parts = append(parts, model.Quote(f.Name)+":"+v.JSON)
	}
	for _, key := range slices.Sorted(maps.Keys(tree)) {
		switch {
		case known[key]:
		case o.Rest != nil:
			return model.Value{}, fmt.Errorf("%q: a default has the declared keys alone", key)
		default:
			return model.Value{}, fmt.Errorf("unknown key %q", key)
		}
	}
	if err := brokenGroup(tree, o); err != nil {
		return model.Value{}, err
	}
	out.JSON = "{" + strings.Join(parts, ",") + "}"
	return out, nil
}

// readQuoted reads a number or boolean that is sent as a string (S6).
func readQuoted(text string, t *model.Type) (model.Value, error) {
	plain := *t
	plain.Form = ""
	v, err := readScalar(text, &plain)
	v.JSON = model.Quote(v.JSON)
	return v, err
}

// exactlyQuoted is readQuoted for a text that stands in JSON, where only the plain form is taken.
func exactlyQuoted(text string, t *model.Type) (model.Value, error) {
	v, err := readQuoted(text, t)
	if err == nil && v.JSON != model.Quote(text) {
		return model.Value{}, errors.New(model.Quote(text) + " is not in plain form; write " + v.JSON)
	}
	return v, err
}

// repeated finds an item that is equal to an earlier one, as JSON values are equal.
func repeated(items []model.Value) (model.Value, bool) {
	seen := map[string]bool{}
	for _, item := range items {
		form := canonical(item.JSON)
		if seen[form] {
			return item, true
		}
		seen[form] = true
	}
	return model.Value{}, false
}

// canonical is a JSON text in a form that equal values share: numbers by their value, keys in order.
func canonical(text string) string {
	tree, err := parseJSON(text)
	if err != nil {
		return text
	}
	return canonicalTree(tree)
}

func canonicalTree(tree any) string {
	switch tree := tree.(type) {
	case []any:
		parts := make([]string, len(tree))
		for i, item := range tree {
			parts[i] = canonicalTree(item)
		}
		return "[" + strings.Join(parts, ",") + "]"
	case map[string]any:
		var parts []string
		for _, key := range slices.Sorted(maps.Keys(tree)) {
			parts = append(parts, model.Quote(key)+":"+canonicalTree(tree[key]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case string:
		return model.Quote(tree)
	case fmt.Stringer: // json.Number
		if r := rat(tree.String()); r != nil {
			return r.RatString()
		}
	}
	return fmt.Sprint(tree)
}
