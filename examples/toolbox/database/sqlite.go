package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"

	"modernc.org/libc"
	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// OpenSQLite opens the SQLite database in a file, for reading. It is an error if there is none, if it is no database, if a limit is
// negative, or if Options have something that is not of SQLite. A database in WAL mode needs its -shm and -wal files, which SQLite makes
// beside it where they are missing, and leaves there; any other is read without a file being made, but for those without a name, in the folder for
// temporary files, where SQLite puts what is too large for its memory while a query runs.
func OpenSQLite(name string, o Options) (*Database, error) {
	s, err := openSQLite(name, &o, nil)
	if err != nil {
		return nil, fmt.Errorf("database.OpenSQLite: %w", err)
	}
	return &Database{o, s}, nil
}

// openSQLite opens a file for reading, or for writing to the tables of writes.
func openSQLite(name string, o *Options, writes map[string]bool) (*sqliteSource, error) {
	if err := o.fill(); err != nil {
		return nil, err
	}
	if o.Schema != "" {
		return nil, errors.New("Options.Schema is for other databases")
	}
	name, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(name); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, errors.New(name + " is no regular file")
	}
	c := &connector{driver: new(sqlite.Driver), dsn: dsn(name, writes != nil), o: o, rules: newRules(o), writes: writes}
	if err := replace(c.driver, o); err != nil {
		return nil, err
	}
	s := &sqliteSource{sql.OpenDB(c), o, c.rules}
	s.db.SetMaxOpenConns(o.Conns)
	if _, err := s.tables(context.Background()); err != nil {
		s.db.Close()
		if cause := errors.Unwrap(err); cause != nil { // what is above it is in words for a model
			err = cause
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// dsn is the address of a file, with what can be set by it: no writing by any statement, or foreign keys that are held to; no texts in
// double quotes, and 2 s to wait for a lock.
func dsn(name string, write bool) string {
	slashed := filepath.ToSlash(name)
	if !strings.HasPrefix(slashed, "/") { // C:/folder
		slashed = "/" + slashed
	}
	mode := "mode=ro&_query_only=1"
	if write {
		mode = "mode=rw&_txlock=immediate&_foreign_keys=1"
	}
	u := url.URL{Scheme: "file", Path: slashed, RawQuery: mode + "&_defensive=1&_dqs=0&_busy_timeout=2000&_error_rc=1" +
		"&_pragma=cell_size_check(1)&_pragma=mmap_size(0)"}
	return u.String()
}

// connector opens connections, each with the guard and the limits before anything can run on it.
type connector struct {
	driver *sqlite.Driver // of our own: nobody else's functions are in it
	dsn    string
	o      *Options
	rules  *rules
	writes map[string]bool
}

func (c *connector) Driver() driver.Driver { return c.driver }

func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	opened, err := c.driver.Open(c.dsn)
	if err != nil {
		return nil, err
	}
	inner, ok := opened.(conn)
	g := &guarded{conn: inner, guard: guard{rules: c.rules, writes: c.writes}}
	if g.db = handle(opened); !ok || g.db == 0 {
		opened.Close()
		return nil, errors.New("this version of modernc.org/sqlite is another than the one that this package was made for" + version())
	}
	tls := libc.NewTLS()
	defer tls.Close()
	for id, limit := range map[int32]int{
		lib.SQLITE_LIMIT_LENGTH:              c.o.Value,
		lib.SQLITE_LIMIT_SQL_LENGTH:          1 << 20, // of definitions in the file; a model's is bounded by its schema
		lib.SQLITE_LIMIT_EXPR_DEPTH:          200,
		lib.SQLITE_LIMIT_COMPOUND_SELECT:     100,
		lib.SQLITE_LIMIT_VDBE_OP:             100_000,
		lib.SQLITE_LIMIT_FUNCTION_ARG:        100,
		lib.SQLITE_LIMIT_ATTACHED:            0,
		lib.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 200,
		lib.SQLITE_LIMIT_VARIABLE_NUMBER:     1000,
		lib.SQLITE_LIMIT_TRIGGER_DEPTH:       10,
		lib.SQLITE_LIMIT_WORKER_THREADS:      0,
	} {
		lib.Xsqlite3_limit(tls, g.db, id, int32(limit))
	}
	if err := inner.RegisterAuthorizer(g.authorize); err != nil {
		opened.Close()
		return nil, err
	}
	return g, nil
}

func version() string {
	info, _ := debug.ReadBuildInfo()
	if info != nil {
		for _, m := range info.Deps {
			if m.Path == "modernc.org/sqlite" {
				return ": " + m.Version
			}
		}
	}
	return ""
}

// conn is what the connections of the driver are.
type conn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
	sqlite.AuthorizerRegisterer
}

