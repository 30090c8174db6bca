package directive

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/diag"
)

// NearMiss reports a comment that was meant as a directive and is none for Go, such as "// tool:name=x", "//Tool:x",
// "//tool: x", "//tool:Name=x", "//tools:name=x", "//tool" and "/*tool:name=x*/". Such a comment would stay in the doc
// text and its tool would be missing without a word. The comment begins with // or /* and may have several lines.
//
// What begins with "//tool:" is always ours. Anything else is left alone unless a known key or line follows, so that
// prose ("// tool: the hammer") and directives that are commented out ("// //tool:name=x") are no near-misses.
func NearMiss(comment string) (Problem, bool) {
	if Is(comment) {
		return Problem{}, false
	}
	if text, found := strings.CutPrefix(comment, "//"); found {
		a := attempt{text: strings.TrimRight(text, " \t\r\n")}
		return a.problem(0, 2)
	}
	text, found := strings.CutPrefix(comment, "/*")
	if !found {
		return Problem{}, false
	}
	text = strings.TrimSuffix(text, "*/")
	start := len("/*")
	for line := range strings.Lines(text) {
		a := attempt{text: strings.TrimRight(line, " \t\r\n"), block: true}
		at := start
		start += len(line)
		if indented := at > len("/*") && (strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "    ")); indented {
			continue // a code block of the documentation
		}
		if star := strings.TrimLeft(a.text, " "); strings.HasPrefix(star, "*") && at > len("/*") {
			at += len(a.text) - len(star) + 1
			a.text = star[1:]
		}
		if p, found := a.problem(at, at); found {
			return p, true
		}
	}
	return Problem{}, false
}

// attempt is one line of a comment, taken apart as if it were a directive: blanks, an odd sign, the word tool, a
// separator, blanks, and the rest, which begins with a key.
type attempt struct {
	text  string // without // or /*, and without trailing blanks
	block bool   // from a /* */ comment

	spaced    bool   // blanks before the word
	sign      bool   // +, @ or / before the word
	word      string // tool, in any case, or tools, toolgen
	separator string // ":", "：" (full width), another sign, or blanks; "" where nothing follows
	gap       bool   // blanks after the separator
	rest      string // from the key on
	key       string // the key, as written
	known     string // the key it means; "" where it means none
}

// problem takes the attempt apart and judges it. The text begins at offset at of the comment, the problem at from.
func (a *attempt) problem(from, at int) (Problem, bool) {
	if !a.split() || !a.isMeant() {
		return Problem{}, false
	}
	return Problem{
		Code:    CodeNearMiss,
		Message: "this is no directive: " + a.reason(),
		Fix:     a.corrected(),
		Start:   from,
		End:     at + len(a.text),
	}, true
}

// split fills the parts of the attempt. It reports false where the line does not even begin with the word.
func (a *attempt) split() bool {
	rest := strings.TrimLeft(a.text, " \t")
	a.spaced = rest != a.text
	if strings.HasPrefix(rest, "//") {
		return false // commented out
	}
	if unsigned := strings.TrimLeft(rest, "+@/"); len(rest)-len(unsigned) == 1 {
		rest, a.sign = unsigned, true
	}
	n := len(rest) - len(strings.TrimLeftFunc(rest, func(r rune) bool { return isLower(r) || isUpper(r) }))
	a.word, rest = rest[:n], rest[n:]
	if !slices.Contains([]string{"tool", "tools", "toolgen"}, strings.ToLower(a.word)) {
		return false
	}
	after := strings.TrimLeft(rest, " \t")
	for _, sign := range []string{":", "：", ";", "=", "."} {
		if next, found := strings.CutPrefix(after, sign); found {
			a.separator, after = sign, next
			if len(rest) != len(sign)+len(next) {
				a.separator = " " + sign
			}
			break
		}
	}
	if a.separator == "" && after != rest {
		a.separator = " "
	} else if a.separator == "" && rest != "" {
		return false // another word that begins alike: tool2, tool_x
	}
	a.rest = strings.TrimLeft(after, " \t")
	a.gap = a.rest != after
	n = len(a.rest) - len(strings.TrimLeftFunc(a.rest, isKeyRune))
	a.key = a.rest[:n]
	a.known = knownAs(a.key, a.assigns())
	return true
}

// isMeant decides whether the line was meant as a directive.
func (a *attempt) isMeant() bool {
	next := a.rest[len(a.key):]
	whole := a.key != "" && (next == "" || next[0] == '=' || isBlank(next[0]))
	switch {
	case a.rest == "" && a.separator == "":
		return strings.EqualFold(a.word, "tool") && !a.spaced && !a.block
	case a.begins() && !a.gap && !a.block:
		return true // //tool: and anything: ours alone
	case a.begins():
		return whole
	case a.known == "" || !whole:
		return false
	case strings.TrimSpace(a.separator) == ":" || a.separator == "：":
		return a.assigns() || !a.gap || a.parses()
	}
	return a.assigns() || !a.spaced && a.parses()
}

// begins reports whether the line begins with tool: as a directive does.
func (a *attempt) begins() bool {
	return !a.spaced && !a.sign && a.word == "tool" && a.separator == ":"
}

// assigns reports whether "=" follows the key.
func (a *attempt) assigns() bool { return strings.HasPrefix(a.rest[len(a.key):], "=") }

// parses reports whether the corrected line is a directive without problems on some target. Lines of free text, and
// keys that would take the next word of a sentence for their value, prove nothing.
func (a *attempt) parses() bool {
	line := a.corrected()
	for at := OnFunc; at <= OnPackage; at++ {
		d := lookup(a.known, at)
		if d == nil || d.Form == Limitation || a.spaced && d.Form == Keys && d.Kind != Flag {
			continue
		}
		if _, problems := Parse(line, at); len(problems) == 0 {
			return true
		}
	}
	return false
}

// reason says what keeps the line from being a directive.
func (a *attempt) reason() string {
	switch {
	case a.rest == "":
		return "a key is missing after //tool:"
	case a.block:
		return "a directive is a // comment of its own, not a part of /* */"
	case a.word != "tool" && strings.EqualFold(a.word, "tool"):
		return "//tool: is written in lower case"
	case a.word != "tool":
		return "a directive begins with //tool:"
	case a.separator != ":":
		return "a colon follows //tool directly"
	case a.spaced || a.gap || a.sign:
		return "nothing stands between // and tool:, and no blank after it"
	}
	return "a lower-case key follows //tool: directly"
}

// corrected is the line as it should be.
func (a *attempt) corrected() string {
	rest := a.rest[len(a.key):]
	switch {
	case a.rest == "":
		return prefix + "name=NAME"
	case a.known != "":
		return prefix + a.known + rest
	case rest == "" && NameProblem(a.key) == "":
		return prefix + "name=" + a.key
	}
	return prefix + a.rest
}

// knownAs returns the key or line that the word is, whatever its case and target; where "=" follows it, also one that it
// nearly is. "" if there is none.
func knownAs(word string, assigned bool) string {
	if word == "" {
		return ""
	}
	if called := calledHere[word]; called != "" && assigned && !strings.Contains(called, "=") {
		return called
	}
	var names []string
	for _, d := range Definitions() {
		if strings.EqualFold(d.Name, word) {
			return d.Name
		}
		names = append(names, d.Name)
	}
	if strings.HasPrefix(strings.ToLower(word), itemsPrefix) {
		return word
	}
	if assigned {
		return diag.Nearest(word, names)
	}
	return ""
}

func isKeyRune(r rune) bool {
	return isLower(r) || isUpper(r) || isDigit(r) || r == '_' || r == '-' || r == '.'
}
