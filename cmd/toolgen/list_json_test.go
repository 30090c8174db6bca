package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/generator"
	"github.com/toolgen/toolgen/runtime"
)

// The grade that the list shows is the one that a running program sees.
func TestGradeIsTheRuntimes(t *testing.T) {
	for bits := range 8 {
		tool := listedTool{Tool: new(generator.Tool)}
		tool.ReadOnly, tool.Additive, tool.ClosedWorld = bits&1 != 0, bits&2 != 0, bits&4 != 0
		spec := runtime.Spec{ReadOnly: tool.ReadOnly, Additive: tool.Additive, ClosedWorld: tool.ClosedWorld}
		require.Equal(t, spec.Grade().String(), grade(tool))
	}
}
