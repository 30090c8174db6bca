package suite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/conformance/internal/lab"
)

// The suite's file default has defaults that their own schemas refuse, to say that the keyword is an annotation. Toolgen fills them in, and
// so refuses each of them when tools are generated (N4); that is why the decoders of that file have none.
func TestInvalidDefaults(t *testing.T) {
	var subjects []*subject
	for _, of := range readSuite(t, "default").groups {
		for name, property := range newDocument(of.Schema).table("properties") {
			tr := &translator{known: map[string]*expr{}}
			e, err := tr.expr([]*node{property})
			require.NoError(t, err)
			tool := fmt.Sprintf("default%02d", len(subjects))
			source := toolSource(tool, e.go_, append(e.keys, "default="+jsonText(property.get("default"))))
			subjects = append(subjects, &subject{dir: "defaults", tool: tool, source: strings.ReplaceAll(source, "value", name)})
		}
	}
	require.Len(t, subjects, 3)
	subjects = append(subjects, &subject{dir: "defaults", tool: "fine", source: toolSource("fine", "float64", []string{"max=3", "default=3"})})
	generate(t, lab.New(t), subjects)
	for _, s := range subjects[:3] {
		require.Regexp(t, `^N4: `, s.refused, s.source)
	}
	require.Empty(t, subjects[3].refused)
}
