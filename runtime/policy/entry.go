package policy

import (
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// An entry is one text of a list of tools.
type entry struct {
	text    string  // as it was written
	pattern string  // a name or a pattern; "" for a group
	remote  bool    // remote tools only
	group   []entry // of a group; nil for any other
}

const remotePrefix = "remote:"

// parseEntry makes an entry of what was written. Groups that are not known are empty: what is wrong with a text is for check.
func parseEntry(text string, groups map[string][]string) entry {
	e := entry{text: text}
	if name, is := strings.CutPrefix(text, "@"); is {
		e.group = []entry{}
		for _, member := range groups[name] {
			if !strings.HasPrefix(member, "@") {
				e.group = append(e.group, parseEntry(member, nil))
			}
		}
		return e
	}
	e.pattern, e.remote = strings.CutPrefix(text, remotePrefix)
	return e
}

func parseEntries(texts []string, groups map[string][]string) []entry {
	entries := make([]entry, len(texts))
	for i, text := range texts {
		entries[i] = parseEntry(text, groups)
	}
	return entries
}

// fits reports whether the tool is one of those that the entry means.
func (e *entry) fits(tool *runtime.Spec) bool {
	if e.group != nil {
		_, fits := first(e.group, tool)
		return fits
	}
	return (!e.remote || tool.Remote) && glob(e.pattern, tool.Name)
}

// names reports whether the entry fits the tool by its exact name, or for a remote tool by a remote: pattern: what a pattern
// that happens to fit does not do.
func (e *entry) names(tool *runtime.Spec) bool {
	for i := range e.group {
		if e.group[i].names(tool) {
			return true
		}
	}
	return e.group == nil && e.fits(tool) && (e.remote || e.pattern == tool.Name)
}

// first returns the first of entries that fits the tool.
func first(entries []entry, tool *runtime.Spec) (text string, fits bool) {
	for i := range entries {
		if entries[i].fits(tool) {
			return entries[i].text, true
		}
	}
	return "", false
}

func anyNames(entries []entry, tool *runtime.Spec) bool {
	for i := range entries {
		if entries[i].names(tool) {
			return true
		}
	}
	return false
}

// glob reports whether text is what pattern says: every character stands for itself, and * for any text, also for none. Its time
// is bounded by the product of the lengths.
func glob(pattern, text string) bool {
	star, mark := -1, 0 // the last * and where in text what it stands for ends
	p, t := 0, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, t
			p++
		case p < len(pattern) && pattern[p] == text[t]:
			p++
			t++
		case star >= 0:
			mark++
			p, t = star+1, mark
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

func globAny(patterns []string, text string) bool {
	for _, pattern := range patterns {
		if glob(pattern, text) {
			return true
		}
	}
	return false
}
