package code

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// pattern is a pattern of packages: a folder, and whether what is below it belongs to it.
type pattern struct {
	dir   string // relative to the folder of the module, clean
	below bool
}

type patterns []pattern

func parsePatterns(given []string) (patterns, error) {
	var all patterns
	for _, text := range given {
		dir, below := text, false
		if text == "..." {
			dir, below = ".", true
		} else if cut, found := strings.CutSuffix(text, "/..."); found {
			dir, below = cut, true
		}
		name, wrong := relative(dir)
		if wrong == "" && strings.Contains(dir, "...") {
			wrong = "got ... before the end"
		}
		if wrong != "" {
			return nil, runtime.NewError(runtime.ClassPermissionDenied, "packages: expected folders such as ./parse or ./parse/..., "+wrong)
		}
		all = append(all, pattern{name, below})
	}
	return all, nil
}

// relative returns the clean form of a path that a model gave, or what is wrong with it.
func relative(name string) (clean, wrong string) {
	switch {
	case name == "":
		return "", "got an empty text; the folder itself is ."
	case !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return "", "got control characters"
	case strings.ContainsAny(name, `\:@*"'`): // : is a drive, @ a version, which the go command reads in a pattern
		return "", `got one of \ : @ * and quotes in it`
	case name[0] == '/':
		return "", "got an absolute path; begin at the folder itself"
	case slices.Contains(strings.Split(name, "/"), ".."):
		return "", "got .. in it; begin at the folder itself"
	}
	return path.Clean(name), ""
}

// match returns the folders of the copy that the patterns stand for, relative to its root and sorted. As with the go command,
// other modules and folders of testdata belong to no pattern but one that names them.
func (p patterns) match(c *copied) []string {
	var dirs []string
	for _, dir := range c.packages {
		inside, ok := below(c.folder, dir)
		if ok && p.matches(inside, func(d string) bool { return c.modules[path.Join(c.folder, d)] }) {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	return dirs
}

func (p patterns) matches(dir string, isModule func(string) bool) bool {
	for d := dir; d != "."; d = path.Dir(d) {
		if isModule(d) {
			return false
		}
	}
	return slices.ContainsFunc(p, func(one pattern) bool {
		if !one.below || one.dir == dir {
			return one.dir == dir
		}
		rest, ok := below(one.dir, dir)
		return ok && !slices.ContainsFunc(strings.Split(rest, "/"), ignored)
	})
}

// ignored says whether the go command passes over folders of this name where a pattern ends in "...".
func ignored(name string) bool {
	return name == "testdata" || name == "vendor" || name != "." && strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

// below returns dir as seen from folder, if it is there or below.
func below(folder, dir string) (string, bool) {
	if folder == "." || folder == dir {
		if folder == dir {
			return ".", true
		}
		return dir, true
	}
	return strings.CutPrefix(dir, folder+"/")
}

// list is the patterns as the go command reads them.
func (p patterns) list() []string {
	var all []string
	for _, one := range p {
		text := "./" + one.dir
		if one.dir == "." {
			text = "."
		}
		if one.below {
			text += "/..."
		}
		all = append(all, text)
	}
	return all
}

func (p patterns) String() string { return strings.Join(p.list(), ", ") }
