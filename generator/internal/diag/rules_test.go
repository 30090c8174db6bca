package diag

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var codePattern = regexp.MustCompile(`^[A-Z][0-9]{1,2}b?$`)

// codesInSource returns every code that the rooms of the generator mention as a string, with one place each.
func codesInSource(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "diag") {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if code, err := strconv.Unquote(lit.Value); err == nil && codePattern.MatchString(code) {
					found[code] = fset.Position(lit.Pos()).String()
				}
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, len(found), 50)
	return found
}

// Every code that can be reported is explained, and every explained code can be reported.
func TestRulesAndCodesAgree(t *testing.T) {
	used := codesInSource(t)
	for code, place := range used {
		_, ok := RuleOf(code)
		require.True(t, ok, "%s is reported at %s and has no rule", code, place)
	}
	seen := map[string]bool{}
	for _, r := range Rules() {
		require.False(t, seen[r.Code], "%s has two rules", r.Code)
		seen[r.Code] = true
		require.Contains(t, used, r.Code, "%s is explained and never reported", r.Code)
		require.NotEmpty(t, r.Title, r.Code)
		require.NotEmpty(t, r.Explain, r.Code)
		require.NotEmpty(t, r.Fix, r.Code)
	}
}

func TestRulesAreSortedByLettersThenNumber(t *testing.T) {
	require.Negative(t, compareCodes("T5", "T40"))
	require.Negative(t, compareCodes("S20", "T1"))
	require.Zero(t, compareCodes("T40", "T40"))
}

func TestSetSortsAndRemovesRepeats(t *testing.T) {
	var s Set
	late := Diagnostic{Code: "T9", Range: Range{File: "b.go", Line: 1}, Message: "m"}
	early := Diagnostic{Code: "T9", Range: Range{File: "a.go", Line: 9}, Message: "m"}
	warning := Diagnostic{Code: "T5", Severity: Warning, Range: Range{File: "a.go", Line: 9}, Message: "m"}
	s.Add(late, warning, early, late)
	require.Equal(t, []Diagnostic{early, warning, late}, s.Sorted())
	require.True(t, s.HasErrors())
	var only Set
	only.Add(warning)
	require.False(t, only.HasErrors())
}
