package collect

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Introducing words, in the plain forms that people use. The Returns words leave out those that also head examples.
var (
	docParamsIntro  = regexp.MustCompile(`^((input |function )?(parameters?|params|arguments?|args)|inputs|参数|参数说明|参数列表|入参)$`)
	docReturnsIntro = regexp.MustCompile(`^(returns?( values?)?|results|outputs|返回|返回值)$`)
	docReturnStart  = regexp.MustCompile(`^(?:(?:@returns?|Returns?:)\s+|(?:返回|返回值)[:：]\s*)`)
)

// docIntroTag says what a line introduces: "Parameters:", "**Args:**", "The arguments are:". Inside a paragraph it must
// start with a capital, for there a sentence may happen to break before "arguments:".
func docIntroTag(line string, inside bool) docTag {
	word := strings.ReplaceAll(strings.TrimSpace(line), "**", "")
	if r, _ := utf8.DecodeRuneInString(word); inside && unicode.IsLower(r) {
		return docPlain
	}
	phrase := strings.TrimRight(word, ":：")
	if phrase == word {
		return docPlain
	}
	phrase = strings.TrimPrefix(strings.ToLower(phrase), "the ")
	phrase = strings.TrimSuffix(strings.TrimSuffix(phrase, " are"), " is")
	switch {
	case docParamsIntro.MatchString(phrase):
		return docParams
	case docReturnsIntro.MatchString(phrase):
		return docReturns
	}
	return docPlain
}

// docPartIntros gives "Parameters:" a line of its own where a sentence stands before it: "Search finds documents. Args:".
func docPartIntros(lines []string) []string {
	var out []string
	for _, line := range lines {
		if before, last := docLastSentence(line); before != "" && docIntroTag(last, true) == docParams {
			out = append(out, before, last)
		} else {
			out = append(out, line)
		}
	}
	return out
}

// docSections reads an indented block that starts with an introducing line as the sections it holds. It returns nil for
// any other code.
func docSections(lines []string) []docBlock {
	if docIntroTag(lines[0], false) == docPlain {
		return nil
	}
	var out []docBlock
	for i := 0; i < len(lines); {
		intro := docBlock{tag: docIntroTag(lines[i], false), lines: []string{lines[i]}}
		var body []docLine
		for i++; i < len(lines) && (docLeading(lines[i]) > 0 || docIntroTag(lines[i], false) == docPlain); i++ {
			body = append(body, docLine{text: lines[i]})
		}
		docDedent(body)
		code := docBlock{kind: docCode}
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
