package packages

import (
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/conformance/law"
)

// world makes one source.
type world struct {
	*random
	src  *Source
	home *pack   // the package with the tools
	away []*pack // the packages it imports

	types   []*typ // declared so far, in every package
	snake   bool   // names=snake for the package
	mixed   bool   // some tools say names=snake by themselves
	numbers []int  // those open for the text that is written
	at      *decl
	echoes  int
	taken   map[*pack]map[string]bool // names of a package block, folded
	tools   map[string]bool           // names of tools and their constants
	fields  int

	coercions []string // that are asked for anywhere
	uses      []string // what the directives of the declaration mention
	later     []string // what those of the next function will
	receivers []string // types of the package that have tools for methods
}

// Random makes the source of a seed. It is meant to be accepted.
func Random(seed uint64, dir string) *Source {
	w := newWorld(seed, dir)
	w.build()
	return w.src
}

func newWorld(seed uint64, dir string) *world {
	w := &world{
		random: newRandom(seed),
		src:    &Source{Seed: seed, Dir: dir, Subjects: map[string]law.Subject{}},
		taken:  map[*pack]map[string]bool{},
		tools:  map[string]bool{},
	}
	return w
}

func (w *world) build() {
	w.snake = w.in(8)
	w.mixed = !w.snake && w.in(6)
	w.packages()
	for _, p := range append(w.away, w.home) {
		for range 1 + w.IntN(4) {
			w.declareType(p)
		}
	}
	if w.in(4) {
		w.bystanders()
	}
	for range 1 + w.IntN(4) {
		w.function()
	}
	w.header()
	w.lenientSubjects()
	w.spread()
}

// packages decides on the packages and the names of their folders.
func (w *world) packages() {
	name := of(w.random, "shop", "weather", "notes", "geo", "runtime", "codec", "context", "json", "errors", "tool", "tools", "p", "v2", "string_", "größe", "internal_", "time", "mine")
	w.home = &pack{dir: w.src.Dir, name: name, files: []*file{{name: "a.go"}}}
	w.src.packages = append(w.src.packages, w.home)
	for i := range w.IntN(3) {
		folder := of(w.random, "geo", "shapes", "types", "model", "v2", "go-store", "api", "context", "codec", "a/types", "url")
		name := lastElement(folder)
		if strings.ContainsAny(name, "-") || w.in(6) {
			name = of(w.random, "store", "kinds", "json", "other", "runtime", "context")
		}
		w.away = append(w.away, &pack{dir: fmt.Sprintf("%s/d%d/%s", w.src.Dir, i, folder), name: name, files: []*file{{name: of(w.random, "types.go", "a.go", "z.go")}}})
	}
	w.src.packages = append(w.src.packages, w.away...)
	for _, p := range w.src.packages {
		w.taken[p] = map[string]bool{"tools": true, "init": true, "main": true}
	}
}

// bystanders are declarations that no tool needs, under names that the generated code would like to have.
func (w *world) bystanders() {
	for range 1 + w.IntN(3) {
		name := of(w.random,
			"codec", "runtime", "copy", "min", "max", "decode", "encode", "schema", "spec", "args", "out", "c", "seen",
			"search", "search2", "forecast", "forecastSpec", "decodeItem", "appendItem", "checkItem", "cap", "iter", "strconv", "err", "result", "time", "url", "stdcontext", "ctx", "clear", "print")
		if w.taken[w.home][strings.ToLower(name)] {
			continue
		}
		name = w.name(w.home, name)
		w.declare(w.home, name)
		switch w.IntN(3) {
		case 0:
			w.write("var %s = 1\n", name)
		case 1:
			w.write("func %s() {}\n\nvar _ = %[1]s\n", name)
		case 2:
			w.write("type %s struct{}\n", name)
		}
		w.end()
	}
}

// spread puts the declarations into files, and lets each file call its imports what it likes.
func (w *world) spread() {
	for _, p := range w.src.packages {
		first := p.files[0]
		if w.in(3) {
			second := &file{name: of(w.random, "b.go", "tools.go", "zz.go")}
			for i := 0; i < len(first.decls); {
				if w.in(3) {
					second.decls = append(second.decls, first.decls[i])
					first.decls = append(first.decls[:i:i], first.decls[i+1:]...)
				} else {
					i++
				}
			}
			if len(second.decls) > 0 {
				p.files = append(p.files, second)
			}
		}
		for i, f := range p.files {
			f.aliases = map[string]string{}
			if i > 0 && w.in(2) {
				f.aliases = p.files[0].aliases
				continue
			}
			for _, other := range w.away {
				switch {
				case p != w.home:
				case w.in(12) && w.clean(other):
					f.aliases[other.path()] = "."
				case w.in(6):
					f.aliases[other.path()] = of(w.random, "theirs", "x", "json", "fmt", "codec", "runtime", "t")
				}
			}
			for _, path := range []string{"context", "time", "net/url", "encoding/json"} {
				if w.in(12) {
					f.aliases[path] = of(w.random, "std", "c", "codec", "ctx", "runtime_")
				}
			}
		}
	}
}

// clean reports whether a package has no name in common with the one that holds the tools, nor a predeclared one.
func (w *world) clean(other *pack) bool {
	home := w.home.taken()
	for name := range other.taken() {
		if home[name] {
			return false
		}
	}
	return true
}

// name is a free name of a package block.
func (w *world) name(p *pack, wish string) string { return unique(w.taken[p], wish) }

// declare begins a declaration of a package.
func (w *world) declare(p *pack, names ...string) {
	w.at = &decl{names: names}
	p.files[0].decls = append(p.files[0].decls, w.at)
	w.numbers = nil
	w.open()
}

// mention notes what a directive of the declaration at hand, or of the next function, mentions.
func (w *world) mention(use string) {
	if w.at != nil {
		w.uses = append(w.uses, use)
	} else {
		w.later = append(w.later, use)
	}
}

// end ends a declaration. What only its directives mention is mentioned once more, so that the imports are in use.
func (w *world) end() {
	for _, use := range w.uses {
		w.line("\nvar _ %s", use)
	}
	w.at, w.numbers, w.uses = nil, nil, nil
}

// open gives the text that follows a number, until close.
func (w *world) open() int {
	w.src.pieces++
	w.numbers = append(w.numbers, w.src.pieces)
	return w.src.pieces
}

// reopen is open with a number that other text has already.
func (w *world) reopen(n int) { w.numbers = append(w.numbers, n) }

func (w *world) close() { w.numbers = w.numbers[:len(w.numbers)-1] }

func (w *world) write(format string, args ...any) {
	w.at.pieces = append(w.at.pieces, piece{fmt.Sprintf(format, args...), append([]int(nil), w.numbers...)})
}

// line writes a line that can be left out by itself.
func (w *world) line(format string, args ...any) {
	w.open()
	w.write(format+"\n", args...)
	w.close()
}
