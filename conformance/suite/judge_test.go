package suite

import (
	"strings"
	"testing"

	"github.com/dlclark/regexp2"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// A judge is one schema as an independent validator reads it: patterns by ECMA-262, formats as annotations unless they are asserted.
type judge struct{ schema *jsonschema.Schema }

func newJudge(t *testing.T, schema string, assertFormats bool) judge {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	require.NoError(t, err, schema)
	c := jsonschema.NewCompiler()
	c.UseRegexpEngine(func(pattern string) (jsonschema.Regexp, error) {
		return compileECMA(pattern)
	})
	if assertFormats {
		c.AssertFormat()
	}
	require.NoError(t, c.AddResource("suite:///schema.json", doc))
	compiled, err := c.Compile("suite:///schema.json")
	require.NoError(t, err, schema)
	return judge{compiled}
}

// accepts is the judge's word on an instance.
func (j judge) accepts(t *testing.T, instance string) bool {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(instance))
	require.NoError(t, err, instance)
	return j.schema.Validate(v) == nil
}

// ecmaRegexp is a pattern as ECMA-262 reads it; Go's own engine knows other blanks.
type ecmaRegexp struct{ *regexp2.Regexp }

// compileECMA compiles a pattern in Unicode mode. The engine takes the letters of all scripts for words at \b and \B, which ECMA-262 does
// only for \w under the flag i, so those two are spelled out.
func compileECMA(pattern string) (ecmaRegexp, error) {
	const before, after, notBefore, notAfter = `(?<=[A-Za-z0-9_])`, `(?=[A-Za-z0-9_])`, `(?<![A-Za-z0-9_])`, `(?![A-Za-z0-9_])`
	var b strings.Builder
	for rest := pattern; rest != ""; {
		size := 1
		if rest[0] == '\\' && len(rest) > 1 {
			size = 2
		}
		switch rest[:size] {
		case `\b`:
			b.WriteString("(?:" + before + notAfter + "|" + notBefore + after + ")")
		case `\B`:
			b.WriteString("(?:" + before + after + "|" + notBefore + notAfter + ")")
		default:
			b.WriteString(rest[:size])
		}
		rest = rest[size:]
	}
	re, err := regexp2.Compile(b.String(), regexp2.ECMAScript|regexp2.Unicode)
	return ecmaRegexp{re}, err
}

func (r ecmaRegexp) MatchString(s string) bool {
	matched, err := r.Regexp.MatchString(s)
	return err == nil && matched
}
