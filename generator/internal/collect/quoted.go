package collect

import (
	"fmt"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// quoted applies the option string of a json tag: a number or boolean is sent as text (S6). On other types encoding/json ignores it,
// but for strings, which its two versions disagree about. t is nil where the type was refused already.
func (c *collector) quoted(t *model.Type, f candidate, at place) *model.Type {
	if t == nil || !f.tag.quoted {
		return t
	}
	value := t
	if t.Kind == model.Pointer {
		value = t.Elem
	}
	switch value.Kind {
	case model.Bool, model.Int, model.Uint, model.Float:
		own := *value
		own.Form, own.Enum, own.Known = model.QuotedForm, nil, nil
		if t.Kind != model.Pointer {
			return &own
		}
		pointer := *t
		pointer.Elem = &own
		return &pointer
	case model.String, model.Number:
		c.refuse(at, "S6", fmt.Sprintf("%s: the json option string on text makes quotes within quotes in encoding/json, and an error in its second version", at.path), "remove it")
		return nil
	}
	c.warnOnce(f.field, at, "S6", fmt.Sprintf("%s: the json option string has no effect on %s", at.path, c.show(f.field.Type())), "remove it")
	return t
}
