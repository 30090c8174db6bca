package sandbox

import "testing"

// What a sandbox costs: a program that does nothing.
func BenchmarkRun(b *testing.B) {
	for name, m := range worlds(b) {
		b.Run(name, func(b *testing.B) {
			c := &Command{Path: "/bin/true", on: m, Without: limits}
			for b.Loop() {
				if o, err := c.Run(b.Context()); err != nil || !o.Ok() {
					b.Fatal(o, err)
				}
			}
		})
	}
}