// guarded is a connection with its guard.
type guarded struct {
	conn
	guard
	mu sync.Mutex
	db uintptr // the sqlite3 of the connection; 0 once it is closed
}

// handle returns the sqlite3 of a connection, which the driver keeps to itself; 0 where it is not found. It is needed because the
// driver minds the context of a query up to the first row only: whoever asks for one row and then for an endless search would wait for ever.
func handle(c driver.Conn) uintptr {
	v := reflect.ValueOf(c)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return 0
	}
	if f := v.Elem().FieldByName("db"); f.IsValid() && f.Kind() == reflect.Uintptr {
		return uintptr(f.Uint())
	}
	return 0
}

func (g *guarded) Close() error {
	g.mu.Lock()
	g.db = 0
	g.mu.Unlock()
	return g.conn.Close()
}

// watch interrupts what runs on the connection once ctx is over, until stop is called; after stop nothing is interrupted any more.
func (g *guarded) watch(ctx context.Context) (stop func()) {
	done := make(chan struct{})
	cancel := context.AfterFunc(ctx, func() {
		defer close(done)
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.db != 0 {
			tls := libc.NewTLS() // that of the connection is in use
			defer tls.Close()
			lib.Xsqlite3_interrupt(tls, g.db)
		}
	})
	return func() {
		if !cancel() {
			<-done
		}
	}
}

// errorAt returns the byte of the statement that the last error is about; -1 where SQLite does not say.
func (g *guarded) errorAt() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.db == 0 {
		return -1
	}
	tls := libc.NewTLS()
	defer tls.Close()
	return int(lib.Xsqlite3_error_offset(tls, g.db))
}

// sqliteSource reads a database of SQLite.
type sqliteSource struct {
	db    *sql.DB
	o     *Options
	rules *rules
}

func (s *sqliteSource) close() error { return s.db.Close() }

// use calls f with a connection that nobody else has meanwhile, and whose work ends with the context that f gets.
func (s *sqliteSource) use(ctx context.Context, f func(context.Context, *sql.Conn, *guarded) error) error {
	c, err := s.db.Conn(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return told(err)
	}
	defer c.Close()
	var g *guarded
	if err := c.Raw(func(inner any) error {
		g = inner.(*guarded)
		return nil
	}); err != nil {
		return told(err)
	}
	return s.o.timed(ctx, func(ctx context.Context) error {
		defer g.watch(ctx)()
		return f(ctx, c, g)
	})
}

func (s *sqliteSource) query(ctx context.Context, st statement, args []any, read func(result) error) error {
	if err := st.fits(args); err != nil {
		return err
	}
	if err := s.rules.joins(&st); err != nil {
		return err
	}
	return s.judged(ctx, st, func(ctx context.Context, c *sql.Conn, _ *guarded) error { return s.rows(ctx, c, st, args, read) })
}

// judged calls f, which runs a statement of a model, and explains its error.
func (s *sqliteSource) judged(ctx context.Context, st statement, f func(context.Context, *sql.Conn, *guarded) error) error {
	return s.use(ctx, func(ctx context.Context, c *sql.Conn, g *guarded) error {
		g.denied, g.present, g.pragma = nil, nil, st.first != "PRAGMA" && st.first != "EXPLAIN"
		if g.only != nil {
			all, err := g.names(ctx, c)
			if err != nil {
				return told(err)
			}
			g.present = map[string]bool{}
			for _, t := range all {
				g.present[fold(t.Name)] = true
			}
		}
		err := f(ctx, c, g)
		if err == nil || ctx.Err() != nil {
			return err
		}
		return g.explain(ctx, c, st, err)
	})
}

