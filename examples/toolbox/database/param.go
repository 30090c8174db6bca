package database

import (
	"database/sql"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// Param is a value that stands for a placeholder: a text, a number, true, false or null. A whole number that an int64 holds is one,
// exactly; any other number is a float64.
//
//tool:schema {"anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean"},{"type":"null"}]}
type Param struct{ value any }

// UnmarshalJSON reads the value.
func (p *Param) UnmarshalJSON(data []byte) error {
	text := string(data)
	switch {
	case text == "null":
		p.value = nil
	case text == "true" || text == "false":
		p.value = text == "true"
	case strings.HasPrefix(text, `"`):
		var s string
		if err := json.Unmarshal(data, &s); err != nil {
			return err
		}
		p.value = s
	default:
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			p.value = n
			return nil
		}
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return errors.New("expected a text, a number, true, false or null")
		}
		if strings.Trim(text, "-0123456789") == "" {
			return errors.New("is no whole number of 64 bits; send it as a text")
		}
		p.value = f
	}
	return nil
}

// arguments are the values as package sql takes them, names sorted.
func arguments(params []Param, named map[string]Param) []any {
	var args []any
	for _, p := range params {
		args = append(args, p.value)
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		args = append(args, sql.Named(name, named[name].value))
	}
	return args
}

// fits says what is wrong with the values for the placeholders of a statement of SQLite.
func (s *statement) fits(args []any) error {
	given := map[string]bool{}
	n := 0
	for _, arg := range args {
		if a, ok := arg.(sql.NamedArg); ok {
			given[a.Name] = true
		} else {
			n++
		}
	}
	var problems []runtime.Problem
	wrong := func(path, message string) {
		problems = append(problems, runtime.Problem{Path: path, Message: message})
	}
	switch {
	case s.positional > 0 && s.names != nil:
		wrong("sql", "has both ? and :"+s.names[0]+"; use one of the two")
	case n != s.positional:
		wrong("params", "expected "+counted(s.positional, "value")+" for the ? of the query, got "+strconv.Itoa(n))
	}
	for _, name := range s.names {
		if !given[name] && s.positional == 0 {
			wrong("named", "missing "+quote(name)+", for the placeholder of that name")
		}
		delete(given, name)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		wrong("named", "the query has no :"+cut(name, 64)+"; leave it out")
	}
	if problems == nil {
		return nil
	}
	problems = problems[:min(len(problems), 10)]
	lines := make([]string, len(problems))
	for i, p := range problems {
		lines[i] = p.String()
	}
	err := refusal(strings.Join(lines, "\n"))
	err.Problems = problems
	return err
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
