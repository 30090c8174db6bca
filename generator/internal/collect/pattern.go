package collect

import (
	"fmt"
	"regexp"
	"strings"
)

// unsafePattern finds what RE2 takes and ECMA-262, which reads the schema, takes otherwise or not at all (X7).
var unsafePattern = []struct{ find, fix string }{
	{`\A`, "use ^"},
	{`\z`, "use $"},
	{`\Z`, "use $"},
	{`\p`, "list the ranges"},
	{`\P`, "list the ranges"},
	{`\Q`, "escape each character"},
	{`\C`, "use ."},
	{`\a`, `use \x07`},
	{`\x{`, `use \u and four digits, or the character itself`},
	{`[[:`, "list the characters"},
	{`(?i`, "list both cases"},
	{`(?s`, "list the characters"},
	{`(?m`, "remove the flag"},
	{`(?U`, "remove the flag"},
	{`(?-`, "remove the flag"},
	{`(?P<`, "use (?<name>...)"},
}

// checkPattern refuses patterns that are no RE2 or that a JSON Schema validator would read differently.
func checkPattern(pattern string) error {
	if _, err := regexp.Compile(pattern); err != nil {
		return fmt.Errorf("%s is no RE2 pattern: %s", pattern, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	plain := strings.ReplaceAll(pattern, `\\`, "  ") // an escaped backslash starts no escape
	for _, u := range unsafePattern {
		if strings.Contains(plain, u.find) {
			return fmt.Errorf("%s means something else to JSON Schema; %s", u.find, u.fix)
		}
	}
	return nil
}
