package names

import (
	"slices"
	"strings"
	"unicode"
)

// Import is a package that a file may mention.
type Import struct {
	Path string
	Name string // the package's own name, which its path does not tell
}

// Imports gives every package its name in the generated file (K01, K03, K04, K09).
//
// The packages that the generator itself needs come first and keep their own names; one whose name the package block
// takes is called after its path. Of the others, a package whose name nobody else has keeps it, and all that share a name
// are called after their paths: k8s.io/api/core/v1 is corev1, and stays so when a fourth v1 appears (Z06). The result
// depends on the sets alone, never on their order. The names are unique, and none is in use in block, which is read and
// not changed.
func Imports(own, others []Import, block *Scope) map[string]string {
	f := fileBlock{names: map[string]string{}, scope: block.Inner()}
	f.scope.Use("err") // jennifer renames an import of this name
	f.add(sorted(own))
	f.add(sorted(others))
	return f.names
}

// fileBlock is the import block in the making.
type fileBlock struct {
	names map[string]string
	scope *Scope
}

// add names a sorted group of packages: first all that keep their own name, then the rest.
func (f *fileBlock) add(group []Import) {
	group = slices.DeleteFunc(group, func(p Import) bool { return f.names[p.Path] != "" })
	count := map[string]int{}
	for _, p := range group {
		count[p.Name]++
	}
	var rest []Import
	for _, p := range group {
		if count[p.Name] > 1 || f.scope.Used(p.Name) {
			rest = append(rest, p)
			continue
		}
		f.names[p.Path] = f.scope.Name(p.Name)
	}
	for _, p := range rest {
		f.names[p.Path] = f.scope.Name(f.fromPath(p, rest))
	}
}

// fromPath is the shortest free name made of the end of a package's path that no other package of the group would be
// given too.
func (f *fileBlock) fromPath(p Import, group []Import) string {
	name := ""
	for n := range strings.Count(p.Path, "/") + 2 {
		name = pathName(p, n)
		shared := slices.ContainsFunc(group, func(o Import) bool { return o.Path != p.Path && pathName(o, n) == name })
		if name != p.Name && !shared && !f.scope.Used(name) {
			break
		}
	}
	return name
}

// pathName puts n elements of the path before the package's name: core and v1 are corev1. The last element stands for the
// name itself, and so does the one before a major version; without any element, the version parts the name from others:
// pgxv5. A package whose path has no elements before its name is of the standard library: stdruntime.
func pathName(p Import, n int) string {
	elems := strings.Split(p.Path, "/")
	last := elems[len(elems)-1]
	elems = elems[:len(elems)-1]
	version := ""
	if len(elems) > 0 && isMajor(last) && last != p.Name {
		version, elems = last, elems[:len(elems)-1]
	}
	if n == 0 {
		return p.Name + version
	}
	if len(elems) == 0 {
		return "std" + p.Name
	}
	front := strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, strings.Join(elems[max(0, len(elems)-n):], ""))
	if front != "" && unicode.IsDigit([]rune(front)[0]) {
		front = "x" + front
	}
	return front + p.Name
}

// isMajor reports whether a path element is a major version, v2 and up.
func isMajor(elem string) bool {
	digits, ok := strings.CutPrefix(elem, "v")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

func sorted(group []Import) []Import {
	group = slices.Clone(group)
	slices.SortFunc(group, func(a, b Import) int { return strings.Compare(a.Path, b.Path) })
	return slices.CompactFunc(group, func(a, b Import) bool { return a.Path == b.Path })
}
