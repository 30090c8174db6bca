package collect

import (
	"fmt"
	"go/types"
	"log/slog"
	"math/big"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// textForm is a known type whose JSON form is text that its own package reads (T43 to T49, T54, T55).
type textForm struct {
	leaf    bool // Go people use it through pointers alone, so that a pointer does not mean optional
	form    model.TextForm
	problem func(text string) error // what keeps text from being a value, asked at generation; nil for none
}

// knownText finds the text form of a known type, matched by package path and name.
func knownText(path, name string) (textForm, bool) {
	f, ok := textForms[path+"."+name]
	return f, ok
}

// textForms are the known types by package path and name. The names in form are those that emit writes code for.
var textForms = map[string]textForm{
	"net/url.URL": {leaf: true, problem: urlProblem,
		form: model.TextForm{Name: "url", Keywords: `"format":"uri"`}}, // T43
	"net/netip.Addr": {problem: parsed("an IP address such as 192.0.2.1", netip.ParseAddr),
		form: model.TextForm{Name: "addr", Note: "(IP address)"}}, // T44
	"net/netip.AddrPort": {problem: parsed("an IP address and port such as 192.0.2.1:80", netip.ParseAddrPort),
		form: model.TextForm{Name: "addrport", Note: "(ip:port)"}}, // T44
	"net/netip.Prefix": {problem: parsed("an IP network such as 192.0.2.0/24", netip.ParsePrefix),
		form: model.TextForm{Name: "prefix", Note: "(CIDR)"}}, // T44
	"net.IP": {problem: ipProblem,
		form: model.TextForm{Name: "ip", Note: "(IP address)"}}, // T45
	"net.HardwareAddr": {problem: parsed("a hardware address such as 00:00:5e:00:53:01", net.ParseMAC),
		form: model.TextForm{Name: "mac", Note: "(MAC address)"}}, // T46
	"net.IPNet": {problem: parsed("an IP network such as 192.0.2.0/24", parseCIDR),
		form: model.TextForm{Name: "ipnet", Note: "(CIDR)"}}, // T46
	"github.com/google/uuid.UUID":   uuidForm, // T47
	"github.com/gofrs/uuid.UUID":    uuidForm, // T47
	"github.com/gofrs/uuid/v5.UUID": uuidForm, // T47
	"math/big.Int": {leaf: true, problem: bigIntProblem,
		form: model.TextForm{Name: "bigint", Keywords: `"pattern":"^-?[0-9]+$"`, Settled: true}}, // T48
	"math/big.Float": {leaf: true, problem: bigFloatProblem,
		form: model.TextForm{Name: "bigfloat", Note: "(decimal number)"}}, // T49
	"math/big.Rat": {leaf: true, problem: bigRatProblem,
		form: model.TextForm{Name: "bigrat", Note: "(fraction such as 1/3, or decimal number)"}}, // T49
	"log/slog.Level": {problem: levelProblem,
		form: model.TextForm{Name: "level", Note: "(log level such as INFO or DEBUG)"}}, // T54
	"regexp.Regexp": {leaf: true, problem: regexpProblem,
		form: model.TextForm{Name: "regexp", Keywords: `"format":"regex"`, Settled: true, Note: "(Go RE2 syntax)"}}, // T55
}

var uuidForm = textForm{problem: uuidProblem,
	form: model.TextForm{Name: "uuid", Keywords: `"format":"uuid"`, Settled: true}}

// textType is the model of a known type, or of a pointer to one that is only used so.
func (c *collector) textType(t types.Type, known textForm, at place) *model.Type {
	form := known.form
	form.Empty = emptyOf(t)
	m := &model.Type{Kind: model.Text, Go: goType(t), Text: &form}
	switch form.Name {
	case "url":
		if at.set.on("ref") {
			m.Form, form.Keywords = "ref", `"format":"uri-reference"`
		}
	case "bigint":
		if s, found := at.set.find("encoding"); found && s.Value.Text != "number" {
			c.errorAt(s.pos, s.end, "K17", fmt.Sprintf("%s: encoding=%s applies to bytes, and this is a big integer", at.path, s.Value.Text), "encoding=number, or remove it")
			return nil
		} else if found {
			m.Form, form.Keywords = "number", ""
		}
	case "addr", "ip":
		if s, found := at.set.find("format"); found && s.Value.Text != "ipv4" && s.Value.Text != "ipv6" {
			c.errorAt(s.pos, s.end, directive.CodeValue, fmt.Sprintf("%s: an IP address has the format ipv4 or ipv6, got %s", at.path, s.Value.Text), "format=ipv4")
			return nil
		} else if found { // T44
			m.Form, form.Keywords = s.Value.Text, `"format":`+model.Quote(s.Value.Text)
		}
	}
	return m
}

// emptyOf is the value that omitempty leaves out, as Go spells it; see model.TextForm.
func emptyOf(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsBoolean != 0:
			return "false"
		}
		return "0"
	case *types.Pointer:
		return "nil"
	case *types.Slice, *types.Map:
		return "len"
	case *types.Array:
		if u.Len() == 0 {
			return "len"
		}
	}
	return ""
}

