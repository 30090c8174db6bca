package policy

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// checker looks for all that is wrong with a Config.
type checker struct {
	*Config
	known    map[string]*runtime.Spec
	names    []string // that a list may mean
	problems []Problem
}

// check returns the argument rules of each layer made ready, or an *Error with all that is wrong.
func check(config *Config, known map[string]*runtime.Spec) ([][]*rule, error) {
	c := &checker{Config: config, known: known}
	c.names = sortedKeys(known)
	for _, name := range config.Absent {
		if _, is := known[name]; !is {
			c.names = append(c.names, name)
		}
	}
	rules := c.all()
	return rules, problemsError(c.problems)
}

func (c *checker) problem(path, message string) {
	at := c.at[path]
	c.problems = append(c.problems, Problem{at.line, at.column, path, message})
}

func (c *checker) all() (rules [][]*rule) {
	for _, name := range sortedKeys(c.Roles) {
		path := member("roles", name)
		if _, is := runtime.ParseAccess(name); is || name == "" || name == "undeclared" {
			c.problem(path, strconv.Quote(name)+" cannot be a role of your own; choose another name")
		}
		c.level(path, c.Roles[name])
	}
	for _, name := range sortedKeys(c.Groups) {
		path := member("groups", name)
		if !plainKey(name) {
			c.problem(path, strconv.Quote(name)+" cannot name a group; use letters, digits, - and _")
		}
		for i, text := range c.Groups[name] {
			if item := path + index(i); strings.HasPrefix(text, "@") {
				c.problem(item, "a group holds tools and no other group; list its tools here")
			} else {
				c.entry(item, text)
			}
		}
	}
	for i, name := range c.Absent {
		if !toolName(name, false) {
			c.problem("absent"+index(i), strconv.Quote(name)+" cannot name a tool")
		}
	}
	for _, text := range sortedKeys(c.Levels) {
		c.entry(member("levels", text), text)
		c.level(member("levels", text), c.Levels[text])
	}
	for _, text := range sortedKeys(c.Permissions) {
		path := member("permissions", text)
		c.entry(path, text)
		if len(c.Permissions[text]) == 0 {
			c.problem(path, "there is no scope; name one, or remove the line")
		}
		for i, scope := range c.Permissions[text] {
			if scope == "" {
				c.problem(path+index(i), "a scope cannot be empty")
			}
		}
	}
	layers := map[string]bool{}
	for i := range c.Layers {
		path := "layers" + index(i)
		l := &c.Layers[i]
		if l.Name == "" {
			c.problem(path+".name", "a layer needs a name, for records")
		} else if layers[l.Name] {
			c.problem(path+".name", "there is a layer "+strconv.Quote(l.Name)+" already; choose another name")
		}
		layers[l.Name] = true
		rules = append(rules, c.layer(path, l))
	}
	for _, text := range sortedKeys(c.Limits) {
		c.entry(member("limits", text), text)
		c.limits(member("limits", text), c.Limits[text])
	}
	if c.Undeclared > runtime.System {
		c.problem("undeclared", "there is no such level")
	}
	if c.UnknownRoles > runtime.System {
		c.problem("unknownRoles", "there is no such level")
	}
	return rules
}

func (c *checker) level(path string, level runtime.Access) {
	if level < runtime.Public || level > runtime.System {
		c.problem(path, "there is no such level; use public, trusted, admin or system")
	}
}

func (c *checker) limits(path string, l runtime.Limits) {
	if l.Memory != 0 {
		c.problem(path+".memory", "a tool that is a function of this process cannot be held to an amount of memory; "+
			"only one that runs in a sandbox, as a process of its own or as WebAssembly, can: limit it there")
	}
	if l.Disk != 0 {
		c.problem(path+".disk", "a tool that is a function of this process cannot be held to an amount of disk; "+
			"only one that runs in a sandbox, as a process of its own or as WebAssembly, can: limit it there")
	}
	if l.Timeout < 0 || l.Output < 0 || l.Memory < 0 || l.Disk < 0 {
		c.problem(path, "a limit cannot be negative")
	}
	if l == (runtime.Limits{}) {
		c.problem(path, "there is no limit; set timeout or output, or remove the line")
	}
}

func (c *checker) layer(path string, l *Layer) (rules []*rule) {
	for i, role := range l.For.Roles {
		_, is := runtime.ParseAccess(role)
		if _, own := c.Roles[role]; !own && !is {
			c.problem(path+".for.roles"+index(i), "unknown role "+strconv.Quote(role)+
				didYouMean(role, append(sortedKeys(c.Roles), "public", "trusted", "admin", "system"), "add it to roles"))
		}
	}
	c.present(path+".for.ids", l.For.IDs)
	c.present(path+".for.agents", l.For.Agents)
	c.entries(path+".allow", l.Allow)
	c.entries(path+".deny", l.Deny)
	c.entries(path+".ask", l.Ask)
	names := map[string]bool{}
	for i := range l.Args {
		at := path + ".args" + index(i)
		r := l.Args[i]
		if r.Name == "" {
			c.problem(at+".name", "a rule needs a name, for records")
		} else if names[r.Name] {
			c.problem(at+".name", "there is a rule "+strconv.Quote(r.Name)+" in this layer already; choose another name")
		}
		names[r.Name] = true
		rules = append(rules, c.rule(at, r))
	}
	return rules
}

