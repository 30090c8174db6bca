package packages

import (
	"fmt"
	"go/format"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/conformance/internal/lab"
	"github.com/toolgen/toolgen/conformance/law"
)

// A Source is one random Go package with the packages that it imports, in pieces: each piece that can be left out has a
// number, so that a failing source can be made small.
type Source struct {
	Seed uint64 // it makes the same source again
	Dir  string // of the package with the tools, in the lab's module; the others lie below it
	Want string // the code of the one thing that is wrong with it; "" where it is meant to be fine

	Subjects map[string]law.Subject // by the tool's name: what the law may find, by the types of the tool

	packages []*pack // the one with the tools comes first
	pieces   int     // numbers given so far
}

// pack is one package of a source.
type pack struct {
	dir, name string // name is not always the last element of dir
	header    decl   // the package comment
	files     []*file
}

type file struct {
	name    string
	decls   []*decl
	aliases map[string]string // names of imports by path, where they have another than their own; "." is a dot-import
}

// decl is one declaration in pieces, with the names that it gives to the package.
type decl struct {
	names  []string
	fixed  bool // its place among others of its kind means something
	pieces []piece
}

// piece is some text that stands or falls with each of its numbers.
type piece struct {
	text    string
	numbers []int
}

// quoted stands in the texts for the name that a file gives to an import: §import path§. A path that is meant as a path
// stands between ‹ and ›.
var quoted = regexp.MustCompile(`§([^§]+)§\.`)

// in is the mention of a package's declaration.
func in(path, name string) string { return "§" + path + "§." + name }

func (p *pack) path() string { return lab.Module + "/" + p.dir }

// Numbers are those of the pieces that can be left out, of whole declarations first.
func (s *Source) Numbers() []int {
	seen := map[int]bool{}
	var whole, parts []int
	for _, d := range s.decls() {
		for i, p := range d.pieces {
			for j, n := range p.numbers {
				if seen[n] {
					continue
				}
				seen[n] = true
				if i == 0 && j == 0 {
					whole = append(whole, n)
				} else {
					parts = append(parts, n)
				}
			}
		}
	}
	return append(whole, parts...)
}

func (s *Source) decls() []*decl {
	var out []*decl
	for _, p := range s.packages {
		out = append(out, &p.header)
		for _, f := range p.files {
			out = append(out, f.decls...)
		}
	}
	return out
}

// Packages writes the source out without the pieces of some numbers.
func (s *Source) Packages(without map[int]bool) []lab.Package {
	var out []lab.Package
	for _, p := range s.packages {
		files := map[string]string{}
		for _, f := range p.files {
			files[f.name] = s.text(p, f, without)
		}
		out = append(out, lab.Package{Dir: p.dir, Files: files})
	}
	return out
}

// At is the same source in another folder.
func (s *Source) At(dir string) *Source {
	moved := *s
	moved.Dir = dir
	moved.packages = nil
	from, to := lab.Module+"/"+s.Dir, lab.Module+"/"+dir
	rewrite := strings.NewReplacer("§"+from, "§"+to, "‹"+from, "‹"+to)
	move := func(d decl) decl {
		d.pieces = slices.Clone(d.pieces)
		for i := range d.pieces {
			d.pieces[i].text = rewrite.Replace(d.pieces[i].text)
		}
		return d
	}
	for _, p := range s.packages {
		q := &pack{dir: strings.Replace(p.dir, s.Dir, dir, 1), name: p.name, header: move(p.header)}
		for _, f := range p.files {
			g := &file{name: f.name, aliases: map[string]string{}}
			for path, alias := range f.aliases {
				g.aliases[strings.Replace(path, from, to, 1)] = alias
			}
			for _, d := range f.decls {
				d := move(*d)
				g.decls = append(g.decls, &d)
			}
			q.files = append(q.files, g)
		}
		moved.packages = append(moved.packages, q)
	}
	return &moved
}

