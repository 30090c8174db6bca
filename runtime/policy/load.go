package policy

import (
	"errors"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// Load reads a policy from a file: a JSON object with the fields of a [Config], which docs/policy.md describes. It is as strict
// as New, and about the form of the file too: an unknown key is an error, and so is one that stands twice. The error is an
// *[Error] that names all problems by line and column. At most 1 MiB are read.
func Load(data []byte, known ...runtime.Set) (*Policy, error) {
	p := new(Policy)
	if err := p.Load(data, known...); err != nil {
		return nil, err
	}
	return p, nil
}

// Load makes p decide by the policy in data from now on, or changes nothing and returns what is wrong. Where no tools are given
// those that p knows already are meant.
func (p *Policy) Load(data []byte, known ...runtime.Set) error {
	p.changes.Lock()
	defer p.changes.Unlock()
	config, broken := read(data)
	err := p.check(config, known, broken)
	if err != nil {
		return err
	}
	return p.swap(config, known)
}

// check returns all problems at once: those of the form of the file and those of what it says.
func (p *Policy) check(config Config, known []runtime.Set, problems []Problem) error {
	if len(problems) == 0 {
		return nil // swap checks
	}
	tools := p.snapshot().known
	if len(known) > 0 {
		tools = specsOf(known)
	}
	clone := config.clone()
	if _, err := check(&clone, tools); err != nil {
		more, _ := errors.AsType[*Error](err)
		for _, problem := range more.Problems {
			if !within(problems, problem) {
				problems = append(problems, problem)
			}
		}
	}
	return problemsError(problems)
}

// within reports whether a problem comes of another: what could not be read is not missing besides.
func within(problems []Problem, p Problem) bool {
	for _, known := range problems {
		if known.Path == p.Path || known.Line == p.Line && known.Column == p.Column {
			return true
		}
	}
	return false
}

// read reads a Config and what is wrong with the form of the file.
func read(data []byte) (Config, []Problem) {
	r := reader{data: data, cursor: codec.Open(data)}
	r.config.at = map[string]position{}
	if trimmed := strings.TrimLeft(string(data[:min(len(data), 4096)]), " \t\r\n"); !strings.HasPrefix(trimmed, "{") {
		return r.config, []Problem{{1, 1, "policy", "the file must be a JSON object, beginning with {"}}
	}
	whole := codec.Open(data)
	whole.Skip()
	err := whole.Close()
	if err == nil { // where the syntax is broken nothing else is worth saying
		r.all()
		err = r.cursor.Close()
	}
	if problems, ok := errors.AsType[*codec.Problems](err); ok {
		for i, p := range problems.List {
			at := positionAt(data, problems.Offset(i))
			path := p.Path
			if path == "arguments" {
				path = "policy"
			}
			r.problems = append(r.problems, Problem{at.line, at.column, path, p.Message})
		}
	}
	return r.config, r.problems
}

// reader reads a policy file. Its methods read the value that comes next; path says where that stands.
type reader struct {
	data     []byte
	cursor   codec.Cursor
	config   Config
	problems []Problem
}

// mark remembers where the value that comes next stands; markKey, where its key does.
func (r *reader) mark(path string)    { r.config.at[path] = positionAt(r.data, r.cursor.Offset()) }
func (r *reader) markKey(path string) { r.config.at[path] = positionAt(r.data, r.cursor.KeyOffset()) }

func (r *reader) all() {
	c := &r.cursor
	var seen uint64
	for c.Object(); c.Field(); {
		key := string(c.Key)
		r.mark(key)
		switch key {
		case "roles":
			seen = c.Once(seen, 1<<0)
			r.config.Roles = members(r, key, (*reader).access)
		case "groups":
			seen = c.Once(seen, 1<<1)
			r.config.Groups = members(r, key, (*reader).texts)
		case "absent":
			seen = c.Once(seen, 1<<2)
			r.config.Absent = r.texts(key)
		case "levels":
			seen = c.Once(seen, 1<<3)
			r.config.Levels = members(r, key, (*reader).access)
		case "permissions":
			seen = c.Once(seen, 1<<4)
			r.config.Permissions = members(r, key, (*reader).texts)
		case "layers":
			seen = c.Once(seen, 1<<5)
			r.config.Layers = items(r, key, (*reader).layer)
		case "limits":
			seen = c.Once(seen, 1<<6)
			r.config.Limits = members(r, key, (*reader).limits)
		case "careful":
			seen = c.Once(seen, 1<<7)
			r.config.Careful = c.Bool()
		case "undeclared":
			seen = c.Once(seen, 1<<8)
			r.config.Undeclared = r.access(key)
		case "unknownRoles":
			seen = c.Once(seen, 1<<9)
			r.config.UnknownRoles = r.access(key)
		default:
			c.Unknown("roles", "groups", "absent", "levels", "permissions", "layers", "limits", "careful", "undeclared", "unknownRoles")
		}
	}
}

// members reads an object whose keys are names.
func members[V any](r *reader, path string, value func(*reader, string) V) map[string]V {
	c := &r.cursor
	m := map[string]V{}
	for c.Object(); c.Field(); {
		name := c.Name()
		at := member(path, name)
		if _, twice := m[name]; twice {
			c.Duplicate()
		} else {
			r.markKey(at)
		}
		m[name] = value(r, at)
	}
	return m
}

// items reads an array.
func items[V any](r *reader, path string, value func(*reader, string) V) []V {
	c := &r.cursor
	list := []V{} // not nil: it is set
	for c.Array(); c.Item(); {
		at := path + index(len(list))
		r.mark(at)
		list = append(list, value(r, at))
	}
	return list
}

func (r *reader) texts(path string) []string {
	return items(r, path, func(r *reader, _ string) string { return r.cursor.String() })
}

func (r *reader) access(string) runtime.Access {
	level, ok := runtime.ParseAccess(r.cursor.Choice("public", "trusted", "admin", "system"))
	if !ok {
		return runtime.Public // a problem is noted already
	}
	return level
}

func (r *reader) limits(path string) (l runtime.Limits) {
	c := &r.cursor
	var seen uint64
	for c.Object(); c.Field(); {
		at := path + "." + string(c.Key)
		r.mark(at)
		switch string(c.Key) {
		case "timeout":
			seen = c.Once(seen, 1<<0)
			l.Timeout = c.Duration()
		case "output":
			seen = c.Once(seen, 1<<1)
			l.Output = r.size(at)
		case "memory":
			seen = c.Once(seen, 1<<2)
			l.Memory = r.size(at)
		case "disk":
			seen = c.Once(seen, 1<<3)
			l.Disk = r.size(at)
		default:
			c.Unknown("timeout", "output", "memory", "disk")
		}
	}
	return l
}

// size reads a number of bytes: a whole number, or a text such as 64KiB.
func (r *reader) size(path string) int64 {
	c := &r.cursor
	if at := c.Offset(); at >= len(r.data) || r.data[at] != '"' {
		return c.Int64()
	}
	text := c.String()
	for _, unit := range []struct {
		name  string
		bytes int64
	}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}} {
		if digits, is := strings.CutSuffix(text, unit.name); is {
			if n, err := strconv.ParseUint(digits, 10, 32); err == nil {
				return int64(n) * unit.bytes
			}
		}
	}
	c.Refuse("expected a size such as 4096, 64KiB or 10MiB")
	return 0
}

