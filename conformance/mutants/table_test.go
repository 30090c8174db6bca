package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every edit applies to the repository as it is, and changes it. Whether the tests catch it takes minutes: go run ./mutants.
func TestEveryEditApplies(t *testing.T) {
	require.GreaterOrEqual(t, len(table), 20)
	for _, m := range table {
		t.Run(m.row, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(m.file)))
			require.NoError(t, err)
			broken, err := m.apply(string(text))
			require.NoError(t, err)
			require.NotEqual(t, string(text), broken)
			require.NotEmpty(t, m.breaks)
		})
	}
}

func TestApplyRefusesWhatIsNotThereOnce(t *testing.T) {
	m := mutant{file: "a.go", old: "x", to: "y"}
	for _, text := range []string{"", "a", "xx", "x and x"} {
		_, err := m.apply(text)
		require.ErrorContains(t, err, "a.go: the text to be edited stands ")
	}
	text, err := m.apply("a x b")
	require.NoError(t, err)
	require.Equal(t, "a y b", text)
}

func TestFirstFailure(t *testing.T) {
	require.Zero(t, firstFailure([]byte(`{"Action":"run","Package":"m/a","Test":"TestA"}`+"\n"+`{"Action":"pass","Package":"m/a"}`)))
	require.Equal(t, test{"m/a", "TestA/one"}, firstFailure([]byte(`{"Action":"fail","Package":"m/a","Test":"TestA/one"}`+"\n"+`{"Action":"fail","Package":"m/a","Test":"TestA"}`+"\n"+`{"Action":"fail","Package":"m/a"}`)))
	require.Equal(t, test{pkg: "m/a"}, firstFailure([]byte("# m/a\n"+`{"Action":"fail","Package":"m/a"}`)), "a package that does not compile or whose test does not end")
}
