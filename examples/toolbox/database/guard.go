package database

import (
	"maps"
	"slices"
	"strings"

	"modernc.org/sqlite"

	"github.com/toolgen/toolgen/runtime"
)

// rules are what statements of models may read. They are shared by all connections and not changed.
type rules struct {
	only    map[string]bool // tables, in lower case; nil: all
	closed  map[string]bool // tables, and table.column
	catalog bool
}

func newRules(o *Options) *rules {
	r := &rules{closed: map[string]bool{}, catalog: o.Catalog}
	if o.Tables != nil {
		r.only = map[string]bool{}
	}
	for _, name := range o.Tables {
		r.only[fold(name)] = true
	}
	for _, name := range o.Closed {
		r.closed[fold(name)] = true
	}
	return r
}

// fold returns the form in which SQLite compares names.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, name)
}

// shadows are what the modules of SQLite put behind the name of a table of theirs, for the tables in which they keep it.
var shadows = []string{"_content", "_data", "_idx", "_docsize", "_config", "_node", "_rowid", "_parent"}

// table reports whether a table of the database may be read.
func (r *rules) table(name string) bool {
	name = fold(name)
	return !r.shut(name) && !internal(name) && (r.only == nil || r.only[name])
}

// shut reports whether a table is closed, or keeps one that is.
func (r *rules) shut(name string) bool {
	for _, shadow := range shadows {
		if of, ok := strings.CutSuffix(name, shadow); ok && r.closed[of] {
			return true
		}
	}
	return r.closed[name]
}

// joins returns words for a statement that compares a closed column without reading it, for all that SQLite's authorizer is told: NATURAL
// and USING are not asked for. It is nil for any other.
func (r *rules) joins(s *statement) *runtime.Error {
	for _, name := range slices.Sorted(maps.Keys(r.closed)) {
		_, column, ok := strings.Cut(name, ".")
		switch {
		case !ok:
		case slices.Contains(s.words, "NATURAL"):
			return runtime.NewError(runtime.ClassPermissionDenied, "sql: NATURAL cannot be used, because a column is closed; join with ON")
		case slices.Contains(s.words, "USING") && s.says(column):
			return runtime.NewError(runtime.ClassPermissionDenied, "sql: USING cannot be used with "+column+", because a column of that name is closed; join with ON")
		}
	}
	return nil
}

// column reports whether a column of an open table may be read.
func (r *rules) column(table, name string) bool {
	return !r.closed[fold(table)+"."+fold(name)]
}

// internal reports whether SQLite itself made a table, or makes it up: those tell of the file, its pages and closed tables.
func internal(name string) bool {
	return strings.HasPrefix(name, "sqlite_") || strings.HasPrefix(name, "pragma_") || name == "dbstat"
}

// valued are the functions of SQLite that are used as tables.
func valued(name string) bool { return name == "json_each" || name == "json_tree" }

// closedFunctions leave the database, or check and print for those who develop SQLite. The others compute, or say something about
// SQLite itself.
var closedFunctions = map[string]bool{
	"load_extension": true, "readfile": true, "writefile": true, "edit": true, "fts3_tokenizer": true, "sqlite_log": true,
	"rtreecheck": true, "geopoly_debug": true,
}

// guard judges what statements would do, while SQLite compiles them on one connection (runtime.md 1.6).
type guard struct {
	*rules
	host    bool            // the statement is one of this package
	pragma  bool            // a module of SQLite may ask whether the file has changed
	present map[string]bool // the tables that there are, where only is set
	writes  map[string]bool // tables whose rows may be changed; nil for database_query
	denied  *denial         // what was refused first
}

// denial is what a statement may not do.
type denial struct {
	action        sqlite.AuthorizerActionCode
	table, column string
	hidden        bool // the table is one that may not be read at all
}

func (g *guard) authorize(action sqlite.AuthorizerActionCode, arg1, arg2, database, trigger string) sqlite.AuthorizerReturnCode {
	allowed := g.host
	switch action {
	case sqlite.AuthSelect, sqlite.AuthRecursive:
		allowed = true
	case sqlite.AuthFunction:
		allowed = allowed || !closedFunctions[fold(arg2)]
	case sqlite.AuthPragma:
		allowed = allowed || g.pragma && arg1 == "data_version" && arg2 == ""
	case sqlite.AuthInsert, sqlite.AuthDelete, sqlite.AuthUpdate: // what a trigger writes is the word of whoever made it
		allowed = allowed || g.writes != nil && !internal(fold(arg1)) && (g.writes[fold(arg1)] || trigger != "") && (arg2 == "" || g.column(arg1, arg2))
	case sqlite.AuthRead:
		allowed = allowed || g.reads(arg1, arg2, database)
	}
	if allowed {
		return sqlite.AuthorizerOK
	}
	if g.denied == nil {
		g.denied = &denial{action, arg1, arg2, action == sqlite.AuthRead && !g.table(arg1)}
	}
	return sqlite.AuthorizerDeny
}

// reads reports whether a column of a table may be read; none, where a table is counted or joined alone. A name without a database is
// then one of the query itself or that of a table.
func (g *guard) reads(table, column, database string) bool {
	name := fold(table)
	switch {
	case g.catalog && strings.HasPrefix(name, "sqlite_") && (strings.HasSuffix(name, "_master") || strings.HasSuffix(name, "_schema")):
		return true
	case g.shut(name) || internal(name) || !g.column(table, column):
		return false
	case g.only == nil || g.only[name] || valued(name):
		return true
	}
	return column == "" && database == "" && !g.present[name]
}

// doing names what is refused, as the statement would do it.
var doing = map[sqlite.AuthorizerActionCode]string{
	sqlite.AuthAttach: "ATTACH", sqlite.AuthDetach: "DETACH", sqlite.AuthPragma: "PRAGMA", sqlite.AuthInsert: "INSERT", sqlite.AuthUpdate: "UPDATE",
	sqlite.AuthDelete: "DELETE", sqlite.AuthTransaction: "a transaction", sqlite.AuthSavepoint: "SAVEPOINT", sqlite.AuthAnalyze: "ANALYZE", sqlite.AuthReindex: "REINDEX",
}

// because is a denial in words for a model that may do what expected says. A closed table is told like one that does not exist.
func (d *denial) because(expected string) (message string, missing bool) {
	switch d.action {
	case sqlite.AuthRead:
		switch {
		case internal(fold(d.table)):
			return "sql: " + d.table + " cannot be read; database_schema says which tables and columns there are", false
		case d.hidden:
			return "sql: no such table: " + d.table, true
		}
		return "sql: column " + d.table + "." + d.column + " is closed; name the columns that you need, without it", false
	case sqlite.AuthFunction:
		return "sql: function " + d.column + " is closed; do without it", false
	}
	what := doing[d.action]
	switch {
	case what == "":
		what = "a change of tables"
	case internal(fold(d.table)):
		what = "a change of " + d.table
	case strings.Contains(expected, what):
		if d.action == sqlite.AuthUpdate && d.column != "" {
			return "sql: the rows of " + d.table + " cannot be changed in " + d.column, false
		}
		return "sql: the rows of " + d.table + " cannot be changed", false
	}
	return "sql: expected " + expected + ", got " + what + "; nothing else can be run here", false
}
