// Package names decides every identifier of a generated file: imports, package scope, parameters and locals.
//
// What comes in are names that are wanted and names that are in use; what goes out are names that compile. Nothing here
// depends on the order in which a program happens to ask, apart from the order of the calls themselves: the callers,
// emit and collect, ask in a sorted one. The room knows neither the model nor jennifer.
package names

import (
	"strconv"
)

// Scope is the set of identifiers in use in one block of Go source. A Scope is not safe for concurrent use.
type Scope struct {
	outer *Scope
	used  map[string]bool
}

// NewScope returns a scope in which keywords, the blank identifier and the given names are in use.
func NewScope(used ...string) *Scope {
	s := &Scope{used: map[string]bool{"_": true}}
	s.Use(keywords...)
	s.Use(used...)
	return s
}

// Inner returns the scope of a block inside s: it sees the names of s, and what it uses itself ends with it.
func (s *Scope) Inner() *Scope {
	return &Scope{outer: s, used: map[string]bool{}}
}

// Use marks names as in use. Names that are in use already stay so.
func (s *Scope) Use(names ...string) {
	for _, name := range names {
		s.used[name] = true
	}
}

// Used reports whether the name is in use here or in a scope around.
func (s *Scope) Used(name string) bool {
	for ; s != nil; s = s.outer {
		if s.used[name] {
			return true
		}
	}
	return false
}

// Name returns the name that is wanted, or where that is in use the first free one of name2, name3, ..., and marks it as
// in use. A name that ends in a digit goes on with an underscore: v1, v1_2.
func (s *Scope) Name(want string) string {
	name := want
	for n := 2; s.Used(name); n++ {
		name = want + strconv.Itoa(n)
		if last := want[len(want)-1]; '0' <= last && last <= '9' {
			name = want + "_" + strconv.Itoa(n)
		}
	}
	s.Use(name)
	return name
}
