package law

import (
	"regexp"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// ecma compiles a pattern as ECMA-262 reads it in Unicode mode, which is the language of a schema's patterns. RE2 knows the
// same syntax, as far as the generator lets it pass (X7), and takes three classes otherwise: the blanks of \s and \S, and
// the line ends that a dot does not match. They are spelled out here.
func ecma(pattern string) (jsonschema.Regexp, error) {
	const (
		blanks = `\t\n\x{0B}\f\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}`
		ends   = `\n\r\x{2028}\x{2029}`
	)
	var b strings.Builder
	inClass := false
	for rest := pattern; rest != ""; {
		size := 1
		if rest[0] == '\\' && len(rest) > 1 {
			size = 2
		}
		switch part := rest[:size]; {
		case part == `\s` && inClass:
			b.WriteString(blanks)
		case part == `\s`:
			b.WriteString("[" + blanks + "]")
		case part == `\S` && !inClass:
			b.WriteString("[^" + blanks + "]")
		case part == "." && !inClass:
			b.WriteString("[^" + ends + "]")
		default:
			if part == "[" {
				inClass = true
			} else if part == "]" {
				inClass = false
			}
			b.WriteString(part)
		}
		rest = rest[size:]
	}
	return regexp.Compile(b.String())
}
