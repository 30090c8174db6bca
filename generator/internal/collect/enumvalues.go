package collect

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/diag"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// readConstant reads a word of a directive as a value of a closed set: as it stands in JSON, else by the constant's name.
func readConstant(text string, t *model.Type) (model.Value, error) {
	if isInteger(t) && isNumber(text) {
		return numberedConstant(text, t)
	}
	if k := findConstant(text, t.Enum); k != nil {
		return constantValue(k, t), nil
	}
	if !isInteger(t) {
		return model.Value{}, notAmong(strconv.Quote(text), text, t.Enum)
	}
	return model.Value{}, notAmong(text, text, t.Enum)
}

// findConstant finds a constant by its value, else by its name; nil for none.
func findConstant(text string, e *model.Enum) *model.Const {
	for _, same := range []func(model.Const) bool{
		func(k model.Const) bool { return k.Value == text },
		func(k model.Const) bool { return k.Name == text },
	} {
		if i := slices.IndexFunc(e.Values, same); i >= 0 {
			return &e.Values[i]
		}
	}
	return nil
}

// constantFromJSON reads a JSON value as one of a closed set. A constant's name is none.
func constantFromJSON(tree any, t *model.Type) (model.Value, error) {
	switch tree := tree.(type) {
	case json.Number:
		if isInteger(t) {
			return numberedConstant(tree.String(), t)
		}
	case string:
		if isInteger(t) {
			break
		}
		if err := readKey(tree, t); err != nil {
			return model.Value{}, err
		}
		return readConstant(tree, t)
	}
	return model.Value{}, wrongKind(tree, t)
}

// numberedConstant reads a number, which JSON may write as 5.0 or 5e0.
func numberedConstant(text string, t *model.Type) (model.Value, error) {
	v, err := readInteger(text, t)
	if err != nil {
		return model.Value{}, err
	}
	for i, k := range t.Enum.Values {
		if k.Value == v.Text {
			return constantValue(&t.Enum.Values[i], t), nil
		}
	}
	return model.Value{}, notAmong(text, text, t.Enum)
}

func constantValue(k *model.Const, t *model.Type) model.Value {
	if isInteger(t) {
		return model.Value{Kind: model.NumberValue, JSON: k.Value, Text: k.Value, Const: k}
	}
	return model.Value{Kind: model.TextValue, JSON: model.Quote(k.Value), Text: k.Value, Const: k}
}

// constantKey checks the key of a map, which is text whatever the keys' type is.
func constantKey(text string, t *model.Type) error {
	if t.Enum == nil || slices.ContainsFunc(t.Enum.Values, func(k model.Const) bool { return k.Value == text }) {
		return nil
	}
	return notAmong(strconv.Quote(text), text, t.Enum)
}

// notAmong says that a value is none of a closed set, and which was likely meant.
func notAmong(shown, text string, e *model.Enum) error {
	var values, names []string
	for _, k := range e.Values {
		if !k.Deprecated {
			values, names = append(values, cmp.Or(k.Value, `""`)), append(names, k.Name)
		}
	}
	message := fmt.Sprintf("%s is not one of %s", shown, strings.Join(values, ", "))
	near := diag.Nearest(text, values)
	if i := slices.Index(names, diag.Nearest(text, names)); near == "" && i >= 0 {
		near = values[i]
	}
	if near != "" {
		message += "; did you mean " + near + "?"
	}
	return errors.New(message)
}

func isInteger(t *model.Type) bool { return t.Kind == model.Int || t.Kind == model.Uint }
