package runtime

import (
	"strconv"
	"time"
)

// Spec is the full description of a tool: what a model reads, what a policy decides by, and what hosts plan with.
//
// It is static: built once, shared by all callers, modified by none. Every zero value is the worst case, so a field that
// was forgotten never makes a tool look safer than it is.
type Spec struct {
	Name        string // what models call it: ^[a-zA-Z0-9_-]{1,64}$
	Title       string // for people; "" means the name
	Description string // for the model
	Package     string // import path of the package that declares the tool; "" where unknown. Only errors for the host show it

	Input  string // JSON Schema 2020-12 of the arguments, compact, always an object; "" means an object without properties
	Output string // JSON Schema of Result.JSON; "" where the tool returns text or nothing

	Category    Category
	Access      Access   // the level a caller must have; zero: not declared
	Permissions []string // scopes that a caller must have besides the level

	ReadOnly    bool // changes nothing
	Additive    bool // changes, but never destroys or overwrites; ReadOnly implies it
	Idempotent  bool // a repetition with the same arguments has no further effect
	ClosedWorld bool // reaches nothing outside the program's own domain

	Remote bool // runs in another process, whose word its description, level and hints are: a policy trusts none of them

	Hidden     bool // left out of Specs and of proposals, but served when called by name: a courtesy, not a protection
	Deprecated bool
	Strict     string // whether providers hold models to Input: auto, on or off, see package provider; "" leaves it to the host

	Limits       Limits
	Estimate     Estimate
	Examples     []string // JSON arguments that are valid under Input
	Limitations  []string // what the tool cannot do, one sentence each
	Dependencies []string // what must be there for the tool to work: names of tools, and external:NAME for a program, a service or the like
	Secrets      []string // JSON paths of arguments that logs and audit records must hide
}

// OnlyReads reports whether the tool changes nothing, by a word that counts: ReadOnly of a remote tool is the word of another process,
// by which nothing is kept, repeated or run beside other calls.
func (s *Spec) OnlyReads() bool { return s.ReadOnly && !s.Remote }

// Repeatable reports whether a call of the tool may be made twice, by the same word: it is ReadOnly or Idempotent, and not Remote.
func (s *Spec) Repeatable() bool { return (s.ReadOnly || s.Idempotent) && !s.Remote }

// Identity is the same text for two Specs that say the very same things, in every process, and another for any others. It is long:
// a host that keeps what a person was shown keeps a hash of it. (Here a hash would add 160 KB to every program with tools.)
func (s *Spec) Identity() []byte {
	var b []byte
	text := func(values ...string) {
		b = append(strconv.AppendInt(b, int64(len(values)), 10), ':')
		for _, value := range values {
			b = append(strconv.AppendInt(b, int64(len(value)), 10), ':')
			b = append(b, value...)
		}
	}
	number := func(values ...int64) {
		for _, value := range values {
			b = append(strconv.AppendInt(b, value, 10), ',')
		}
	}
	text(s.Name, s.Title, s.Description, s.Package, s.Input, s.Output, string(s.Category), s.Access.String(), s.Strict)
	for _, hint := range [...]bool{s.ReadOnly, s.Additive, s.Idempotent, s.ClosedWorld, s.Remote, s.Hidden, s.Deprecated} {
		b = strconv.AppendBool(b, hint)
	}
	number(int64(s.Limits.Timeout), s.Limits.Memory, s.Limits.Disk, s.Limits.Output)
	number(int64(s.Estimate.Time), int64(s.Estimate.CPU), s.Estimate.Memory)
	for _, list := range [...][]string{s.Permissions, s.Examples, s.Limitations, s.Dependencies, s.Secrets} {
		text(list...)
	}
	return b
}

// Access is a level of trust: what a tool demands and what a caller has. The zero value is no level at all.
type Access uint8

// The levels, each covering those before it.
const (
	Undeclared Access = iota // a tool that declares nothing; a caller nobody vouches for
	Public
	Trusted
	Admin
	System
)

var accessNames = [...]string{"undeclared", "public", "trusted", "admin", "system"}

// String returns the level's name in lower case.
func (a Access) String() string {
	if int(a) < len(accessNames) {
		return accessNames[a]
	}
	return "access " + strconv.Itoa(int(a))
}

// ParseAccess returns the level of that exact name. For any other text, "undeclared" included, it reports false and
// returns Undeclared, which covers nothing.
func ParseAccess(name string) (Access, bool) {
	for level := Public; level <= System; level++ {
		if accessNames[level] == name {
			return level, true
		}
	}
	return Undeclared, false
}

// Covers reports whether a caller of level a may reach a tool that demands need. It fails closed: a value that is no
// level, on either side, covers nothing and is covered by nothing.
func (a Access) Covers(need Access) bool {
	return Public <= need && need <= a && a <= System
}

// Category says what kind of work a tool does; "" where nobody said.
type Category string

// The categories.
const (
	Execution   Category = "execution"   // runs code or touches files on this machine
	Network     Category = "network"     // talks to something far away
	Agent       Category = "agent"       // hands work to other agents
	Specialized Category = "specialized" // serves one field, such as databases or images
)

// Limits bound one call. Zero means no limit of the tool's own.
type Limits struct {
	Timeout time.Duration // total over all attempts
	Memory  int64         // bytes
	Disk    int64         // bytes
	Output  int64         // bytes of Result.Text and Result.JSON together
}

// Estimate is what one call is likely to take: a hint for planning, never a limit. Zero means unknown.
type Estimate struct {
	Time   time.Duration
	CPU    time.Duration // of one processor
	Memory int64         // bytes
}
