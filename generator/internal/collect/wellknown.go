package collect

import (
	"fmt"
	"go/types"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// wellKnown answers for the types that have a JSON form of their own, matched by package path and name (schema.md
// 3.4). The second result says that the type is one of them; the first is nil where it was refused.
func (c *collector) wellKnown(t types.Type, at place) (*model.Type, bool) {
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return nil, false
	}
	path, name := n.Obj().Pkg().Path(), n.Obj().Name()
	switch {
	case path == "time" && name == "Time": // T40
		return &model.Type{Kind: model.Time, Go: goType(t)}, true
	case path == "encoding/json" && name == "Number": // T14
		return &model.Type{Kind: model.Number, Go: goType(t)}, true
	case path == "encoding/json" && name == "RawMessage":
		return c.rawMessage(t, at), true
	case path == "time" && name == "Duration": // T42
		return &model.Type{Kind: model.Duration, Go: goType(t)}, true
	}
	if row, ok := laterTypes[path+"."+name]; ok {
		c.later(at, row, c.show(t), "take a string and parse it in the function")
		return nil, true
	}
	if path == "sync" || path == "sync/atomic" {
		c.refuse(at, "T60", fmt.Sprintf("%s: %s must not be copied, so it cannot be a value", at.path, c.show(t)), "remove it from the type")
		return nil, true
	}
	return nil, false
}

// laterTypes are the well-known types whose rows are not built yet.
var laterTypes = map[string]string{
	"net/url.URL":                   "T43",
	"net/netip.Addr":                "T44",
	"net/netip.AddrPort":            "T44",
	"net/netip.Prefix":              "T44",
	"net.IP":                        "T45",
	"net.HardwareAddr":              "T46",
	"net.IPNet":                     "T46",
	"github.com/google/uuid.UUID":   "T47",
	"github.com/gofrs/uuid.UUID":    "T47",
	"github.com/gofrs/uuid/v5.UUID": "T47",
	"math/big.Int":                  "T48",
	"math/big.Float":                "T49",
	"math/big.Rat":                  "T49",
	"log/slog.Level":                "T54",
	"regexp.Regexp":                 "T55",
	"database/sql.Null":             "T56",
	"database/sql.NullString":       "T56",
	"database/sql.NullBool":         "T56",
	"database/sql.NullByte":         "T56",
	"database/sql.NullInt16":        "T56",
	"database/sql.NullInt32":        "T56",
	"database/sql.NullInt64":        "T56",
	"database/sql.NullFloat64":      "T56",
	"database/sql.NullTime":         "T56",
}

// codec is the set of JSON and text methods that a type, or a pointer to it, has.
type codec struct {
	marshalJSON, unmarshalJSON, marshalText, unmarshalText bool
	promoted                                               string // the embedded field that one of them comes from
}

func (m codec) any() bool  { return m.marshalJSON || m.unmarshalJSON || m.text() }
func (m codec) text() bool { return m.marshalText || m.unmarshalText }

func codecOf(t types.Type) codec {
	var m codec
	find := func(name string, shape func(*types.Signature) bool) bool {
		obj, index, _ := types.LookupFieldOrMethod(t, true, nil, name)
		fn, ok := obj.(*types.Func)
		if !ok || !shape(fn.Signature()) {
			return false
		}
		if s, ok := t.Underlying().(*types.Struct); ok && len(index) > 1 {
			m.promoted = s.Field(index[0]).Name()
		}
		return true
	}
	encodes := func(s *types.Signature) bool {
		return s.Params().Len() == 0 && s.Results().Len() == 2 && isByteSlice(s.Results().At(0).Type()) && isError(s.Results().At(1).Type())
	}
	decodes := func(s *types.Signature) bool {
		return s.Params().Len() == 1 && s.Results().Len() == 1 && isByteSlice(s.Params().At(0).Type()) && isError(s.Results().At(0).Type())
	}
	m.marshalJSON = find("MarshalJSON", encodes)
	m.unmarshalJSON = find("UnmarshalJSON", decodes)
	m.marshalText = find("MarshalText", encodes)
	m.unmarshalText = find("UnmarshalText", decodes)
	return m
}

func isByteSlice(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && isBasic(s.Elem().Underlying(), types.Uint8)
}

// hasOwnCodec refuses a type with JSON or text methods: it is never walked field by field (T50 to T53, O12, S14).
func (c *collector) hasOwnCodec(t types.Type, at place) bool {
	if _, ok := t.Underlying().(*types.Pointer); ok {
		return false // its element is asked
	}
	m := codecOf(t)
	if at.dir == result && !m.marshalJSON && !m.marshalText {
		return false // methods that only decode do not change what is written
	}
	if !m.any() {
		return false
	}
	name := c.show(t)
	switch {
	case m.promoted != "":
		c.refusePromoted(m, t, at)
	case at.dir == result:
		c.later(at, "O12", name+", which writes its own JSON,", "return a struct of plain fields")
	case m.unmarshalText:
		c.later(at, "T50", name+", which has UnmarshalText,", "take a string and convert it in the function")
	default:
		c.refuse(at, "T53", fmt.Sprintf("%s: %s decodes as a plain value but encodes differently", at.path, name),
			"take a plain type and convert it in the function")
	}
	return true
}

// refusePromoted refuses a struct whose JSON form an embedded field has taken over (S14).
func (c *collector) refusePromoted(m codec, t types.Type, at place) {
	c.refuse(at, "S14", fmt.Sprintf("%s: the embedded field %s takes over the JSON form of %s", at.path, m.promoted, c.show(t)),
		fmt.Sprintf("give the field a name: %s %s", lowerFirst(m.promoted)+"Value", m.promoted))
}
