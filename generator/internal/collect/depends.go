package collect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/diag"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// external begins a dependency that is no tool of the package.
const external = "external:"

// dependencies reads what the tool needs: other tools of its package by name, so that one that is renamed or removed is found here,
// and whatever else behind external: (K27).
func (c *collector) dependencies(t *model.Tool, a *annotation) bool {
	s := c.setting(a, "depends")
	if s.Def == nil {
		return true
	}
	words, _ := s.List() // the directive room has refused a bad one
	ok := true
	for _, w := range words {
		name, outside := strings.CutPrefix(w.Text, external)
		problem, fix := "", ""
		switch {
		case outside && strings.TrimSpace(name) == "":
			problem, fix = "external: names nothing", "depends=external:git"
		case slices.Contains(t.Dependencies, w.Text):
			problem, fix = fmt.Sprintf("%q stands twice", w.Text), "remove one of the two"
		case outside:
		case w.Text == t.Name:
			problem, fix = fmt.Sprintf("%s depends on itself", t.Name), "remove it"
		case !slices.Contains(c.tools(), w.Text):
			problem, fix = fmt.Sprintf("no tool of this package is called %q", w.Text), "if it is something outside the package, write depends="+listItem(external+w.Text)
			if near := diag.Nearest(w.Text, c.tools()); near != "" && near != t.Name {
				fix = "did you mean " + near + "? " + strings.ToUpper(fix[:1]) + fix[1:]
			}
		}
		if problem != "" {
			c.errorAt(s.pos, s.end, "K27", "depends: "+problem, fix)
			ok = false
		}
		t.Dependencies = append(t.Dependencies, w.Text)
	}
	return ok
}

// tools are the names of the package's tools.
func (c *collector) tools() (names []string) {
	for _, a := range c.annotations {
		names = append(names, a.name)
	}
	return names
}

// listItem writes an item of a list, in quotes where it needs them.
func listItem(text string) string {
	if strings.ContainsAny(text, " ,\"`") {
		return strconv.Quote(text)
	}
	return text
}