func (r *reader) layer(path string) (l Layer) {
	c := &r.cursor
	var seen uint64
	r.config.at[path+".name"] = r.config.at[path]
	for c.Object(); c.Field(); {
		at := path + "." + string(c.Key)
		r.mark(at)
		switch string(c.Key) {
		case "name":
			seen = c.Once(seen, 1<<0)
			l.Name = c.String()
		case "for":
			seen = c.Once(seen, 1<<1)
			l.For = r.who(at)
		case "allow":
			seen = c.Once(seen, 1<<2)
			l.Allow = r.texts(at)
		case "deny":
			seen = c.Once(seen, 1<<3)
			l.Deny = r.texts(at)
		case "ask":
			seen = c.Once(seen, 1<<4)
			l.Ask = r.texts(at)
		case "args":
			seen = c.Once(seen, 1<<5)
			l.Args = items(r, at, (*reader).rule)
		default:
			c.Unknown("name", "for", "allow", "deny", "ask", "args")
		}
	}
	return l
}

func (r *reader) who(path string) (f For) {
	c := &r.cursor
	var seen uint64
	for c.Object(); c.Field(); {
		at := path + "." + string(c.Key)
		r.mark(at)
		switch string(c.Key) {
		case "roles":
			seen = c.Once(seen, 1<<0)
			f.Roles = r.some(at)
		case "ids":
			seen = c.Once(seen, 1<<1)
			f.IDs = r.some(at)
		case "agents":
			seen = c.Once(seen, 1<<2)
			f.Agents = r.some(at)
		default:
			c.Unknown("roles", "ids", "agents")
		}
	}
	return f
}

// some reads a list that means everyone where it is empty, which is better said by leaving it out.
func (r *reader) some(path string) []string {
	texts := r.texts(path)
	if len(texts) == 0 {
		at := r.config.at[path]
		r.problems = append(r.problems, Problem{at.line, at.column, path, "the list is empty; leave it out if everyone is meant"})
	}
	return texts
}

func (r *reader) rule(path string) (out Rule) {
	c := &r.cursor
	var seen uint64
	for _, key := range []string{".name", ".path", ".tools"} {
		r.config.at[path+key] = r.config.at[path]
	}
	for c.Object(); c.Field(); {
		at := path + "." + string(c.Key)
		r.mark(at)
		switch string(c.Key) {
		case "name":
			seen = c.Once(seen, 1<<0)
			out.Name = c.String()
		case "tools":
			seen = c.Once(seen, 1<<1)
			out.Tools = r.texts(at)
		case "path":
			seen = c.Once(seen, 1<<2)
			out.Path = c.String()
		case "optional":
			seen = c.Once(seen, 1<<3)
			out.Optional = c.Bool()
		case "otherwise":
			seen = c.Once(seen, 1<<4)
			out.Ask = c.Choice("deny", "ask") == "ask"
		case "equals":
			seen = c.Once(seen, 1<<5)
			out.OneOf = append(out.OneOf, c.Any("string", "number", "boolean", "null"))
		case "oneOf":
			seen = c.Once(seen, 1<<5)
			out.OneOf = items(r, at, func(r *reader, _ string) any {
				return r.cursor.Any("string", "number", "boolean", "null")
			})
		case "prefix":
			seen = c.Once(seen, 1<<6)
			out.Prefix = r.texts(at)
		case "glob":
			seen = c.Once(seen, 1<<7)
			out.Glob = r.texts(at)
		case "words":
			seen = c.Once(seen, 1<<8)
			out.Words = r.texts(at)
		case "min":
			seen = c.Once(seen, 1<<9)
			v := c.Float64()
			out.Min = &v
		case "max":
			seen = c.Once(seen, 1<<10)
			v := c.Float64()
			out.Max = &v
		default:
			c.Unknown("name", "tools", "path", "optional", "otherwise", "equals", "oneOf", "prefix", "glob", "words", "min", "max")
		}
	}
	return out
}