func (s *sqliteSource) rows(ctx context.Context, c *sql.Conn, st statement, args []any, read func(result) error) error {
	rows, err := c.QueryContext(ctx, st.sql, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := columns(rows)
	if err != nil {
		return err
	}
	return read(result{rows, columns, true})
}

func columns(rows *sql.Rows) ([]Column, error) {
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	columns := make([]Column, len(types))
	for i, t := range types {
		columns[i] = Column{Name: t.Name(), Type: t.DatabaseTypeName()}
	}
	return columns, nil
}

func (s *sqliteSource) tables(ctx context.Context) (all []Table, err error) {
	err = s.use(ctx, func(ctx context.Context, c *sql.Conn, g *guarded) error {
		all, err = g.tables(ctx, c)
		return told(err)
	})
	return all, err
}

// asHost runs a query of this package.
func (g *guarded) asHost(ctx context.Context, c *sql.Conn, query string, args []any, each func(scan func(...any) error) error) error {
	g.host = true
	defer func() { g.host = false }()
	rows, err := c.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// names returns all tables and views but SQLite's own, closed ones too, sorted by name.
func (g *guarded) names(ctx context.Context, c *sql.Conn) (all []Table, err error) {
	err = g.asHost(ctx, c, `SELECT s.name, s.type, coalesce(l.type = 'shadow', 0) FROM sqlite_schema s `+
		`LEFT JOIN pragma_table_list l ON l.schema = 'main' AND l.name = s.name WHERE s.type IN ('table', 'view') ORDER BY s.name`, nil, func(scan func(...any) error) error {
		var t Table
		if err := scan(&t.Name, &t.Kind, &t.shadow); err != nil {
			return err
		}
		if !internal(fold(t.Name)) {
			all = append(all, t)
		}
		return nil
	})
	return all, err
}

// tables returns the tables and views that may be read, with the columns that may be; not those in which modules such as fts5 keep
// theirs. What cannot be compiled, such as a view of a
// table that is gone, has none.
func (g *guarded) tables(ctx context.Context, c *sql.Conn) ([]Table, error) {
	all, err := g.names(ctx, c)
	if err != nil {
		return nil, err
	}
	open := all[:0]
	for _, t := range all {
		if t.shadow || !g.table(t.Name) {
			continue
		}
		t.Columns = []Field{}
		err := g.asHost(ctx, c, `SELECT c.name, c.type, c.pk > 0, c."notnull", coalesce(min(f."table" || '.' || coalesce(f."to", 'its key')), '') FROM pragma_table_xinfo(?1) c `+
			`LEFT JOIN pragma_foreign_key_list(?1) f ON f."from" = c.name WHERE c.hidden <> 1 GROUP BY c.cid ORDER BY c.cid`, []any{t.Name}, func(scan func(...any) error) error {
			var f Field
			if err := scan(&f.Name, &f.Type, &f.Key, &f.NotNull, &f.References); err != nil {
				return err
			}
			if !g.column(t.Name, f.Name) {
				return nil
			}
			if to, column, _ := strings.Cut(f.References, "."); !g.table(to) || !g.column(to, column) {
				f.References = ""
			}
			t.Columns = append(t.Columns, f)
			return nil
		})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			t.Columns = []Field{}
		}
		open = append(open, t)
	}
	return open, nil
}

// line says where byte at of a text is, lines and characters counted from 1.
func line(text string, at int) string {
	before := text[:min(max(at, 0), len(text))]
	return "line " + strconv.Itoa(1+strings.Count(before, "\n")) + ", column " + strconv.Itoa(1+len([]rune(before[strings.LastIndexByte(before, '\n')+1:])))
}
