package database

import (
	"context"
	"database/sql"
	"errors"
	"regexp"
	"strings"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"github.com/toolgen/toolgen/runtime"
)

// explain is err, of a statement of a model, in words for it.
func (g *guarded) explain(ctx context.Context, c *sql.Conn, st statement, err error) error {
	at := g.errorAt()
	var of *sqlite.Error
	if !errors.As(err, &of) {
		return told(err)
	}
	if g.denied != nil && (of.Code()&0xff == lib.SQLITE_AUTH || strings.Contains(err.Error(), "prohibited") || strings.Contains(err.Error(), "not authorized")) {
		expected := "a SELECT"
		if g.writes != nil {
			expected = "an INSERT, UPDATE or DELETE"
		}
		message, missing := g.denied.because(expected)
		if missing {
			return refusal(message + g.hint(ctx, c, st, "no such table")).WithCause(err)
		}
		return runtime.NewError(runtime.ClassPermissionDenied, message).WithCause(err)
	}
	switch of.Code() & 0xff {
	case lib.SQLITE_ERROR:
		message := plain(err)
		if message == errLarge.Error() {
			return tooLarge.WithCause(err)
		}
		where := "sql: "
		if at >= 0 {
			where = "sql, " + line(st.sql, at) + ": "
		}
		return refusal(where + message + g.hint(ctx, c, st, message)).WithCause(err)
	}
	return told(err)
}

// dressed is what the driver puts around the words of SQLite.
var dressed = regexp.MustCompile(`^(?:SQL logic error: )?(.*?)(?: \(\d+\)(?: \(SQLITE_BUSY\))?)?$`)

func plain(err error) string {
	text := strings.ReplaceAll(err.Error(), "\n", " ")
	if m := dressed.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return text
}

// hint is what there is, behind a message that says what there is not.
func (g *guarded) hint(ctx context.Context, c *sql.Conn, st statement, message string) string {
	table, column := strings.HasPrefix(message, "no such table"), strings.HasPrefix(message, "no such column")
	if !table && !column {
		return ""
	}
	all, err := g.tables(ctx, c)
	if err != nil {
		return ""
	}
	if table {
		return names("; tables: ", all)
	}
	text := ""
	for _, t := range all {
		if st.says(t.Name) && len(text) < 1500 {
			of := make([]string, len(t.Columns))
			for i, f := range t.Columns {
				of[i] = f.Name
			}
			text += "; columns of " + t.Name + ": " + list(of)
		}
	}
	return text
}

// names lists tables.
func names(before string, all []Table) string {
	if len(all) == 0 {
		return "; there are no tables"
	}
	of := make([]string, len(all))
	for i, t := range all {
		of[i] = t.Name
	}
	return before + list(of)
}

// list lists at most 50 names.
func list(names []string) string {
	if len(names) > 50 {
		return strings.Join(names[:50], ", ") + " and more; database_schema lists them"
	}
	return strings.Join(names, ", ")
}

var tooLarge = runtime.NewError(runtime.ClassResourceExhausted, "sql: a value, a row or a pattern is larger than what can be computed with here; use smaller ones")

// told is an error that is not about the words of a statement, for a model.
func told(err error) error {
	var already *runtime.Error
	var of *sqlite.Error
	switch {
	case err == nil, errors.As(err, &already), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, sql.ErrConnDone), strings.HasSuffix(err.Error(), "database is closed"):
		return runtime.NewError(runtime.ClassUnavailable, "the database is closed; do without it").WithCause(err)
	case !errors.As(err, &of):
		return runtime.NewError(runtime.ClassFailed, "sql: "+err.Error()).WithCause(err)
	}
	switch of.Code() & 0xff {
	case lib.SQLITE_TOOBIG:
		return tooLarge.WithCause(err)
	case lib.SQLITE_NOMEM, lib.SQLITE_FULL:
		return runtime.NewError(runtime.ClassResourceExhausted, "sql: the query needs more room than there is; ask for less").WithCause(err)
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return runtime.NewError(runtime.ClassUnavailable, "the database is in use by another program; try again").WithCause(err).AsTransient(0)
	case lib.SQLITE_CANTOPEN, lib.SQLITE_NOTADB, lib.SQLITE_CORRUPT, lib.SQLITE_IOERR, lib.SQLITE_READONLY, lib.SQLITE_PERM:
		return runtime.NewError(runtime.ClassUnavailable, "the database cannot be read; do without it").WithCause(err)
	}
	return runtime.NewError(runtime.ClassFailed, "sql: "+plain(err)).WithCause(err)
}
