package agent

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ParseSkill reads one skill as [LoadSkills] does, but for the name of a folder. Line ends may be those of Windows.
func ParseSkill(text string) (Skill, error) {
	if !utf8.ValidString(text) {
		return Skill{}, errors.New("not UTF-8")
	}
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\uFEFF"), "\r\n", "\n")
	rest, found := strings.CutPrefix(text, "---\n")
	if !found {
		return Skill{}, errors.New("line 1: expected three dashes, which begin the head")
	}
	var skill Skill
	var seen []string
	for number := 2; ; number++ {
		line, after, more := strings.Cut(rest, "\n")
		rest = after
		if line == "---" {
			break
		}
		wrong := func(why string) (Skill, error) {
			return Skill{}, errors.New("line " + strconv.Itoa(number) + ": " + why)
		}
		if !more {
			return wrong("the head does not end with a line of three dashes")
		}
		name, value, colon := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch {
		case !colon:
			return wrong("expected a member of the head, such as name: NAME, or three dashes")
		case slices.Contains(seen, name):
			return wrong("the member " + name + " stands twice")
		case value == "":
			return wrong("the member " + quoted(name) + " has no value; leave it out")
		case strings.ContainsAny(value[:1], "\"'[{|>&*!%@`"):
			return wrong("the value begins as YAML's special ones do, and no YAML is read; write the plain text")
		}
		seen = append(seen, name)
		switch name {
		case "name":
			if !validName(value) {
				return wrong("the name " + quoted(value) + " is not ^[a-zA-Z0-9_-]{1,64}$")
			}
			skill.Name = value
		case "description":
			skill.Description = value
		case "tools":
			for tool := range strings.SplitSeq(value, ",") {
				tool = strings.TrimSpace(tool)
				switch {
				case !validName(tool):
					return wrong(quoted(tool) + " is not the name of a tool; write names with commas between them")
				case slices.Contains(skill.Tools, tool):
					return wrong("the tool " + tool + " stands twice")
				}
				skill.Tools = append(skill.Tools, tool)
			}
		default:
			return wrong("there is no member " + quoted(name) + "; the members are name, description and tools")
		}
	}
	for _, name := range []string{"name", "description"} {
		if !slices.Contains(seen, name) {
			return Skill{}, errors.New("the head has no " + name)
		}
	}
	skill.Instructions = strings.TrimSpace(rest)
	return skill, nil
}
