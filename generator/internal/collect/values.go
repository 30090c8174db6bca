package collect

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// readValue reads the text of a directive as a value of a type (DESIGN: values are read by the target's type). Strings
// are bare or quoted, numbers and booleans JSON, an enum's value its JSON form or its constant's name, lists
// comma-separated items or a JSON array, maps a JSON object.
func readValue(word directive.Word, t *model.Type) (model.Value, error) {
	text := word.Text
	switch {
	case t.Kind == model.Pointer || t.Kind == model.Optional:
		return readValue(word, t.Elem)
	case isList(t):
		if !word.Quoted && strings.HasPrefix(text, "[") {
			return readJSON(text, t)
		}
		items, p := directive.Entry{Value: word}.List()
		if p != nil {
			return model.Value{}, errors.New(p.Message)
		}
		out := model.Value{Kind: model.ListValue}
		for _, item := range items {
			v, err := readValue(item, t.Elem)
			if err == nil {
				err = breaks(v, t.Elem.Deref(), t.Items())
			}
			if err != nil {
				return model.Value{}, err
			}
			out.Items = append(out.Items, v)
		}
		v, err := finishList(out, t)
		if err == nil {
			err = acceptedText(v.JSON, t)
		}
		return v, err
	case t.Kind == model.Map || t.Kind == model.Struct || t.Kind == model.Union:
		return readJSON(text, t)
	case t.Kind == model.Raw || t.Kind == model.Any:
		return readFree(word, t)
	}
	return readScalar(text, t)
}

func readScalar(text string, t *model.Type) (model.Value, error) {
	switch {
	case t.Form == model.QuotedForm:
		return readQuoted(text, t)
	case t.Enum != nil:
		return readConstant(text, t)
	case t.Known != nil:
		if k := findConstant(text, t.Known); k != nil {
			return constantValue(k, t), nil
		}
	}
	switch t.Kind {
	case model.Text:
		return readTextForm(text, t)
	case model.Bool:
		switch text {
		case "true":
			return model.Value{Kind: model.TrueValue, JSON: "true"}, nil
		case "false":
			return model.Value{Kind: model.FalseValue, JSON: "false"}, nil
		}
		return model.Value{}, fmt.Errorf("expected true or false, got %s", text)
	case model.Int, model.Uint:
		return readInteger(text, t)
	case model.Float, model.Number:
		return readFloat(text, t)
	case model.Bytes:
		return readBytes(text, t)
	case model.Time:
		return readTime(text, t)
	case model.Duration:
		return readDuration(text, t)
	}
	return model.Value{Kind: model.TextValue, JSON: model.Quote(text), Text: text}, nil
}

func readInteger(text string, t *model.Type) (model.Value, error) {
	if !isNumber(text) || len(text) > 400 {
		return model.Value{}, fmt.Errorf("expected a whole number, got %s", text)
	}
	if _, exponent, found := strings.Cut(strings.ToLower(text), "e"); found && len(exponent) > 4 {
		return model.Value{}, fmt.Errorf("%s does not fit: its exponent is too large", text)
	}
	exact, _ := new(big.Rat).SetString(text) // a number of JSON is one
	if !exact.IsInt() {
		return model.Value{}, fmt.Errorf("expected a whole number, got %s", text)
	}
	i := exact.Num() // T3: 5.0 and 1e3 are integers
	low, high := integerRange(t)
	if i.Cmp(low) < 0 || i.Cmp(high) > 0 {
		return model.Value{}, fmt.Errorf("%s does not fit: must be between %s and %s", text, low, high)
	}
	return model.Value{Kind: model.NumberValue, JSON: i.String(), Text: i.String()}, nil
}

// integerRange is what the Go type holds; int and uint count as 64 bits (T6).
func integerRange(t *model.Type) (low, high *big.Int) {
	width := t.Bits
	if width == 0 {
		width = 64
	}
	one := big.NewInt(1)
	if t.Kind == model.Uint {
		return big.NewInt(0), new(big.Int).Sub(new(big.Int).Lsh(one, uint(width)), one)
	}
	half := new(big.Int).Lsh(one, uint(width-1))
	return new(big.Int).Neg(half), new(big.Int).Sub(half, one)
}

