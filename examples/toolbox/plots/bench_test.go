package plots

import (
	"fmt"
	"slices"
	"testing"

	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
)

// The charts that take longest and most: as many values, texts and pixels as the limits let through.
func BenchmarkLargest(b *testing.B) {
	for _, c := range []struct {
		name string
		args Object
	}{
		{"scatter", Object{"kind": "scatter", "series": []Object{{"x": numbers(maxPoints), "values": shuffled(maxPoints)}}}},
		{"line", Object{"kind": "line", "labels": words(500, "a label of some length "), "series": func() (all []Object) {
			for i := range 20 {
				all = append(all, Object{"name": fmt.Sprint("a name of some length ", i), "values": numbers(500)})
			}
			return all
		}()}},
		{"line over x", Object{"kind": "line", "series": []Object{{"x": numbers(maxPoints), "values": shuffled(maxPoints)}}}},
		{"line over few labels", Object{"kind": "line", "series": slices.Repeat([]Object{{"values": numbers(100)}}, 20)}},
		{"bar", Object{"kind": "bar", "labels": words(370, "a label of some length "), "series": []Object{{"values": numbers(370)}}}},
	} {
		c.args["width"], c.args["height"] = 2000, 2000
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if r := ask(b, c.args); r.Err != nil {
					b.Fatal(r.Err)
				}
			}
		})
	}
}
