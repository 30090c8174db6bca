package diag

import (
	"cmp"
	"slices"
	"strings"
)

// Rule explains one diagnostic code. `toolgen explain CODE` prints it.
type Rule struct {
	Code    string // T21, K3, G2, ...
	Title   string // one line, lower case, no full stop
	Explain string // why the rule exists, in two or three sentences
	Example string // Go source that breaks it; "" where source cannot show it
	Fix     string // the same, mended
}

// Rules returns every code that the generator can report, sorted by code.
func Rules() []Rule {
	rules := slices.Concat(languageRules, loadRules, typeRules, docRules, providerRules)
	slices.SortFunc(rules, func(a, b Rule) int { return compareCodes(a.Code, b.Code) })
	return rules
}

// RuleOf returns the rule with the given code; case does not matter.
func RuleOf(code string) (Rule, bool) {
	for _, r := range Rules() {
		if strings.EqualFold(r.Code, code) {
			return r, true
		}
	}
	return Rule{}, false
}

// compareCodes puts T5 before T40: first the letters, then the number.
func compareCodes(a, b string) int {
	la, na := strings.TrimRight(a, "0123456789"), len(a)
	lb, nb := strings.TrimRight(b, "0123456789"), len(b)
	return cmp.Or(cmp.Compare(la, lb), cmp.Compare(na, nb), cmp.Compare(a, b))
}