func readFloat(text string, t *model.Type) (model.Value, error) {
	if !isNumber(text) {
		return model.Value{}, fmt.Errorf("expected a number, got %s", text)
	}
	if t.Kind == model.Number { // T14: of any size that can be compared
		if _, exponent, _ := strings.Cut(strings.ToLower(text), "e"); len(text) > 400 || len(exponent) > 4 {
			return model.Value{}, fmt.Errorf("%s is too large to be checked", text)
		}
		return model.Value{Kind: model.NumberValue, JSON: text, Text: text}, nil
	}
	f, err := strconv.ParseFloat(text, t.Bits)
	if err != nil || math.IsInf(f, 0) {
		return model.Value{}, fmt.Errorf("%s is too large for a float%d", text, t.Bits)
	}
	return model.Value{Kind: model.NumberValue, JSON: text, Text: text}, nil
}

// isNumber reports whether text is a number by the grammar of JSON.
func isNumber(text string) bool {
	return json.Valid([]byte(text)) && text != "" && (text[0] == '-' || text[0] >= '0' && text[0] <= '9')
}

// readJSON reads JSON text as a value of a list or map type.
func readJSON(text string, t *model.Type) (model.Value, error) {
	tree, err := parseJSON(text)
	if err != nil {
		return model.Value{}, err
	}
	return fromJSON(tree, t)
}

// parseJSON reads one JSON value with exact numbers. A key that stands twice in an object is an error, as it is when a
// call arrives (J4).
func parseJSON(text string) (any, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	tree, err := parseValue(dec)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("expected one JSON value, got %s", text)
	}
	return tree, nil
}

func parseValue(dec *json.Decoder) (any, error) {
	token, err := dec.Token()
	if err != nil {
		return nil, fmt.Errorf("expected JSON: %w", err)
	}
	switch token {
	case json.Delim('['):
		list := []any{}
		for dec.More() {
			item, err := parseValue(dec)
			if err != nil {
				return nil, err
			}
			list = append(list, item)
		}
		_, err = dec.Token()
		return list, err
	case json.Delim('{'):
		object := map[string]any{}
		for dec.More() {
			key, err := dec.Token()
			if err != nil {
				return nil, fmt.Errorf("expected JSON: %w", err)
			}
			name, _ := key.(string) // the decoder takes nothing else here
			if _, twice := object[name]; twice {
				return nil, fmt.Errorf("duplicate key %q", name)
			}
			if object[name], err = parseValue(dec); err != nil {
				return nil, err
			}
		}
		_, err = dec.Token()
		return object, err
	}
	return token, nil
}

func fromJSON(tree any, t *model.Type) (model.Value, error) {
	if err := accepted(tree, t); err != nil {
		return model.Value{}, err
	}
	switch t.Kind {
	case model.Pointer, model.Optional:
		return fromJSON(tree, t.Elem)
	case model.Raw, model.Any:
		return fromFree(tree, t)
	}
	switch _, isText := tree.(string); {
	case t.Form == model.QuotedForm && !isText:
		return model.Value{}, wrongKind(tree, t)
	case t.Enum != nil:
		return constantFromJSON(tree, t)
	}
	switch tree := tree.(type) {
	case []any:
		if isList(t) {
			out := model.Value{Kind: model.ListValue}
			for _, item := range tree {
				v, err := itemFromJSON(item, t)
				if err != nil {
					return model.Value{}, err
				}
				out.Items = append(out.Items, v)
			}
			return finishList(out, t)
		}
	case map[string]any:
		if t.Kind == model.Map && !t.IsSet() {
			return entries(tree, t)
		}
		if t.Kind == model.Union {
			return model.Value{}, errors.New("a choice between structs has no default; say optional, and decide in the function where it is nil")
		}
		if t.Kind == model.Struct {
			return fields(tree, t.Struct.Object)
		}
	case string:
		if t.Form == model.QuotedForm {
			return exactlyQuoted(tree, t)
		}
		if t.Kind == model.String || (t.Kind == model.Time || t.Kind == model.Duration) && !t.NumberForm() || t.Kind == model.Bytes || t.Kind == model.Text && t.Form != "number" {
			return readScalar(tree, t)
		}
	case json.Number:
		if t.Kind == model.Int || t.Kind == model.Uint || t.Kind == model.Float || t.Kind == model.Number || t.Text != nil && t.Text.Name == "bigint" || t.NumberForm() {
			return readScalar(tree.String(), t)
		}
	case bool:
		if t.Kind == model.Bool {
			return readScalar(strconv.FormatBool(tree), t)
		}
	}
	return model.Value{}, wrongKind(tree, t)
}

