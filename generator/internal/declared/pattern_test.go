package declared

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A pattern must be RE2 and mean the same to ECMA-262 (section 5, X7).
func TestCheckPattern(t *testing.T) {
	for _, good := range []string{`^[a-z0-9]{4,8}(,[a-z]+)*$`, `^\d{2,}$`, `\\A`, `(?:a|b)`, `(?<year>\d+)`, `[^"]+`, `\.\/[a\-z]`, `^\s*\S+$`, `a{2}b{2,}c{2,3}`, `[\]\\[]`, `\{\}`, `(?:(?<a>x)|[^\s])*?`, `\x41\b\t\v`, ``} {
		require.NoError(t, CheckPattern(good), good)
	}
	for _, bad := range []string{`(?=a)`, `(?!a)`, `(a)\1`, `\Aa`, `a\z`, `(?i)a`, `(?s:.)`, `\pL`, `\p{Greek}`, `[[:alpha:]]`, `(?P<n>a)`, `\Qa\E`, `(`, `a**`, `\x{41}`, `\-`, `\@`, `[\S]`, `[]a]`, `[^]a]`, `a{`, `a}`, `a]`, `{,3}`, `\07`, `(?U)a`, `(?i:a)`, `[[:^digit:]]`, `[\pL]`} {
		require.Error(t, CheckPattern(bad), bad)
	}
}