// readTextForm reads a default, an example or an enum's value of a type with a text form. That of an unknown type is only
// known to be text.
func readTextForm(text string, t *model.Type) (model.Value, error) {
	v := model.Value{Kind: model.TextValue, JSON: model.Quote(text), Text: text}
	switch {
	case t.Form == "number":
		integer, err := readBigInteger(text)
		return model.Value{Kind: model.NumberValue, JSON: integer, Text: integer}, err
	case t.Form == "ref":
		_, err := url.Parse(text)
		return v, err
	case t.Form == "ipv4", t.Form == "ipv6":
		a, err := netip.ParseAddr(text)
		if err != nil || a.Zone() != "" || a.Is4() != (t.Form == "ipv4") {
			return v, fmt.Errorf("expected an %s address, got %q", map[string]string{"ipv4": "IPv4", "ipv6": "IPv6"}[t.Form], text)
		}
		return v, nil
	}
	for _, known := range textForms {
		if known.form.Name == t.Text.Name && known.problem != nil {
			return v, known.problem(text)
		}
	}
	return v, nil
}

// parsed makes a problem of a parser: expected says what it reads.
func parsed[T any](expected string, parse func(string) (T, error)) func(string) error {
	return func(text string) error {
		if _, err := parse(text); err != nil {
			return fmt.Errorf("expected %s, got %q", expected, text)
		}
		return nil
	}
}

func parseCIDR(text string) (*net.IPNet, error) {
	_, network, err := net.ParseCIDR(text)
	return network, err
}

func urlProblem(text string) error {
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return fmt.Errorf("expected a URL such as https://example.com, got %q", text)
	case u.Scheme == "":
		return fmt.Errorf("needs a scheme, e.g. https://example.com, got %q; ref allows relative ones", text)
	}
	return nil
}

func ipProblem(text string) error {
	if net.ParseIP(text) == nil {
		return fmt.Errorf("expected an IP address such as 192.0.2.1, got %q", text)
	}
	return nil
}

var uuidPattern = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// uuidProblem asks the pattern: the packages of UUIDs are none of toolgen's.
func uuidProblem(text string) error {
	if !uuidPattern.MatchString(text) {
		return fmt.Errorf("expected a UUID such as 123e4567-e89b-12d3-a456-426614174000, got %q", text)
	}
	return nil
}

// Limits of the texts whose parsers do more than linear work (X13); those of generated code are the same.
const (
	maxBigText    = 4096
	maxRegexpText = 1024
)

var (
	decimalPattern  = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?$`)
	fractionPattern = regexp.MustCompile(`^-?[0-9]+/[0-9]+$`)
)

var wholePattern = regexp.MustCompile(`^-?[0-9]+$`)

func bigIntProblem(text string) error {
	switch {
	case !wholePattern.MatchString(text):
		return fmt.Errorf("expected a whole number, got %q", text)
	case len(strings.TrimPrefix(text, "-")) > maxBigText:
		return fmt.Errorf("more than %d digits", maxBigText)
	}
	return nil
}

// readBigInteger reads a number of JSON that is whole, such as 1e3, as its digits.
func readBigInteger(text string) (string, error) {
	if _, exponent, found := strings.Cut(strings.ToLower(text), "e"); !isNumber(text) || len(text) > maxBigText || found && len(exponent) > 4 {
		return "", fmt.Errorf("expected a whole number, got %s", text)
	}
	exact, _ := new(big.Rat).SetString(text) // a number of JSON is one
	if !exact.IsInt() {
		return "", fmt.Errorf("expected a whole number, got %s", text)
	}
	digits := exact.Num().String()
	return digits, bigIntProblem(digits)
}

func bigFloatProblem(text string) error {
	if !decimalPattern.MatchString(text) || len(text) > maxBigText {
		return fmt.Errorf("expected a decimal number, got %q", text)
	}
	return nil
}

func bigRatProblem(text string) error {
	if len(text) > maxBigText {
		return fmt.Errorf("more than %d bytes", maxBigText)
	}
	if _, ok := new(big.Rat).SetString(text); !ok || !decimalPattern.MatchString(text) && !fractionPattern.MatchString(text) {
		return fmt.Errorf("expected a fraction such as 1/3, got %q", text)
	}
	return nil
}

func levelProblem(text string) error {
	var level slog.Level
	if level.UnmarshalText([]byte(text)) != nil {
		return fmt.Errorf("expected a log level such as INFO or DEBUG, got %q", text)
	}
	return nil
}

func regexpProblem(text string) error {
	if len(text) > maxRegexpText {
		return fmt.Errorf("more than %d bytes", maxRegexpText)
	}
	_, err := regexp.Compile(text)
	return err
}