func wrongKind(tree any, t *model.Type) error {
	got, _ := json.Marshal(tree)
	return fmt.Errorf("expected %s, got %s", kindWord(t), got)
}

// isList reports whether values of a type are lists.
func isList(t *model.Type) bool {
	return t.Kind == model.Slice || t.Kind == model.Array || t.IsSet()
}

// itemFromJSON reads one item of a list, or one value of a map, which must keep the rules of each.
func itemFromJSON(tree any, of *model.Type) (model.Value, error) {
	rules := of.Items()
	if tree == nil && takesNull(of.Elem, rules) {
		return model.Value{Kind: model.NullValue, JSON: "null"}, nil
	}
	v, err := fromJSON(tree, of.Elem)
	if err == nil {
		err = breaks(v, of.Elem.Deref(), rules)
	}
	return v, err
}

func entries(tree map[string]any, t *model.Type) (model.Value, error) {
	if t.Key.Kind == model.Text && len(tree) > 0 {
		return model.Value{}, errors.New("its keys are read by a method of their type, so no Go literal spells them")
	}
	out := model.Value{Kind: model.EntriesValue}
	for key := range tree {
		out.Keys = append(out.Keys, key)
	}
	slices.Sort(out.Keys)
	var parts []string
	for _, key := range out.Keys {
		if err := readKey(key, t.Key); err != nil {
			return model.Value{}, fmt.Errorf("key %w", err)
		}
		v, err := itemFromJSON(tree[key], t)
		if err != nil {
			return model.Value{}, fmt.Errorf("%s: %w", key, err)
		}
		out.Items = append(out.Items, v)
		parts = append(parts, model.Quote(key)+":"+v.JSON)
	}
	out.JSON = "{" + strings.Join(parts, ",") + "}"
	return out, nil
}

func finishList(v model.Value, t *model.Type) (model.Value, error) {
	if twice, found := repeated(v.Items); found && t.IsSet() {
		return model.Value{}, fmt.Errorf("%s stands twice", twice.JSON)
	}
	if t.Kind == model.Array && int64(len(v.Items)) != t.Len {
		return model.Value{}, fmt.Errorf("expected exactly %d items, got %d", t.Len, len(v.Items))
	}
	parts := make([]string, len(v.Items))
	for i, item := range v.Items {
		parts[i] = item.JSON
	}
	v.JSON = "[" + strings.Join(parts, ",") + "]"
	return v, nil
}

// kindWord names a kind as JSON does.
func kindWord(t *model.Type) string {
	switch {
	case t.Form == model.QuotedForm:
		return "a string"
	case t.IsSet():
		return "an array"
	case t.WholeForm():
		return "a whole number"
	case t.NumberForm():
		return "a number"
	}
	switch t.Kind {
	case model.Bool:
		return "true or false"
	case model.Int, model.Uint:
		return "a whole number"
	case model.Float, model.Number:
		return "a number"
	case model.Raw, model.Any:
		return "a value of any kind"
	case model.Slice, model.Array:
		return "an array"
	case model.Map, model.Struct, model.Union:
		return "an object"
	case model.Text:
		if t.Form == "number" {
			return "a whole number"
		}
	}
	return "a string"
}

// kindName names a target by its kind.
func kindName(t *model.Type) string {
	switch {
	case t.Kind == model.Names:
		return "the name of a constant"
	case t.Form == model.QuotedForm && t.Kind == model.Bool:
		return "a boolean in quotes"
	case t.Form == model.QuotedForm:
		return "a number in quotes"
	case t.Kind == model.Bool:
		return "a boolean"
	case t.Kind == model.Duration:
		return "a duration"
	case t.Kind == model.Time:
		return "a time"
	case t.Kind == model.Array:
		return "an array of fixed length"
	case t.Kind == model.Bytes && t.Form != "utf8":
		return "bytes in " + t.Form
	case t.Kind == model.Number:
		return "a number that is kept as text"
	case t.Kind == model.Text && t.Form != "number":
		return "text that the type itself reads"
	}
	return kindWord(t)
}
