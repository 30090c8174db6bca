package collect

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// Bytes (T20, T21): a slice of bytes is base64 text unless encoding= says otherwise; an array of bytes is text of that length,
// or a list of numbers, and must say which, because encoding/json and its successor disagree.

// encodings are the text forms of bytes.
var encodings = map[string]bool{"base64": true, "base64url": true, "hex": true, "utf8": true}

// byteSlice maps []byte and named types of it.
func (c *collector) byteSlice(t types.Type, u *types.Slice, at place) *model.Type {
	if !isBasic(types.Unalias(u.Elem()), types.Uint8) {
		c.refuse(at, "T20", fmt.Sprintf("%s: %s is a slice of a named byte type, which Go does not convert to []byte", at.path, c.show(t)), "take []byte")
		return nil
	}
	form := "base64"
	if s, found := at.set.find("encoding"); found {
		form = s.Value.Text
		if !encodings[form] {
			c.errorAt(s.pos, s.end, "K17", fmt.Sprintf("%s: encoding=%s does not apply to %s", at.path, form, c.show(t)), "encoding=base64, base64url, hex or utf8")
			return nil
		}
	}
	return &model.Type{Kind: model.Bytes, Go: goType(t), Form: form, Doc: c.typeDoc(t)}
}

// byteArray maps [N]byte; the second result is false where it is a list of numbers, like any other array.
func (c *collector) byteArray(t types.Type, u *types.Array, at place) (*model.Type, bool) {
	s, found := at.set.find("encoding")
	if !found {
		c.refuse(at, "T21", fmt.Sprintf("%s: %s has no one JSON form: it may be text or a list of numbers", at.path, c.show(t)),
			at.paste("encoding=hex", "or base64, base64url, or array for a list of numbers"))
		return nil, true
	}
	switch form := s.Value.Text; {
	case form == "array":
		return nil, false
	case form == "utf8" || !encodings[form]:
		c.errorAt(s.pos, s.end, "K17", fmt.Sprintf("%s: encoding=%s does not apply to %s", at.path, form, c.show(t)), "encoding=base64, base64url, hex or array")
		return nil, true
	case u.Len() == 0:
		c.refuse(at, "T21", fmt.Sprintf("%s: %s holds nothing", at.path, c.show(t)), "remove it")
		return nil, true
	case !isBasic(types.Unalias(u.Elem()), types.Uint8):
		c.refuse(at, "T21", fmt.Sprintf("%s: %s is an array of a named byte type, which Go does not convert to bytes", at.path, c.show(t)), "take an array of byte, or say encoding=array")
		return nil, true
	default:
		return &model.Type{Kind: model.Bytes, Go: goType(t), Form: form, Len: u.Len(), Doc: c.typeDoc(t)}, true
	}
}

// paste is the directive that sets a key at a place: a line of the function for parameters and results, one above a field. What
// else there is to know follows in brackets.
func (p place) paste(key string, notes ...string) string {
	way := strings.TrimRight(p.path, "[]")
	for range strings.Count(p.path[len(way):], itemStep) {
		key = itemPrefix + key
	}
	line := "//tool:param " + way + " " + key
	last := way[strings.LastIndexByte(way, '.')+1:]
	switch {
	case p.dir == result && !ast.IsExported(last): // result, or result.name
		line = "//tool:result " + key
	case last != way:
		line = "//tool:" + key
		notes = append([]string{"above the field " + last}, notes...)
	}
	if len(notes) > 0 {
		line += "   (" + strings.Join(notes, "; ") + ")"
	}
	return line
}

// readBytes reads the text form of bytes; Text of the value is the bytes themselves.
func readBytes(text string, t *model.Type) (model.Value, error) {
	var data []byte
	var err error
	switch t.Form {
	case "base64":
		data, err = base64.StdEncoding.DecodeString(text)
	case "base64url":
		data, err = base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
	case "hex":
		data, err = hex.DecodeString(text)
	default:
		data = []byte(text)
	}
	switch {
	case err != nil || t.Form != "utf8" && strings.ContainsAny(text, "\r\n"):
		return model.Value{}, fmt.Errorf("expected text in %s, got %s", t.Form, text)
	case t.Sized() && int64(len(data)) != t.Len:
		return model.Value{}, fmt.Errorf("expected %d bytes, got %d", t.Len, len(data))
	}
	return model.Value{Kind: model.TextValue, JSON: model.Quote(text), Text: string(data)}, nil
}
