package collect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/types"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/declared"
	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// Values that say nothing of their shape (T22 to T25, O13): json.RawMessage, any, and interfaces as results. Their schema is {}
// unless one is declared, and a model then has to guess, so an argument without a declared one gets a warning.

// anyType maps an interface whose values are not known before the tool runs. code is the row that warns of it, "" for none.
func (c *collector) anyType(t types.Type, at place, code string) *model.Type {
	m := &model.Type{Kind: model.Any, Go: goType(t), Doc: c.typeDoc(t)}
	var ok bool
	if m.Schema, ok = c.declaredSchema(t, at); !ok {
		return nil
	}
	if m.Schema == "" && code != "" {
		c.warnShapeless(at, code)
	}
	return m
}

// rawMessage maps json.RawMessage (T22).
func (c *collector) rawMessage(t types.Type, at place) *model.Type {
	m := &model.Type{Kind: model.Raw, Go: goType(t), Form: "list"}
	var ok bool
	if m.Schema, ok = c.declaredSchema(t, at); !ok {
		return nil
	}
	if m.Schema == "" {
		c.warnShapeless(at, "T22")
	}
	return m
}

// warnShapeless warns of a value whose schema is {}.
func (c *collector) warnShapeless(at place, code string) {
	fix := at.paste(`schema={"type":"object"}`)
	switch {
	case at.dir == argument:
		c.warn(at, code, at.path+": nothing says what this value looks like, so models guess, and some clients send it as a string", fix)
	case code == "T22": // O13 has no schema at all
		c.warn(at, "O12", at.path+": nothing says what this value looks like", fix)
	}
}

// listOfAny maps []any: declared as a whole, or by its items (T25).
func (c *collector) listOfAny(t types.Type, u *types.Slice, at place) *model.Type {
	m := &model.Type{Kind: model.Slice, Go: goType(t), Doc: c.typeDoc(t)}
	code := "T25"
	var ok bool
	if m.Schema, ok = c.declaredContainer(t, at, "array"); !ok {
		return nil
	}
	if m.Schema != "" {
		code = ""
	}
	m.Elem = c.anyType(types.Unalias(u.Elem()), at.inside(itemStep), code)
	if m.Elem == nil {
		return nil
	}
	return m
}

// shapeless reports whether a tool's one result is an interface of which nothing is declared (O13).
func (c *collector) shapeless(t types.Type, a *annotation) bool {
	t = types.Unalias(t)
	u, ok := t.Underlying().(*types.Interface)
	if !ok || isSealed(t, u) {
		return false
	}
	if _, found := a.result.find("schema"); found {
		return false // it is read, and refused perhaps, where the result is
	}
	schema, _ := c.declaredSchema(t, place{set: a.result})
	return schema == ""
}

// isAny reports whether a type is an empty interface, and no choice of listed structs (R17).
func (c *collector) isAny(t types.Type, at place) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.Empty() && !c.isChoice(types.Unalias(t), i, at)
}

// readFree reads the text of a directive as a value of a type that takes any JSON. A quoted word is a text.
func readFree(word directive.Word, t *model.Type) (model.Value, error) {
	if word.Quoted {
		return fromFree(word.Text, t)
	}
	tree, err := parseJSON(word.Text)
	if err != nil {
		return model.Value{}, err
	}
	v, err := fromFree(tree, t)
	if t.Kind == model.Raw {
		var compact bytes.Buffer
		_ = json.Compact(&compact, []byte(word.Text)) // it has been parsed
		v.JSON = compact.String()
	}
	return v, err
}

// fromFree makes a value of parsed JSON for a type that takes any, as far as its declared schema says.
func fromFree(tree any, t *model.Type) (model.Value, error) {
	if err := accepted(tree, t); err != nil {
		return model.Value{}, err
	}
	if t.Kind == model.Raw {
		return model.Value{Kind: model.JSONValue, JSON: jsonText(tree)}, nil
	}
	out := model.Value{JSON: jsonText(tree)}
	free := &model.Type{Kind: model.Any}
	switch tree := tree.(type) {
	case nil:
		out.Kind = model.NullValue
	case bool:
		out.Kind = model.FalseValue
		if tree {
			out.Kind = model.TrueValue
		}
	case string:
		out.Kind, out.Text = model.TextValue, tree
	case json.Number:
		out.Kind, out.Text = model.NumberValue, tree.String()
		if err := keptExactly(out.Text); err != nil {
			return model.Value{}, err
		}
	case []any:
		out.Kind = model.ListValue
		for _, item := range tree {
			v, err := fromFree(item, free)
			if err != nil {
				return model.Value{}, err
			}
			out.Items = append(out.Items, v)
		}
	case map[string]any:
		out.Kind = model.EntriesValue
		for key := range tree {
			out.Keys = append(out.Keys, key)
		}
		slices.Sort(out.Keys)
		for _, key := range out.Keys {
			v, err := fromFree(tree[key], free)
			if err != nil {
				return model.Value{}, err
			}
			out.Items = append(out.Items, v)
		}
	}
	return out, nil
}

// keptExactly refuses a number that the float64 in an any cannot hold (T23), as the decoder does.
func keptExactly(text string) error {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return fmt.Errorf("%s is too large for a float64", text)
	}
	if exact := rat(text); !strings.ContainsAny(text, "eE") && exact.IsInt() && exact.Cmp(new(big.Rat).SetFloat64(f)) != 0 {
		return fmt.Errorf("%s cannot be kept exactly; declare int64, json.Number or json.RawMessage", text)
	}
	return nil
}

// accepted holds parsed JSON against the declared schema of a type, if it has one.
func accepted(tree any, t *model.Type) error {
	if t.Schema == "" {
		return nil // what follows is work
	}
	return acceptedText(jsonText(tree), t)
}

// acceptedText is accepted for JSON text.
func acceptedText(text string, t *model.Type) error {
	if t.Schema == "" {
		return nil
	}
	return declared.MustParse(t.Schema).Accept(text)
}

// jsonText writes parsed JSON, numbers as they stood, keys sorted.
func jsonText(tree any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(tree) // it was read from JSON
	return strings.TrimSuffix(b.String(), "\n")
}
