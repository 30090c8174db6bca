package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
	"github.com/toolgen/toolgen/generator/internal/names"
)

// Types with a text form of their own (T43 to T50, T54, T55). Each has a function that reads it and most have one that
// writes it; what they call belongs to the type or its package, so that nothing is allocated but the value.

// Limits of texts whose parsers do more than linear work (X13).
const (
	maxRegexpText = 1024
)

// valueType is a text form's type without the pointer.
func valueType(t *model.Type) *model.GoType {
	if t.Go.Kind == model.GoPointer {
		return t.Go.Elem
	}
	return t.Go
}

// onlyPointers reports whether Go people use a known type through pointers alone: its function returns one.
func onlyPointers(t *model.Type) bool {
	switch t.Text.Name {
	case "url", "bigint", "bigfloat", "bigrat", "regexp":
		return true
	}
	return false
}

// readText is an expression that reads a value through the function of its type.
func (b *body) readText(t *model.Type) *jen.Statement {
	value := b.readByFunction(t)
	if onlyPointers(t) && t.Go.Kind != model.GoPointer {
		return jen.Op("*").Add(value)
	}
	return value
}

// textReader is the function that reads a type with a text form.
func (pg *page) textReader(t *model.Type) *routine {
	g := valueType(t)
	base := pg.verb("decode", g, g.Name) + names.Camel(t.Form)
	return &routine{key: routineKey(t), base: base, order: key(t.Go) + t.Form, write: func(b *body, name string) jen.Code {
		header := jen.Func().Id(name).Params(b.readsCursor(name))
		v := b.scope.Name("v")
		if onlyPointers(t) {
			header.Op("*")
		}
		header.Add(b.typ(g))
		switch {
		case t.Enum != nil:
			return header.Block(b.readTextEnum(v, t)...)
		case t.Text.Name == "":
			return header.Block(
				jen.Var().Id(v).Add(b.typ(g)),
				b.on("Reject", jen.Id(v).Dot("UnmarshalText").Call(b.on("Bytes"))),
				jen.Return(jen.Id(v)),
			)
		case t.Text.Name == "bigint":
			text := map[string]string{"": "IntegerText", "number": "IntegerNumber"}[t.Form]
			return header.Block(
				jen.List(jen.Id(v), jen.Id("_")).Op(":=").New(b.typ(g)).Dot("SetString").Call(b.on(text), jen.Lit(10)),
				jen.Return(jen.Id(v)),
			)
		case t.Text.Name == "url" && t.Form == "":
			return header.Block(b.readURL(v, g)...)
		}
		text := b.on("String")
		switch t.Text.Name {
		case "uuid", "level":
			text = b.on("Bytes")
		case "bigfloat":
			return header.Block(b.readBigFloat(v, g)...)
		case "bigrat":
			text = b.on("FractionText", jen.Lit(wantFraction))
		case "regexp":
			text = b.on("StringUpTo", jen.Lit(maxRegexpText))
		}
		p := b.parse(v, t, text)
		complaint := b.on("Refuse", jen.Lit(p.expected))
		if t.Text.Name == "regexp" {
			complaint = b.on("Reject", jen.Id(p.err))
		}
		failed := []jen.Code{complaint}
		if p.zero != nil {
			failed = append(failed, jen.Return(p.zero))
		}
		statements, last := p.statements, len(p.statements)-1
		condition := jen.If(p.failed)
		if last > 0 { // the value has its own line, so that the error can live in the condition
			statements, condition = p.statements[:last], jen.If(p.statements[last], p.failed)
		}
		return header.Block(append(statements, condition.Block(failed...), jen.Return(p.value))...)
	}}
}

// readTextEnum reads one of a closed set of texts, each through the type's own parser (T50, T70).
func (b *body) readTextEnum(v string, t *model.Type) []jen.Code {
	text := b.scope.Name("text")
	var cases []jen.Code
	for _, c := range t.Enum.Values {
		cases = append(cases, jen.Lit(c.Value))
	}
	return []jen.Code{
		jen.Var().Id(v).Add(b.typ(t.Go)),
		jen.Switch(jen.Id(text).Op(":=").Add(b.on("Bytes")), jen.String().Parens(jen.Id(text))).Block(
			jen.Case(cases...).Block(b.on("Reject", jen.Id(v).Dot("UnmarshalText").Call(jen.Id(text)))),
			jen.Default().Block(b.on("OneOf", words(10, proposed(t.Enum))...)),
		),
		jen.Return(jen.Id(v)),
	}
}

