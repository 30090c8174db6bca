package declared

import (
	"fmt"
	"regexp"
	"strings"
)

// CheckPattern refuses patterns that are no RE2, which checks them here, or that ECMA-262, which reads the schema, takes otherwise or
// not at all in the mode that JSON Schema recommends (X7). What is left means the same to both; \s, which differs, is read as ECMA-262
// does by package codec.
func CheckPattern(pattern string) error {
	if _, err := regexp.Compile(pattern); err != nil {
		return fmt.Errorf("%s is no RE2 pattern: %s", pattern, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	for i, inClass := 0, false; i < len(pattern); {
		rest := pattern[i:]
		size, fix := unsafePart(rest, inClass)
		if fix != "" {
			return fmt.Errorf("%s means something else to JSON Schema; %s", rest[:size], fix)
		}
		if part := placeRepeated.FindStringSubmatch(rest); part != nil && !inClass {
			return fmt.Errorf("%s is no pattern to JSON Schema: %s stands for a place, which cannot be repeated; remove %s", part[0], part[1], part[2])
		}
		if part := classInRange.FindString(rest); part != "" && inClass {
			return fmt.Errorf(`%s is no pattern to JSON Schema: a range ends in single characters; write \- for the hyphen`, part)
		}
		switch {
		case rest[0] == '[' && !inClass:
			inClass = true
		case rest[0] == ']' && inClass:
			inClass = false
		}
		i += size
	}
	return nil
}

// unsafePart looks at the first part of a pattern that RE2 takes: how long it is, and what to write in its place, "" where it is safe.
func unsafePart(rest string, inClass bool) (size int, fix string) {
	switch {
	case rest[0] == '\\':
		return unsafeEscape(rest, inClass)
	case inClass && strings.HasPrefix(rest, "[:"):
		return 2, "list the characters"
	case inClass:
	case strings.HasPrefix(rest, "[^]"), strings.HasPrefix(rest, "[]"):
		return strings.IndexByte(rest, ']') + 1, `write \] for the bracket`
	case rest[0] == '{':
		if repeat := counted.FindString(rest); repeat != "" {
			return len(repeat), ""
		}
		return 1, `write \{ for the brace`
	case rest[0] == '}' || rest[0] == ']':
		return 1, `write \` + rest[:1] + ` for the bracket`
	case digitGroup.MatchString(rest):
		return len(digitGroup.FindString(rest)), "begin the name with a letter"
	case strings.HasPrefix(rest, "(?"):
		for _, g := range unsafeGroup {
			if strings.HasPrefix(rest, g.find) {
				return len(g.find), g.fix
			}
		}
		return 2, ""
	}
	return 1, ""
}

// RE2 reads these and ECMA-262 refuses them: a name that begins with a digit, a place that is repeated, and a class of characters before
// the hyphen of a range.
var (
	digitGroup    = regexp.MustCompile(`^\(\?<[0-9]\w*>`)
	placeRepeated = regexp.MustCompile(`^(\^|\$|\\[bB])([*+?]|\{[0-9]+(,[0-9]*)?\})`)
	classInRange  = regexp.MustCompile(`^\\[dDwWsS]-[^\]]`)
)

var counted = regexp.MustCompile(`^\{[0-9]+(,[0-9]*)?\}`)

// unsafeGroup are the openings of groups that only RE2 knows.
var unsafeGroup = []struct{ find, fix string }{
	{"(?i", "list both cases"},
	{"(?s", "list the characters"},
	{"(?m", "remove the flag"},
	{"(?U", "remove the flag"},
	{"(?-", "remove the flag"},
	{"(?P<", "use (?<name>...)"},
}

// unsafeLetter are the escapes that only RE2 knows, or knows as something else.
var unsafeLetter = map[byte]string{
	'A': "use ^", 'z': "use $", 'Z': "use $", 'p': "list the ranges", 'P': "list the ranges", 'Q': "escape each character", 'E': "escape each character",
	'C': "use .", 'a': `use \x07`,
}

func unsafeEscape(rest string, inClass bool) (size int, fix string) {
	char := rest[1]
	switch {
	case unsafeLetter[char] != "":
		return 2, unsafeLetter[char]
	case strings.HasPrefix(rest, `\x{`):
		return 3, `write the character itself, or \x and two digits`
	case char == 'S' && inClass:
		return 2, "list the characters"
	case '0' <= char && char <= '9':
		return 2, `use \x and two digits`
	case strings.IndexByte(`^$\.*+?()[]{}|/`, char) >= 0, char == '-' && inClass:
		return 2, ""
	case strings.IndexByte("dDwWsSbBntrfvx", char) >= 0:
		return 2, ""
	}
	return 2, "write it without the backslash"
}
