package remote

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/untrusted"
)

// Listed is a tool of a list as it came.
type Listed struct {
	JSON  []byte // one JSON object, in the words of MCP
	Unfit string // why the transport cannot call it, whatever it says; "": it can
}

// Refusal is a tool that the other side offers and that is not taken.
type Refusal struct {
	Name   string // the other side's own, fit to be shown
	Reason string
}

// listing is what the other side offers at one moment.
type listing struct {
	taken   []*definition // sorted by name, no two names alike
	refused []Refusal
}

// sift makes ready what can be taken. What is wrong with one tool keeps that tool out.
func (c *Tools) sift(offered []Listed) *listing {
	l := &listing{}
	refuse := func(name, reason string) {
		l.refused = append(l.refused, Refusal{untrusted.OneLine(name, 100), reason})
	}
	called := map[string][]*definition{} // by local name
	for i, tool := range offered {
		value, fault := untrusted.Parse(tool.JSON)
		name, err := nameOf(value)
		if fault != nil {
			err = fmt.Errorf("it cannot be read: %w", fault)
		}
		if err != nil {
			refuse("tool "+strconv.Itoa(i+1)+" of the list", err.Error())
			continue
		}
		if c.options.Include != nil && !fitsAny(c.options.Include, name) || fitsAny(c.options.Exclude, name) {
			continue
		}
		if tool.Unfit != "" {
			refuse(name, tool.Unfit)
			continue
		}
		d, err := define(value, name, localName(c.options.Prefix, name), c.options.Limits)
		if err != nil {
			refuse(name, err.Error())
			continue
		}
		called[d.spec.Name] = append(called[d.spec.Name], d)
	}
	for _, local := range slices.Sorted(maps.Keys(called)) {
		if all := called[local]; len(all) == 1 {
			l.taken = append(l.taken, all[0])
		} else { // nobody can know which of them is meant
			names := make([]string, len(all))
			for i, d := range all {
				names[i] = strconv.Quote(untrusted.OneLine(d.name, 100))
			}
			refuse(all[0].name, "several tools of the list come to the name "+local+": "+strings.Join(names, ", "))
		}
	}
	return l
}
