package directive

import (
	"fmt"
	"strings"
)

// The longest tool names: what every provider takes, and what is left of 60 beside a server's name (schema.md 8.1).
const (
	longestName      = 64
	longestPlainName = 48
)

// NameProblem says why a tool's name is refused (CodeName), or "" (C24: ^[a-zA-Z0-9_-]{1,64}$).
func NameProblem(name string) string {
	if name == "" {
		return "a tool needs a name"
	}
	for _, r := range name {
		if !isLower(r) && !isUpper(r) && !isDigit(r) && r != '_' && r != '-' {
			return fmt.Sprintf("the tool name %s has %q in it", short(name), r)
		}
	}
	if len(name) > longestName {
		return fmt.Sprintf("the tool name %s is longer than %d characters: it has %d", short(name), longestName, len(name))
	}
	return ""
}

// NameAdvice says why a name that NameProblem accepts deserves a warning (CodePlainName), or ""
// (C24: ^[a-z][a-z0-9_]{0,47}$).
func NameAdvice(name string) string {
	plain := func(r rune) bool { return isLower(r) || isDigit(r) || r == '_' }
	switch {
	case name == "":
		return ""
	case !isLower(rune(name[0])):
		return fmt.Sprintf("the tool name %s does not start with a lower-case letter, which some hosts ask for", short(name))
	case strings.ContainsFunc(name, func(r rune) bool { return !plain(r) }):
		return fmt.Sprintf("the tool name %s has characters that some hosts refuse; a-z, 0-9 and _ work everywhere", short(name))
	case len(name) > longestPlainName:
		return fmt.Sprintf("the tool name %s has %d characters; with a server's name before it, some hosts refuse more than %d", short(name), len(name), longestPlainName)
	}
	return ""
}

func isLower(r rune) bool { return 'a' <= r && r <= 'z' }
func isUpper(r rune) bool { return 'A' <= r && r <= 'Z' }
func isDigit(r rune) bool { return '0' <= r && r <= '9' }