// readURL reads a URL that has a scheme (T43).
func (b *body) readURL(v string, g *model.GoType) []jen.Code {
	err := b.scope.Name("err")
	return []jen.Code{
		jen.List(jen.Id(v), jen.Id(err)).Op(":=").Add(b.named(g.Pkg, "Parse")).Call(b.on("String")),
		jen.Switch().Block(
			jen.Case(jen.Id(err).Op("!=").Nil()).Block(b.on("Refuse", jen.Lit(wantURL)), jen.Return(jen.New(b.typ(g)))),
			jen.Case(jen.Id(v).Dot("Scheme").Op("==").Lit("")).Block(b.on("Refuse", jen.Lit("needs a scheme, e.g. https://example.com"))),
		),
		jen.Return(jen.Id(v)),
	}
}

// readBigFloat reads a decimal number with as many bits as its digits need, so that none is lost.
func (b *body) readBigFloat(v string, g *model.GoType) []jen.Code {
	text := b.scope.Name("text")
	precision := jen.Id(b.mention("uint")).Call(jen.Lit(64).Op("+").Lit(4).Op("*").Len(jen.Id(text)))
	return []jen.Code{
		jen.Id(text).Op(":=").Add(b.on("DecimalText", jen.Lit(wantDecimal))),
		jen.List(jen.Id(v), jen.Id("ok")).Op(":=").New(b.typ(g)).Dot("SetPrec").Call(precision).Dot("SetString").Call(jen.Id(text)),
		jen.If(jen.Op("!").Id("ok")).Block(jen.Return(jen.New(b.typ(g)))),
		jen.Return(jen.Id(v)),
	}
}

const (
	wantDecimal  = "expected decimal number such as 1.5"
	wantFraction = "expected fraction such as 1/3"
)

const wantURL = "expected URL such as https://example.com"

// parsing is how text becomes a value of a known type.
type parsing struct {
	statements []jen.Code     // they declare what the others name
	failed     *jen.Statement // the condition that text is none
	zero       *jen.Statement // what to return then; nil where value will do
	value      *jen.Statement
	expected   string // the problem; "" where err says it
	err        string // the local that holds the parser's error; "" where there is none
}

// parse reads text into the new local v: an expression of type []byte for types that are read by UnmarshalText, else of type
// string.
func (b *body) parse(v string, t *model.Type, text jen.Code) parsing {
	g := valueType(t)
	p := parsing{value: jen.Id(v)}
	err := b.scope.Name("err")
	call := func(path, fn string) {
		p.err, p.failed = err, jen.Id(err).Op("!=").Nil()
		p.statements = []jen.Code{jen.List(jen.Id(v), jen.Id(err)).Op(":=").Add(b.named(path, fn)).Call(text)}
	}
	unmarshal := func() {
		p.err, p.failed = err, jen.Id(err).Op("!=").Nil()
		p.statements = []jen.Code{
			jen.Var().Id(v).Add(b.typ(g)),
			jen.Id(err).Op(":=").Id(v).Dot("UnmarshalText").Call(text),
		}
	}
	scan := func() {
		ok := b.scope.Name("ok")
		p.failed, p.zero = jen.Op("!").Id(ok), jen.New(b.typ(g))
		p.statements = []jen.Code{jen.List(jen.Id(v), jen.Id(ok)).Op(":=").New(b.typ(g)).Dot("SetString").Call(text)}
	}
	switch t.Text.Name {
	case "url":
		call(g.Pkg, "Parse")
		p.zero, p.expected = jen.New(b.typ(g)), wantURL
	case "addr":
		call(g.Pkg, "ParseAddr")
		p.expected = wantAddress[t.Form]
		p.failed.Add(pinned(v, t.Form))
	case "addrport":
		call(g.Pkg, "ParseAddrPort")
		p.expected = "expected IP address and port such as 192.0.2.1:80"
	case "prefix":
		call(g.Pkg, "ParsePrefix")
		p.expected = "expected IP network such as 192.0.2.0/24"
	case "ip":
		p.expected = wantAddress[t.Form]
		if t.Form != "" {
			call(netipPath, "ParseAddr")
			p.failed.Add(pinned(v, t.Form))
			p.value = jen.Id(v).Dot("AsSlice").Call()
			break
		}
		p.failed = jen.Id(v).Op("==").Nil()
		p.statements = []jen.Code{jen.Id(v).Op(":=").Add(b.named(g.Pkg, "ParseIP")).Call(text)}
	case "mac":
		call(g.Pkg, "ParseMAC")
		p.expected = "expected hardware address such as 00:00:5e:00:53:01"
	case "ipnet":
		call(g.Pkg, "ParseCIDR")
		p.statements = []jen.Code{jen.List(jen.Id("_"), jen.Id(v), jen.Id(err)).Op(":=").Add(b.named(g.Pkg, "ParseCIDR")).Call(text)}
		p.zero, p.value, p.expected = b.typ(g).Values(), jen.Op("*").Id(v), "expected IP network such as 192.0.2.0/24"
	case "uuid":
		unmarshal()
		p.expected = "expected UUID such as 123e4567-e89b-12d3-a456-426614174000"
	case "level":
		unmarshal()
		p.expected = "expected log level such as INFO or DEBUG"
	case "bigfloat":
		scan()
		p.expected = wantDecimal
	case "bigrat":
		scan()
		p.expected = wantFraction
	case "regexp":
		call(g.Pkg, "Compile")
		p.zero = jen.New(b.typ(g))
	}
	return p
}

