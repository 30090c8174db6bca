package policy

import "github.com/toolgen/toolgen/runtime"

// Config is a policy as people write it. The zero Config has no rules but those of levels and scopes. Maps and slices are read
// while New or Swap runs, and not kept.
//
// Where tools are listed an entry is one of
//
//	file_read     the tool of that name; names are compared letter by letter, case counts
//	file_*        all tools whose names fit: * stands for any text, also for none
//	@files        the tools of a group
//	remote:git_*  all remote tools whose names fit. Like a tool's own name it names what it fits, see step 1
//
// Every entry must fit a tool that is known, apart from remote: and from * alone.
type Config struct {
	// Roles gives the host's own role names a level. The names of the levels are roles by themselves.
	Roles map[string]runtime.Access
	// Groups are names for lists of entries, which are no groups themselves.
	Groups map[string][]string
	// Absent are names of tools that other programs under the same policy have: entries may fit them.
	Absent []string
	// Levels gives tools a level, by entry, in place of the one they declare. An exact name decides; else the highest counts.
	Levels map[string]runtime.Access
	// Permissions are scopes that tools demand besides those they declare, by entry.
	Permissions map[string][]string
	// Layers are the lists. Their order changes no effect, only which of several reasons is given.
	Layers []Layer
	// Limits bound the calls of tools, by entry; where several fit the lowest counts.
	Limits map[string]runtime.Limits

	// Careful asks a person before a tool runs that is neither ReadOnly nor Additive, or is Remote, unless a layer that applies
	// has its name on the allow list, or in a group there: a pattern is not enough.
	Careful bool
	// Undeclared is the level of tools that have none; zero: they are denied.
	Undeclared runtime.Access
	// UnknownRoles is the level of callers whose role is unknown or empty; zero: they are denied.
	UnknownRoles runtime.Access

	at map[string]position // where things stand in the file, by their paths; nil where there is none
}

// Layer is a set of lists. All layers that apply to a caller count.
type Layer struct {
	Name  string   // for decisions and records; no two alike
	For   For      // to whom it applies; zero: to everyone
	Allow []string // not nil: tools that are on no entry are denied, so an empty list denies all
	Deny  []string // tools that are denied
	Ask   []string // tools for which a person must agree
	Args  []Rule   // what the arguments must be
}

// For says to which callers a layer applies: to those that fit all of its lists that are not empty, and one entry of each. What
// must hold for everyone stands in a layer without For: a caller that fits no entry is a caller that the layer does not
// narrow.
type For struct {
	Roles  []string // names of roles: Principal.RoleName, or that of the level where there is none. Levels are not inherited
	IDs    []string // Principal.ID; * stands for any text
	Agents []string // Principal.Agent; * stands for any text
}

// Rule says what a part of the arguments must be. It has one of OneOf, Prefix, Glob and Words, or Min and Max. It fails where
// there is nothing at Path, where an object on the way has a key that differs from the one in Path by case, hyphens or
// underscores alone, because decoders differ in what they make of it, and where the value is of another type.
//
// It sees the arguments as the caller sent them, before the tool's defaults.
type Rule struct {
	Name     string   // for decisions and records; no two of a layer alike
	Tools    []string // entries
	Path     string   // such as query.limit, argv[0], files[*].name for every item, or ["odd key"]
	Optional bool     // the rule is kept also where there is nothing at Path, or null
	Ask      bool     // where it is not kept a person may agree to the call; else the call is refused

	OneOf    []any    // strings, numbers, bools and nil; numbers are compared by value
	Prefix   []string // a string that begins with one of these bytes. That is no check of a path, a host or a command
	Glob     []string // a string that fits one of these as a whole: * stands for any text, slashes and line ends too
	Words    []string // a command line of plain words, see below
	Min, Max *float64 // a number, bounds included
}

// Careful returns a Config that asks a person before anything is done that may destroy something, see Config.Careful. The
// caller adds to it.
func Careful() Config { return Config{Careful: true} }

// SeedCompatible returns a Config under which tools without a level are public and callers with any role, or none, may call
// what is public: no tool and no role is denied for being unknown. It is for programs that rely on that, by explicit choice.
func SeedCompatible() Config {
	return Config{Undeclared: runtime.Public, UnknownRoles: runtime.Public}
}
