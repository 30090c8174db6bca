package doc

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Introducing words, in the plain forms that people use. The Returns words leave out those that also head examples.
var (
	paramsIntro  = regexp.MustCompile(`^((input |function )?(parameters?|params|arguments?|args)|inputs|参数|参数说明|参数列表|入参)$`)
	returnsIntro = regexp.MustCompile(`^(returns?( values?)?|results|outputs|返回|返回值)$`)
	returnStart  = regexp.MustCompile(`^(?:(?:@returns?|Returns?:)\s+|(?:返回|返回值)[:：]\s*)`)
)

// introTag says what a line introduces: "Parameters:", "**Args:**", "The arguments are:". Inside a paragraph it must
// start with a capital, for there a sentence may happen to break before "arguments:".
func introTag(line string, inside bool) tag {
	word := strings.ReplaceAll(strings.TrimSpace(line), "**", "")
	if r, _ := utf8.DecodeRuneInString(word); inside && unicode.IsLower(r) {
		return plain
	}
	phrase := strings.TrimRight(word, ":：")
	if phrase == word {
		return plain
	}
	phrase = strings.TrimPrefix(strings.ToLower(phrase), "the ")
	phrase = strings.TrimSuffix(strings.TrimSuffix(phrase, " are"), " is")
	switch {
	case paramsIntro.MatchString(phrase):
		return params
	case returnsIntro.MatchString(phrase):
		return returns
	}
	return plain
}

// partIntros gives "Parameters:" a line of its own where a sentence stands before it: "Search finds documents. Args:".
func partIntros(lines []string) []string {
	var out []string
	for _, line := range lines {
		if before, last := lastSentence(line); before != "" && introTag(last, true) == params {
			out = append(out, before, last)
		} else {
			out = append(out, line)
		}
	}
	return out
}

// sections reads an indented block that starts with an introducing line as the sections it holds. It returns nil for
// any other code.
func sections(lines []string) []block {
	if introTag(lines[0], false) == plain {
		return nil
	}
	var out []block
	for i := 0; i < len(lines); {
		intro := block{tag: introTag(lines[i], false), lines: []string{lines[i]}}
		var body []line
		for i++; i < len(lines) && (leading(lines[i]) > 0 || introTag(lines[i], false) == plain); i++ {
			body = append(body, line{text: lines[i]})
		}
		dedent(body)
		code := block{kind: codeBlock}
		for _, l := range body {
			if l.text != "" || len(code.lines) > 0 {
				code.lines = append(code.lines, l.text)
			}
		}
		out = append(out, intro)
		if len(code.lines) > 0 {
			out = append(out, code)
		}
	}
	return out
}