const netipPath = "net/netip"

var wantAddress = map[string]string{
	"":     "expected IP address such as 192.0.2.1",
	"ipv4": "expected IPv4 address such as 192.0.2.1",
	"ipv6": "expected IPv6 address such as 2001:db8::1",
}

// pinned is the rest of a condition that a netip.Addr is not of the family that the form says (T44, T45).
func pinned(v, form string) *jen.Statement {
	switch form {
	case "ipv4":
		return jen.Op("||").Op("!").Id(v).Dot("Is4").Call()
	case "ipv6":
		return jen.Op("||").Op("!").Id(v).Dot("Is6").Call().Op("||").Id(v).Dot("Zone").Call().Op("!=").Lit("")
	}
	return jen.Null()
}

// appendText appends a value with a text form; place is a pointer where the type is one, which is not nil then.
func (b *body) appendText(buffer jen.Code, place string, t *model.Type) *jen.Statement {
	if b.page.textWriter(t) != nil {
		if t.Go.Kind == model.GoPointer {
			place = "*" + place
		}
		return b.shared(b.page.encode, routineKey(t)).Call(buffer, address(place))
	}
	if t.Text.Name == "bigint" { // as a number
		return selected(place).Dot("Append").Call(buffer, jen.Lit(10))
	}
	return b.codec("AppendString").Call(buffer, selected(place).Dot("String").Call())
}

// selected is a place before a dot, which looks through a pointer.
func selected(place string) *jen.Statement {
	if place[0] == '*' {
		place = place[1:]
	}
	return jen.Id(place)
}

// textWriter is the function that writes a type with a text form; nil where its String method says all.
func (pg *page) textWriter(t *model.Type) *routine {
	switch {
	case t.Text.Name == "url", t.Text.Name == "mac", t.Form == "number":
		return nil
	}
	g := valueType(t)
	return &routine{key: routineKey(t), base: pg.verb("append", g, g.Name), order: key(t.Go), write: func(b *body, name string) jen.Code {
		b.buffer = b.scope.Name("b")
		v := b.scope.Name("v")
		header := jen.Func().Id(name).Params(jen.Id(b.buffer).Index().Byte(), jen.Id(v).Op("*").Add(b.typ(g))).Index().Byte()
		if t.Text.Name == "ipnet" { // whose String calls the zero value <nil>
			return header.Block(
				jen.If(jen.Id(v).Dot("IP").Op("==").Nil()).Block(jen.Return(jen.Append(jen.Id(b.buffer), jen.Id("`\"\"`").Op("...")))),
				jen.Return(b.codec("AppendString").Call(jen.Id(b.buffer), jen.Id(v).Dot("String").Call())),
			)
		}
		text, err := b.scope.Name("text"), b.scope.Name("err")
		parts := jen.List(jen.Id(text), jen.Id(err)).Op(":=")
		if appends(t) {
			return header.Block(
				parts.Id(v).Dot("AppendText").Call(jen.Append(jen.Id(b.buffer), jen.Id(`'"'`))),
				jen.Return(b.codec("EndText").Call(jen.Id(text), jen.Len(jen.Id(b.buffer)), jen.Id(err))),
			)
		}
		return header.Block(
			parts.Id(v).Dot("MarshalText").Call(),
			jen.Return(b.codec("AppendText").Call(jen.Id(b.buffer), jen.Id(text), jen.Id(err))),
		)
	}}
}

// appends reports whether a type writes its text into a buffer.
func appends(t *model.Type) bool {
	switch t.Text.Name {
	case "", "uuid":
		return t.Text.Appends
	}
	return true // all of the standard library do
}
