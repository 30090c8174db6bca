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
		re, err := regexp2.Compile(pattern, regexp2.ECMAScript|regexp2.Unicode)
		return ecmaRegexp{re}, err
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

func (r ecmaRegexp) MatchString(s string) bool {
	matched, err := r.Regexp.MatchString(s)
	return err == nil && matched
}
