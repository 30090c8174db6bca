package collect

import (
	"github.com/toolgen/toolgen/generator/internal/model"
)

// Providers knows the limits of providers. The generator gives it to collect, which alone knows where the tools stand and
// what //tool:allow silences there.
type Providers interface {
	// Tool returns what providers say of a tool, one after the other.
	Tool(t *model.Tool, providers []string) []Finding
	// Request returns what providers say of all tools of a package in one request, one after the other.
	Request(tools []*model.Tool, providers []string) []Finding
}

// Finding is a limit that is met.
type Finding struct {
	Code, Message, Fix string
	Warning            bool
}

// providers returns the names of the providers that the package is made for, each once.
func (c *collector) providers() (names []string, at setting) {
	at, found := c.defaults.find("providers")
	if !found || c.judge == nil {
		return nil, at
	}
	words, _ := at.List() // the directive room has refused a bad one
	for _, w := range words {
		names = append(names, w.Text)
	}
	return names, at
}

// judgeTool reports what the providers of the package say of a tool. It reports false where one would refuse it.
func (c *collector) judgeTool(t *model.Tool, a *annotation) bool {
	names, _ := c.providers()
	if len(names) == 0 {
		return true
	}
	ok := true
	for _, f := range c.judge.Tool(t, names) {
		if f.Warning {
			c.warn(a.place, f.Code, f.Message, f.Fix)
		} else {
			c.refuse(a.place, f.Code, f.Message, f.Fix)
			ok = false
		}
	}
	return ok
}

// judgeAll reports what the providers say of all tools together.
func (c *collector) judgeAll(tools []*model.Tool) {
	names, at := c.providers()
	if len(names) == 0 {
		return
	}
	for _, f := range c.judge.Request(tools, names) {
		if f.Warning {
			c.warnAt(at.pos, at.end, f.Code, f.Message, f.Fix)
		} else {
			c.errorAt(at.pos, at.end, f.Code, f.Message, f.Fix)
		}
	}
}
