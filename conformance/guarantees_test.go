package conformance

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/conformance/law"
)

// docs/guarantees.md names tests, targets and files, and the exceptions of the law: what it names is there.
func TestGuaranteesPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "docs", "guarantees.md"))
	require.NoError(t, err)
	makefile, err := os.ReadFile(filepath.Join("..", "Makefile"))
	require.NoError(t, err)

	tests := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	require.NoError(t, filepath.WalkDir("..", func(file string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, "_test.go") {
			return err
		}
		source, err := os.ReadFile(file)
		for _, found := range declared.FindAllSubmatch(source, -1) {
			tests[string(found[1])] = true
		}
		return err
	}))

	named := 0
	for _, quoted := range regexp.MustCompile("`([^`\n]+)`").FindAllSubmatch(page, -1) {
		switch text := string(quoted[1]); {
		case regexp.MustCompile(`^(Test|Fuzz)\w+$`).MatchString(text):
			require.True(t, tests[text], "there is no test %s", text)
			named++
		case strings.HasPrefix(text, "make "):
			target := strings.Fields(text)[1]
			require.True(t, regexp.MustCompile(`(?m)^`+target+`:`).Match(makefile), "there is no target %s", target)
			named++
		case regexp.MustCompile(`^(testdata|conformance|docs|generator|runtime)/[\w/.]+$`).MatchString(text):
			_, err := os.Stat(filepath.Join("..", filepath.FromSlash(text)))
			require.NoError(t, err, text)
			named++
		}
	}
	require.Greater(t, named, 20)

	var listed []law.X
	for _, row := range regexp.MustCompile(`(?m)^\| (X\d+) \|`).FindAllSubmatch(page, -1) {
		listed = append(listed, law.X(row[1]))
	}
	require.Equal(t, law.Exceptions(), listed, "the list is closed")
}
