package emit

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/names"
)

// body writes one function, or one block of it. It knows what its locals are called, and notes which outer names it
// mentions, so that no local takes one of them.
type body struct {
	page     *page
	scope    *names.Scope    // the locals of this block and those around it
	mentions map[string]bool // outer names that the function spells, shared by all its blocks
	owner    string          // what its patterns are called after

	cursor  string // the local that holds the cursor
	pointer bool   // it is a *codec.Cursor; else a codec.Cursor
	buffer  string // the local that holds the encoded bytes
	depth   string // the local that counts the depth of a recursive result (O18); "" elsewhere
}

// function writes a function. build runs twice: the first time to learn which outer names the function mentions, the
// second time with these in use, so that a parameter keeps its own name unless that would hide something (K01, K04).
// That depends on the function alone, never on the rest of the package.
func (pg *page) function(owner string, build func(b *body) jen.Code) jen.Code {
	probe := &body{page: pg, scope: names.NewScope(), mentions: map[string]bool{}, owner: owner}
	build(probe)
	scope := names.NewScope(names.Spelled()...)
	scope.Use(slices.Collect(maps.Keys(probe.mentions))...)
	return build(&body{page: pg, scope: scope, mentions: map[string]bool{}, owner: owner})
}

// outside writes what stands at the top level of the file, where no local can hide anything.
func (pg *page) outside() *body {
	return &body{page: pg, scope: names.NewScope(), mentions: map[string]bool{}}
}

// inner writes a block inside b's.
func (b *body) inner() *body {
	c := *b
	c.scope = b.scope.Inner()
	return &c
}

// mention notes that the function spells an outer name, and returns it.
func (b *body) mention(name string) string {
	b.mentions[name] = true
	return name
}

// codec is a name of package codec.
func (b *body) codec(name string) *jen.Statement { return b.named(codecPath, name) }

// runtime is a name of package runtime.
func (b *body) runtime(name string) *jen.Statement { return b.named(runtimePath, name) }

// shared is the name of a shared function.
func (b *body) shared(r *routines, key any) *jen.Statement {
	return jen.Id(b.mention(r.ask(key)))
}

// on calls a method of the cursor.
func (b *body) on(method string, args ...jen.Code) *jen.Statement {
	return jen.Id(b.cursor).Dot(method).Call(args...)
}

// ref is the cursor as an argument.
func (b *body) ref() *jen.Statement {
	if b.pointer {
		return jen.Id(b.cursor)
	}
	return jen.Op("&").Id(b.cursor)
}

// address is a place as a pointer to it.
func address(place string) *jen.Statement {
	if rest, ok := strings.CutPrefix(place, "*"); ok {
		return jen.Id(rest)
	}
	return jen.Op("&").Id(place)
}

// raw is a string literal between backticks, where that is possible.
func raw(s string) string {
	if strconv.CanBackquote(s) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// quoted is a string literal, raw where that is easier to read.
func quoted(s string) string {
	if strings.ContainsAny(s, `"\`) {
		return raw(s)
	}
	return strconv.Quote(s)
}

// width is where a line of string arguments is wrapped.
const width = 100

// words are string literals as the last arguments of a call; used is what stands before them on the line. A long list is
// wrapped.
func words(used int, list []string) []jen.Code {
	out := make([]jen.Code, len(list))
	for i, s := range list {
		lit := strconv.Quote(s)
		if used += len(lit) + 2; used > width {
			used = len(lit) + 2
			out[i] = jen.Line().Id(lit)
			continue
		}
		out[i] = jen.Id(lit)
	}
	return out
}
