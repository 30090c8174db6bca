package agent

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Skill is a way of doing something: instructions, and the tools that they need. While it is on, its instructions stand behind the
// system's, and the model is told of the tools of the skills that are on, of those that it has anyway, and may call no others. A skill
// never gives a tool. Sub-agents are not narrowed by it.
type Skill struct {
	Name         string   // ^[a-zA-Z0-9_-]{1,64}$, and none that another skill of the agent has
	Description  string   // what it is good for, for whoever turns it on
	Tools        []string // the tools that it needs: New refuses an agent that has not all of them. None: it narrows nothing
	Instructions string   // for the model
}

// problems says what is wrong with a skill of an agent that has others already.
func (s *Skill) problems(c *Config, others []Skill) (problems []string) {
	name := "skill " + quoted(s.Name)
	if !validName(s.Name) {
		problems = append(problems, name+": the name is not ^[a-zA-Z0-9_-]{1,64}$")
	}
	if slices.ContainsFunc(others, func(other Skill) bool { return other.Name == s.Name }) {
		problems = append(problems, name+": the name is taken more than once")
	}
	if c.Registry != nil {
		if err := c.Registry.Require(s.Tools...); err != nil {
			problems = append(problems, name+": "+withoutPrefix(err))
		}
	}
	for _, tool := range s.Tools {
		if c.Tools != nil && !slices.Contains(c.Tools, tool) {
			problems = append(problems, name+": it needs "+quoted(tool)+", which Tools leaves out")
		}
	}
	return problems
}

// Skills returns the agent's skills, as they were given. What they hold is not modified.
func (a *Agent) Skills() []Skill { return slices.Clone(a.config.Skills) }

func (a *Agent) skill(name string) *Skill {
	for i := range a.config.Skills {
		if a.config.Skills[i].Name == name {
			return &a.config.Skills[i]
		}
	}
	return nil
}

// system is what the model is told first.
func (a *Agent) system(on []string) string {
	parts := make([]string, 0, 1+len(on))
	if a.config.System != "" {
		parts = append(parts, a.config.System)
	}
	for _, name := range on {
		if text := a.skill(name).Instructions; text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "\n\n")
}

// offers reports whether the skills that are on leave a tool in.
func (a *Agent) offers(on []string, tool string) bool {
	narrow := false
	for _, name := range on {
		if tools := a.skill(name).Tools; len(tools) > 0 {
			narrow = true
			if slices.Contains(tools, tool) {
				return true
			}
		}
	}
	return !narrow
}

// LoadSkills reads the skills of a file system: NAME/SKILL.md for each, sorted by name. Such a file begins with its head between two
// lines of three dashes:
//
//	---
//	name: csv-report
//	description: Turns a CSV file into a report.
//	tools: file_read, plot_data
//	---
//	Read the file first. …
//
// A member of the head is a word and the rest of its line; no YAML is read. name is that of the folder, and tools is a list with commas,
// which may be left out. What is written otherwise, such as an unknown member, is an error that names file and line, and
// all of them come in one. A file has at most 256 KiB.
func LoadSkills(files fs.FS) ([]Skill, error) {
	names, err := fs.Glob(files, "*/SKILL.md")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var skills []Skill
	var problems []error
	for _, name := range names {
		skill, err := loadSkill(files, name)
		if err != nil {
			problems = append(problems, errors.New("agent: "+name+": "+err.Error()))
			continue
		}
		skills = append(skills, skill)
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return skills, nil
}

// maxSkill is how many bytes a skill's file has at most.
const maxSkill = 256 << 10

func loadSkill(files fs.FS, name string) (Skill, error) {
	switch info, err := fs.Stat(files, name); {
	case err != nil:
		return Skill{}, err
	case !info.Mode().IsRegular():
		return Skill{}, errors.New("not a regular file")
	case info.Size() > maxSkill:
		return Skill{}, errors.New("larger than 256 KiB")
	}
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return Skill{}, err
	}
	skill, err := ParseSkill(string(text))
	if err == nil && skill.Name != path.Dir(name) {
		err = errors.New("line 2: the name is " + quoted(skill.Name) + ", and that of the folder another")
	}
	return skill, err
}