// present reports texts that are empty.
func (c *checker) present(path string, texts []string) {
	for i, text := range texts {
		if text == "" {
			c.problem(path+index(i), "an entry cannot be empty")
		}
	}
}

func (c *checker) entries(path string, texts []string) {
	for i, text := range texts {
		c.entry(path+index(i), text)
	}
}

// entry reports a text that is no entry, or that fits no tool.
func (c *checker) entry(path, text string) {
	if name, is := strings.CutPrefix(text, "@"); is {
		if _, known := c.Groups[name]; !known {
			c.problem(path, "unknown group "+strconv.Quote(name)+didYouMean(name, sortedKeys(c.Groups), "add it to groups"))
		}
		return
	}
	pattern, remote := strings.CutPrefix(text, remotePrefix)
	switch {
	case !toolName(pattern, true):
		c.problem(path, strconv.Quote(text)+" is no tool, no pattern with *, no @group and no remote: pattern")
	case remote || pattern == "*":
	case strings.Contains(pattern, "*"):
		if !slices.ContainsFunc(c.names, func(name string) bool { return glob(pattern, name) }) {
			c.problem(path, strconv.Quote(text)+" fits no tool; names are compared letter by letter")
		}
	case !slices.Contains(c.names, pattern):
		c.problem(path, "unknown tool "+strconv.Quote(text)+didYouMean(text, c.names,
			"remove it, give Load or New the set that has it, or name it in absent if another program has it"))
	}
}

// rule makes a rule ready, as far as nothing is wrong with it.
func (c *checker) rule(path string, r Rule) *rule {
	steps, problem := parsePath(r.Path)
	if problem != "" {
		c.problem(path+".path", problem)
	}
	if len(r.Tools) == 0 {
		c.problem(path+".tools", "a rule needs the tools that it is for")
	}
	c.entries(path+".tools", r.Tools)
	kinds := 0
	for _, set := range []bool{r.OneOf != nil, r.Prefix != nil, r.Glob != nil, r.Words != nil, r.Min != nil || r.Max != nil} {
		if set {
			kinds++
		}
	}
	if kinds != 1 {
		c.problem(path, "a rule has one of equals, oneOf, prefix, glob and words, or min and max; write several rules for several")
	}
	for _, list := range []struct {
		name  string
		texts []string
	}{{"prefix", r.Prefix}, {"glob", r.Glob}, {"words", r.Words}} {
		if list.texts != nil && len(list.texts) == 0 {
			c.problem(path+"."+list.name, "the list is empty, so that no value could keep the rule")
		}
		c.present(path+"."+list.name, list.texts)
	}
	for i, pattern := range r.Words {
		c.command(path+".words"+index(i), pattern)
	}
	if r.OneOf != nil && len(r.OneOf) == 0 {
		c.problem(path+".oneOf", "the list is empty, so that no value could keep the rule")
	}
	for i, value := range r.OneOf {
		if scalar, ok := scalarOf(value); ok {
			r.OneOf[i] = scalar
		} else {
			c.problem(path+".oneOf"+index(i), "a value is a string, a number, true, false or null")
		}
	}
	for _, bound := range []*float64{r.Min, r.Max} {
		if bound != nil && (math.IsNaN(*bound) || math.IsInf(*bound, 0)) {
			c.problem(path, "a bound is a number")
		}
	}
	if r.Min != nil && r.Max != nil && *r.Min > *r.Max {
		c.problem(path+".min", "min is greater than max, so that no value could keep the rule")
	}
	return &rule{Rule: r, tools: parseEntries(r.Tools, c.Groups), path: steps, must: r.words()}
}

// command reports a pattern of Words that no command line fits.
func (c *checker) command(path, pattern string) {
	if pattern == "" {
		return // said already
	}
	parts := strings.Split(pattern, " ")
	for i, part := range parts {
		switch {
		case part == "*" || part == "..." && i == len(parts)-1:
		case part == "...":
			c.problem(path, "... can only stand at the end")
		case !plainWord(part):
			c.problem(path, strconv.Quote(part)+" is no plain word: letters, digits and _ - . / : , @ + between single spaces, or * for one word")
		}
	}
	if parts[0] == "*" || parts[0] == "..." {
		c.problem(path, "the first word is the program and cannot be left open")
	}
}

// scalarOf returns a value of OneOf as string, float64, bool or nil.
func scalarOf(value any) (scalar any, ok bool) {
	const exact = 1 << 53
	switch v := value.(type) {
	case nil, string, bool:
		return v, true
	case float64:
		return v, !math.IsNaN(v) && !math.IsInf(v, 0)
	case int:
		return float64(v), -exact <= v && v <= exact
	case int64:
		return float64(v), -exact <= v && v <= exact
	}
	return nil, false
}

// toolName reports whether text can name a tool, or with patterns several.
func toolName(text string, patterns bool) bool {
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-', patterns && c == '*':
		default:
			return false
		}
	}
	return 0 < len(text) && len(text) <= 64
}

// didYouMean goes behind an unknown name.
func didYouMean(got string, names []string, otherwise string) string {
	if name, found := codec.Nearest(got, names); found {
		return "; did you mean " + strconv.Quote(name) + "?"
	}
	return "; " + otherwise
}

// member and index are the parts of the paths of problems.
func member(path, key string) string {
	if plainKey(key) {
		return path + "." + key
	}
	return path + "[" + strconv.Quote(key) + "]"
}

func index(i int) string { return "[" + strconv.Itoa(i) + "]" }
