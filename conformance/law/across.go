package law

import (
	"regexp"
	"strings"
)

// acrossRule is how a description says a rule across the properties of its object (R18).
var acrossRule = regexp.MustCompile(`(Exactly|At least|At most) one of (.+?) (?:must|may) be given\.`)

// breaksRule reports whether an object breaks a rule across its properties, which the schema says in words alone. Null is given where
// the schema of the property takes it, and may be elsewhere; empty text may be read as no value where that is put right (L10).
func (e *engine) breaksRule(s *schema, v *node) bool {
	for _, rule := range acrossRule.FindAllStringSubmatch(s.note, -1) {
		least, most := 0, 0 // given
		for name := range strings.SplitSeq(rule[2], ", ") {
			value, of := v.get(name), s.props[name]
			if value == nil {
				continue
			}
			most++
			if value.kind == null && (of == nil || !of.takesNull()) {
				continue // given to a runtime.Opt alone (N7)
			}
			if value.kind != text || value.text != "" || !e.allowed[X9] {
				least++
			}
		}
		if least == 0 && rule[1] != "At most" || most > 1 && rule[1] != "At least" {
			return true
		}
	}
	return false
}
