package packages

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator"
)

// A Verdict is what became of one source.
type Verdict struct {
	Source *Source
	Stage  string
	Codes  []string // of the errors that refused it, each once, sorted
	Text   string   // what was said
	Tools  int
	Cases  int // that the law judged
}

// Failed reports whether something is wrong with toolgen, or with the generator of sources: anything but a package that went
// through, or that was refused with codes that are explained, and where one thing was wrong with it, for that.
func (v Verdict) Failed() bool {
	switch v.Stage {
	case StageFine:
		return v.Source.Want != ""
	case StageRefused:
		return v.Source.Want != "" && !slices.Equal(v.Codes, []string{v.Source.Want}) || slices.ContainsFunc(v.Codes, unexplained)
	}
	return true
}

// kind is what must stay the same while a failing source is made smaller.
func (v Verdict) kind() string {
	return v.Stage + " " + strings.Join(v.Codes, ",") + " " + digits.ReplaceAllString(firstLine(v.Text), "")
}

var digits = regexp.MustCompile(`[a-zA-Z]*[0-9]+|[^ ]*\.go\S*|"[^"]*"`)

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

func unexplained(code string) bool {
	_, known := generator.Explain(code)
	return !known
}

// Tally counts verdicts by stage, and refusals by code.
func Tally(verdicts []Verdict) string {
	stages, codes := map[string]int{}, map[string]int{}
	tools, cases := 0, 0
	for _, v := range verdicts {
		stages[v.Stage]++
		tools += v.Tools
		cases += v.Cases
		for _, c := range v.Codes {
			codes[c]++
		}
	}
	return fmt.Sprintf("%d packages, %d tools, %d cases of the law; %s; refused with %s", len(verdicts), tools, cases, counted(stages), counted(codes))
}

func counted(of map[string]int) string {
	var keys []string
	for k := range of {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(of[b]-of[a], strings.Compare(a, b)) })
	var parts []string
	for _, k := range keys {
		parts = append(parts, fmt.Sprintf("%s %d", k, of[k]))
	}
	return cmp.Or(strings.Join(parts, ", "), "nothing")
}