// Shuffled is the same source with its declarations in another order, and some of them in another file of their package that
// has the same names for imports: such a name is none for what is generated (K01). The
// structs of a union stay in order and where they are: a union lists them as they are declared.
func (s *Source) Shuffled(r *random) *Source {
	moved := *s
	moved.packages = nil
	for _, p := range s.packages {
		q := &pack{dir: p.dir, name: p.name, header: p.header}
		for _, f := range p.files {
			q.files = append(q.files, &file{name: f.name, aliases: f.aliases})
		}
		fixed := make([][]*decl, len(p.files))
		for i, f := range p.files {
			for _, d := range f.decls {
				to := q.files[r.IntN(len(q.files))]
				if !maps.Equal(to.aliases, f.aliases) {
					to = q.files[i]
				}
				if d.fixed {
					to, fixed[i] = q.files[i], append(fixed[i], d)
				}
				to.decls = append(to.decls, d)
			}
		}
		for i, f := range q.files {
			r.Shuffle(len(f.decls), func(i, j int) { f.decls[i], f.decls[j] = f.decls[j], f.decls[i] })
			next := 0
			for j, d := range f.decls {
				if d.fixed {
					f.decls[j] = fixed[i][next]
					next++
				}
			}
		}
		moved.packages = append(moved.packages, q)
	}
	return &moved
}

// text is one file of a package.
func (s *Source) text(p *pack, f *file, without map[int]bool) string {
	var header, body strings.Builder
	write := func(b *strings.Builder, d *decl) {
		for _, piece := range d.pieces {
			if !slices.ContainsFunc(piece.numbers, func(n int) bool { return without[n] }) {
				b.WriteString(piece.text)
			}
		}
	}
	if f == p.files[0] {
		write(&header, &p.header)
	}
	for _, d := range f.decls {
		write(&body, d)
		body.WriteString("\n")
	}
	imports := map[string]string{}
	block := p.taken()
	text := quoted.ReplaceAllStringFunc(strings.ReplaceAll(strings.ReplaceAll(body.String(), "‹", ""), "›", ""), func(m string) string {
		path := quoted.FindStringSubmatch(m)[1]
		if path == p.path() {
			return ""
		}
		if imports[path] == "" {
			imports[path] = s.importName(f, path, block, imports)
		}
		if imports[path] == "." {
			return ""
		}
		return imports[path] + "."
	})
	var b strings.Builder
	b.WriteString(strings.ReplaceAll(strings.ReplaceAll(header.String(), "‹", ""), "›", ""))
	fmt.Fprintf(&b, "package %s\n\n", p.name)
	for _, path := range slices.Sorted(maps.Keys(imports)) {
		name := imports[path]
		if name == s.nameOf(path) && name == lastElement(path) {
			name = ""
		}
		fmt.Fprintf(&b, "import %s %s\n", name, strconv.Quote(path))
	}
	b.WriteString("\n" + text)
	formatted, err := format.Source([]byte(b.String()))
	if err != nil {
		return b.String() // what is wrong with it, the go command says better
	}
	return string(formatted)
}

// taken are the names of a package block.
func (p *pack) taken() map[string]bool {
	out := map[string]bool{}
	for _, f := range p.files {
		for _, d := range f.decls {
			for _, name := range d.names {
				out[name] = true
			}
		}
	}
	return out
}

// importName is what a file calls an import: what it wishes, unless the package block has that name or another import does.
func (s *Source) importName(f *file, path string, block map[string]bool, imports map[string]string) string {
	wish := f.aliases[path]
	if wish == "." {
		return wish
	}
	if wish == "" {
		wish = s.nameOf(path)
	}
	for {
		if !block[wish] && !slices.Contains(slices.Collect(maps.Values(imports)), wish) {
			return wish
		}
		wish += "_"
	}
}

// nameOf is a package's own name.
func (s *Source) nameOf(path string) string {
	for _, p := range s.packages {
		if p.path() == path {
			return p.name
		}
	}
	return lastElement(path)
}

func lastElement(name string) string { return path.Base(name) }

// String is the source as one text, for a report.
func (s *Source) String() string { return show(s.Packages(nil)) }

func show(packages []lab.Package) string {
	var b strings.Builder
	for _, p := range packages {
		for _, name := range slices.Sorted(maps.Keys(p.Files)) {
			fmt.Fprintf(&b, "-- %s/%s --\n%s", p.Dir, name, p.Files[name])
		}
	}
	return b.String()
}
