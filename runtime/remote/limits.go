package remote

import "github.com/toolgen/toolgen/internal/untrusted"

// Limits bound what is taken from a server, so that no server can flood a program, or a model's context. Zero means the
// default; a negative number is an error.
type Limits struct {
	Tools       int // how many tools a server may list; more is an error of the whole list. 512
	Pages       int // on how many pages, where the list has pages. 64
	Schema      int // bytes of one schema; a tool with more is left out. 64 KiB
	Depth       int // of arrays and objects in a schema; a tool with more is left out. 32
	Nodes       int // schemas, and values of enums, in a schema when every reference is followed once; a tool with more is left out. 4096
	Description int // bytes of a description of a tool; it is cut. 8 KiB
	Result      int // bytes of one result, texts, values and files together; more is an error. 1 MiB
}

// orDefault returns the limits with defaults in the place of zeroes.
func (l Limits) orDefault() Limits {
	for _, limit := range []struct {
		at       *int
		ordinary int
	}{
		{&l.Tools, 512}, {&l.Pages, 64}, {&l.Schema, 64 << 10}, {&l.Depth, 32}, {&l.Nodes, 4096}, {&l.Description, 8 << 10}, {&l.Result, 1 << 20},
	} {
		if *limit.at == 0 {
			*limit.at = limit.ordinary
		}
	}
	return l
}

// sound reports whether no limit is negative.
func (l Limits) sound() bool {
	return min(l.Tools, l.Pages, l.Schema, l.Depth, l.Nodes, l.Description, l.Result) >= 0
}

func (l Limits) schema() untrusted.Bounds {
	return untrusted.Bounds{Bytes: l.Schema, Depth: l.Depth, Nodes: l.Nodes}
}
