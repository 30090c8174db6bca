package suite

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/conformance/internal/lab"
)

// formWays are the Go types that have the formats of the suite: the formats that a text is checked for, and the types that read the same
// texts with parsers of their own.
var formWays = []struct{ format, goType, keys string }{
	{"date", "string", "format=date"},
	{"date", "time.Time", "format=date"},
	{"time", "string", "format=time"},
	{"time", "time.Time", "format=time"},
	{"date-time", "string", "format=date-time"},
	{"date-time", "time.Time", ""},
	{"duration", "time.Duration", "duration=iso8601"},
	{"email", "string", "format=email"},
	{"hostname", "string", "format=hostname"},
	{"ipv4", "string", "format=ipv4"},
	{"ipv4", "netip.Addr", "format=ipv4"},
	{"ipv6", "string", "format=ipv6"},
	{"ipv6", "netip.Addr", "format=ipv6"},
	{"uri", "string", "format=uri"},
	{"uri", "url.URL", ""},
	{"uri-reference", "url.URL", "ref"},
	{"uuid", "string", "format=uuid"},
	{"regex", "string", "format=regex"},
	{"regex", "*regexp.Regexp", ""},
}

// The formats that decoders check, judged by the optional part of the suite. They are annotations to the schema, so whatever a decoder
// refuses here is an exception: X5 where the format was asked for, X11 where the type's own parser refuses, X1 where Go cannot hold it.
// The page lists what the suite sees otherwise; a format asked for of a text has no difference but the letters behind xn-- in a host
// name, which take the tables of Unicode and are not looked at, by decision.
func TestFormats(t *testing.T) {
	l := lab.New(t)
	var subjects []*subject
	var calls []call
	for i, way := range formWays {
		file := readSuite(t, "optional/format/"+way.format)
		g := &group{}
		for _, of := range file.groups {
			for _, test := range of.Tests {
				if _, isText := test.Data.(string); isText {
					g.Tests = append(g.Tests, test)
				}
			}
		}
		s := &subject{dir: "formats", tool: fmt.Sprintf("way%02d", i), group: g, source: toolSource(fmt.Sprintf("way%02d", i), way.goType, strings.Fields(way.keys))}
		subjects = append(subjects, s)
	}
	generate(t, l, subjects)
	for i, s := range subjects {
		require.Empty(t, s.refused)
		for _, test := range s.group.Tests {
			calls = append(calls, call{s.at(), json.RawMessage(`{"value":` + jsonText(test.Data) + `}`)})
		}
		if format := formWays[i].format; formWays[i].goType == "string" {
			require.Contains(t, s.schema, `"format":"`+format+`"`)
		}
	}
	verdicts := run(t, l, subjects, calls)

	var table, differences strings.Builder
	for i, s := range subjects {
		way := formWays[i]
		exception := "X5"
		if way.goType != "string" {
			exception = "X11"
		}
		var accepted, refused, stricter, looser int
		for _, test := range s.group.Tests {
			v := verdicts[0]
			verdicts = verdicts[1:]
			require.Contains(t, []string{"", "invalid_arguments"}, v.Class, "%s: %+v", s.at(), v)
			text := test.Data.(string)
			because := exception
			switch {
			case v.Class == "" && test.Valid:
				accepted++
				continue
			case v.Class != "" && !test.Valid:
				refused++
				continue
			case test.Valid:
				stricter++
				if way.goType == "time.Time" {
					because = "X1" // a time.Time holds every valid text but a leap second and what is below a nanosecond
				}
				if way.goType == "string" {
					t.Errorf("%s: %s: %q is refused: %s", way.keys, test.Description, text, v.Message)
				}
				fmt.Fprintf(&differences, "| %s | %s | %s | refused | %s: %s |\n", way.format, way.goType, cell(jsonText(text)), because, cell(v.Message))
			default:
				looser++
				if way.goType == "string" && (way.format != "hostname" || !strings.Contains(strings.ToLower(text), "xn--")) {
					t.Errorf("%s: %s: %q is accepted", way.keys, test.Description, text)
				}
				fmt.Fprintf(&differences, "| %s | %s | %s | accepted | %s |\n", way.format, way.goType, cell(jsonText(text)), cell(test.Description))
			}
		}
		fmt.Fprintf(&table, "| %s | `%s` %s | %d | %d | %d (%s) | %d | %d |\n", way.format, way.goType, way.keys, len(s.group.Tests), accepted, refused, exception, stricter, looser)
	}
	golden(t, "formats.md", `# The formats of the JSON Schema test suite through the decoders

Texts of `+"`optional/format`"+`. A format is an annotation in draft 2020-12, so what a decoder refuses here it refuses by an exception of
the closed list: X5 for a format that was asked for, X11 for the type's own parser, X1 for a time that Go cannot hold.

| format | written as | texts | accepted, as the suite does | refused, as the suite does | refused, but valid in the suite | accepted, but invalid in the suite |
|---|---|---|---|---|---|---|
`+table.String()+`
## What the suite sees otherwise

| format | type | text | decoder | why |
|---|---|---|---|---|
`+differences.String())
}

// cell writes text for a cell of a table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ").Replace(text)
}
