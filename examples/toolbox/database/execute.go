package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
)

// Writer is the tool database_execute, which changes rows of some tables of a SQLite database. It is a tool apart, so that database_query is
// what it says. It is safe for concurrent use.
type Writer struct {
	from    *sqliteSource
	changes int64
}

// OpenSQLiteWriter opens the SQLite database in a file for changes of rows in tables, of at most so many rows a call; 0 is 1000. What may be
// read for it is said by Options, whose limits of rows mean nothing here. Tables are neither made nor changed nor dropped by models, and
// foreign keys are held to. What the triggers of a table write is up to whoever made them. It is an error as of [OpenSQLite], or if tables is empty.
func OpenSQLiteWriter(name string, tables []string, changes int, o Options) (*Writer, error) {
	fail := func(err error) (*Writer, error) {
		return nil, fmt.Errorf("database.OpenSQLiteWriter: %w", err)
	}
	if len(tables) == 0 || changes < 0 {
		return fail(errors.New("there are no tables to change, or changes is negative"))
	}
	if changes == 0 {
		changes = 1000
	}
	writes := map[string]bool{}
	for _, table := range tables {
		writes[fold(table)] = true
	}
	s, err := openSQLite(name, &o, writes)
	if err != nil {
		return fail(err)
	}
	return &Writer{s, int64(changes)}, nil
}

// Close closes the connections.
func (w *Writer) Close() error { return w.from.close() }

// Changes is what database_execute returns.
type Changes struct {
	Changed int64  `json:"changed"`           // how many rows were added, changed or taken out; triggers and cascades not counted
	LastID  *int64 `json:"last_id,omitempty"` // the rowid of the last row that was added, by an INSERT
}

// Execute runs one INSERT, UPDATE or DELETE over the database: all of it is done, or nothing where it fails. Give values as params, not in
// the text of the statement. Only the rows of some tables can be changed, and only so many at once.
//
//tool:name=database_execute destructive timeout=60s
//tool:atMostOneOf=params;named
//tool:example {"sql":"UPDATE orders SET total = ? WHERE id = ?","params":[99.5,7]}
func (w *Writer) Execute(ctx context.Context,
	//tool:min=1 max=16384
	sql string, // one INSERT, UPDATE or DELETE in the SQL of SQLite, without RETURNING
	//tool:optional max=100
	params []Param, // a value for each ? of the statement, in order
	//tool:optional max=100
	named map[string]Param, // a value for each :name of the statement, without the colon, in place of params
) (Changes, error) {
	s, err := parse(sql)
	if err != nil {
		return Changes{}, err
	}
	return w.run(ctx, s, arguments(params, named))
}

func (w *Writer) run(ctx context.Context, s statement, args []any) (done Changes, err error) {
	if err := s.fits(args); err != nil {
		return done, err
	}
	if err := w.from.rules.joins(&s); err != nil {
		return done, err
	}
	switch {
	case slices.Contains(s.words, "RETURNING"):
		return done, refusal("sql: RETURNING cannot be used here; leave it out")
	case s.first == "SELECT" || s.first == "VALUES" || s.first == "EXPLAIN":
		return done, refusal("sql: expected an INSERT, UPDATE or DELETE, got " + s.first + "; database_query reads")
	}
	err = w.from.judged(ctx, s, func(ctx context.Context, c *sql.Conn, g *guarded) error {
		done, err = w.execute(ctx, c, g, s, args)
		return err
	})
	if err != nil {
		return Changes{}, err
	}
	return done, nil
}

// execute runs the statement in a transaction, whose beginning and end are those of the host.
func (w *Writer) execute(ctx context.Context, c *sql.Conn, g *guarded, s statement, args []any) (done Changes, err error) {
	host := func(f func() error) error {
		g.host = true
		defer func() { g.host = false }()
		return f()
	}
	var tx *sql.Tx
	// The transaction is not the context's: package sql would roll it back when that is over, at any time and as nobody's statement.
	if err := host(func() error { tx, err = c.BeginTx(context.WithoutCancel(ctx), nil); return err }); err != nil {
		return done, err
	}
	defer func() {
		if err := host(tx.Rollback); err != nil && err != sql.ErrTxDone { // committed is done
			c.Raw(func(any) error { return driver.ErrBadConn }) // which closes the connection, and so ends the transaction
		}
	}()
	r, err := tx.ExecContext(ctx, s.sql, args...)
	if err != nil {
		return done, err
	}
	if done.Changed, err = r.RowsAffected(); err != nil {
		return done, err
	}
	if done.Changed > w.changes {
		return Changes{}, runtime.NewError(runtime.ClassResourceExhausted,
			"sql: this changes "+strconv.FormatInt(done.Changed, 10)+" rows, at most "+strconv.FormatInt(w.changes, 10)+" can be changed at once; nothing was done")
	}
	if s.first == "INSERT" || s.first == "REPLACE" {
		if id, err := r.LastInsertId(); err == nil && done.Changed > 0 {
			done.LastID = &id
		}
	}
	return done, host(tx.Commit)
}
