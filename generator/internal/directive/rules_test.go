package directive_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/toolgen/toolgen/generator/internal/directive"

	"github.com/toolgen/toolgen/generator/internal/diag"
)

// The codes that only the collect room reports: more than one line decides.
var byCollect = []string{CodeMisplaced, CodeDetached, CodePlainName, CodeParam}

// Every code of the language is explained, its example breaks that rule and no other, and its fix breaks none.
func TestRules(t *testing.T) {
	for i := 1; i <= 16; i++ {
		code := "K" + strconv.Itoa(i)
		t.Run(code, func(t *testing.T) {
			rule, found := diag.RuleOf(code)
			require.True(t, found)
			require.Regexp(t, `^(//|[a-z]).*[^.]$`, rule.Title)
			require.Regexp(t, `^[A-Z].*\.$`, rule.Explain)
			require.Empty(t, codesOf(rule.Fix))
			want := []string{code}
			for _, other := range byCollect {
				if other == code {
					want = nil
				}
			}
			require.Equal(t, want, codesOf(rule.Example))
		})
	}
}

// codesOf are the codes of the comments of a function's source.
func codesOf(source string) (codes []string) {
	for line := range strings.Lines(source) {
		line = strings.TrimSuffix(line, "\n")
		var problems []Problem
		if Is(line) {
			_, problems = Parse(line, OnFunc)
		} else if p, found := NearMiss(line); found {
			problems = []Problem{p}
		}
		for _, p := range problems {
			codes = append(codes, p.Code)
		}
	}
	return codes
}
