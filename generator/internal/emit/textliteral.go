package emit

import (
	"encoding/hex"
	"log/slog"
	"math/big"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// textLiteral spells a default of a known type with a text form (N4): a literal where Go has one, else a call that cannot
// fail, since collect has read the text.
func (b *body) textLiteral(v model.Value, t *model.Type) *jen.Statement {
	g := valueType(t)
	value, pointer := b.knownLiteral(v.Text, t, g)
	switch wanted := t.Go.Kind == model.GoPointer; {
	case value == nil:
		b.page.fail("the default %s of type %s is no Go literal", v.JSON, key(t.Go))
		return jen.Nil()
	case pointer && !wanted:
		return jen.Op("*").Add(value)
	case wanted && !pointer:
		return jen.Op("&").Add(value)
	}
	return value
}

// knownLiteral returns the value, or a pointer to it; nil where the text is none.
func (b *body) knownLiteral(text string, t *model.Type, g *model.GoType) (value *jen.Statement, pointer bool) {
	call := func(fn string) *jen.Statement { return b.named(g.Pkg, fn).Call(jen.Id(quoted(text))) }
	switch t.Text.Name {
	case "url":
		if u, err := url.Parse(text); err == nil {
			return b.urlLiteral(u, g), false
		}
	case "addr":
		return call("MustParseAddr"), false
	case "addrport":
		return call("MustParseAddrPort"), false
	case "prefix":
		return call("MustParsePrefix"), false
	case "ip":
		if a, err := netip.ParseAddr(text); err == nil && t.Form != "" {
			return b.octets(g, a.AsSlice()), false
		}
		return call("ParseIP"), false
	case "mac":
		if mac, err := net.ParseMAC(text); err == nil {
			return b.octets(g, mac), false
		}
	case "ipnet":
		if _, n, err := net.ParseCIDR(text); err == nil {
			ones, bits := n.Mask.Size()
			return b.typ(g).Values(
				jen.Id("IP").Op(":").Add(b.named(g.Pkg, "ParseIP")).Call(jen.Lit(n.IP.String())),
				jen.Id("Mask").Op(":").Add(b.named(g.Pkg, "CIDRMask")).Call(jen.Lit(ones), jen.Lit(bits)),
			), false
		}
	case "uuid":
		if bytes, err := hex.DecodeString(strings.ReplaceAll(text, "-", "")); err == nil {
			return b.octets(g, bytes), false
		}
	case "bigint":
		if n, ok := new(big.Int).SetString(text, 10); ok {
			return b.integerLiteral(n, g), true
		}
	case "bigfloat":
		if f, ok := new(big.Float).SetString(text); ok {
			return b.floatLiteral(f, g), true
		}
	case "bigrat":
		if r, ok := new(big.Rat).SetString(text); ok {
			if r.Num().IsInt64() && r.Denom().IsInt64() {
				return b.named(g.Pkg, "NewRat").Call(jen.Id(r.Num().String()), jen.Id(r.Denom().String())), true
			}
			i := &model.GoType{Kind: model.GoNamed, Pkg: g.Pkg, PkgName: g.PkgName, Name: "Int"}
			return jen.New(b.typ(g)).Dot("SetFrac").Call(b.integerLiteral(r.Num(), i), b.integerLiteral(r.Denom(), i)), true
		}
	case "level":
		var level slog.Level
		if level.UnmarshalText([]byte(text)) == nil {
			return b.levelLiteral(level, g), false
		}
	case "regexp":
		return call("MustCompile"), true
	}
	return nil, false
}

// octets is a literal of a type of bytes, one by one.
func (b *body) octets(g *model.GoType, bytes []byte) *jen.Statement {
	items := make([]jen.Code, len(bytes))
	for i, one := range bytes {
		items[i] = jen.Id("0x" + hex.EncodeToString([]byte{one}))
	}
	return b.typ(g).Values(items...)
}

// urlLiteral is a literal with the parts that a URL has.
func (b *body) urlLiteral(u *url.URL, g *model.GoType) *jen.Statement {
	var parts []jen.Code
	part := func(name string, value *jen.Statement, there bool) {
		if there {
			parts = append(parts, jen.Id(name).Op(":").Add(value))
		}
	}
	text := func(name, value string) { part(name, jen.Id(quoted(value)), value != "") }
	yes := func(name string, value bool) { part(name, jen.Id(b.mention("true")), value) }
	text("Scheme", u.Scheme)
	text("Opaque", u.Opaque)
	if u.User != nil {
		user := b.named(g.Pkg, "User").Call(jen.Id(quoted(u.User.Username())))
		if password, set := u.User.Password(); set {
			user = b.named(g.Pkg, "UserPassword").Call(jen.Id(quoted(u.User.Username())), jen.Id(quoted(password)))
		}
		part("User", user, true)
	}
	text("Host", u.Host)
	text("Path", u.Path)
	text("RawPath", u.RawPath)
	yes("OmitHost", u.OmitHost)
	yes("ForceQuery", u.ForceQuery)
	text("RawQuery", u.RawQuery)
	text("Fragment", u.Fragment)
	text("RawFragment", u.RawFragment)
	return b.typ(g).Values(parts...)
}

// integerLiteral is a pointer to a big integer.
func (b *body) integerLiteral(n *big.Int, g *model.GoType) *jen.Statement {
	if n.IsInt64() {
		return b.named(g.Pkg, "NewInt").Call(jen.Id(n.String()))
	}
	items := make([]jen.Code, 0, len(n.Bytes()))
	for _, one := range n.Bytes() {
		items = append(items, jen.Id("0x"+hex.EncodeToString([]byte{one})))
	}
	magnitude := jen.New(b.typ(g)).Dot("SetBytes").Call(jen.Index().Byte().Values(items...))
	if n.Sign() < 0 {
		return jen.New(b.typ(g)).Dot("Neg").Call(magnitude)
	}
	return magnitude
}

// floatLiteral is a pointer to a big float of the precision that reading gives, 64 bits.
func (b *body) floatLiteral(f *big.Float, g *model.GoType) *jen.Statement {
	zero := jen.New(b.typ(g)).Dot("SetPrec").Call(jen.Lit(64))
	if f.IsInf() {
		return zero.Dot("SetInf").Call(jen.Lit(f.Signbit()))
	}
	if short, exact := f.Float64(); exact == big.Exact && !(short == 0 && f.Signbit()) {
		return zero.Dot("SetFloat64").Call(jen.Id(strconv.FormatFloat(short, 'g', -1, 64)))
	}
	mantissa := new(big.Float)
	exponent := f.MantExp(mantissa)
	whole, _ := mantissa.SetMantExp(mantissa, 64).Int(nil)
	digits := new(big.Int).Abs(whole).String()
	value := jen.New(b.typ(g)).Dot("SetMantExp").Call(jen.New(b.typ(g)).Dot("SetUint64").Call(jen.Id(digits)), jen.Lit(exponent-64))
	if f.Signbit() {
		return jen.New(b.typ(g)).Dot("Neg").Call(value)
	}
	return value
}

// levelLiteral is a level by its own name where it has one.
func (b *body) levelLiteral(level slog.Level, g *model.GoType) *jen.Statement {
	for name, known := range map[string]slog.Level{"LevelDebug": slog.LevelDebug, "LevelInfo": slog.LevelInfo, "LevelWarn": slog.LevelWarn, "LevelError": slog.LevelError} {
		if level == known {
			return b.named(g.Pkg, name)
		}
	}
	return b.typ(g).Call(jen.Lit(int(level)))
}
