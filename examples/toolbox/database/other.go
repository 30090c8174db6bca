package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// New returns a Database over any other one. begin begins a transaction in which each call of a tool reads, and which is rolled
// back in any case; [ReadOnly] returns the usual one. It is an error if begin is nil, or if Options close tables or have something
// else of SQLite: what may be read is up to the role that begin uses, and what one query may take to the database's own limits, such as
// statement_timeout.
func New(begin func(context.Context) (*sql.Tx, error), o Options) (*Database, error) {
	switch {
	case begin == nil:
		return nil, errors.New("database.New: begin is nil")
	case o.Tables != nil || o.Closed != nil || o.Catalog || o.Value != 0 || o.Conns != 0:
		return nil, errors.New("database.New: Tables, Closed, Catalog, Value and Conns are for SQLite; give the role SELECT on what it may read, and the *sql.DB its limits")
	}
	if err := o.fill(); err != nil {
		return nil, fmt.Errorf("database.New: %w", err)
	}
	if o.Schema == "" {
		o.Schema = informationSchema
	}
	return &Database{o, &otherSource{begin, &o}}, nil
}

// ReadOnly begins transactions that are marked as read-only.
func ReadOnly(db *sql.DB) func(context.Context) (*sql.Tx, error) {
	return func(ctx context.Context) (*sql.Tx, error) { return db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true}) }
}

const informationSchema = `SELECT table_name, column_name, data_type FROM information_schema.columns ` +
	`WHERE table_schema NOT IN ('information_schema', 'pg_catalog', 'mysql', 'performance_schema', 'sys') ORDER BY table_schema, table_name, ordinal_position`

// otherSource reads a database of which nothing is known but what package sql says.
type otherSource struct {
	begin func(context.Context) (*sql.Tx, error)
	o     *Options
}

func (s *otherSource) close() error { return nil }

// readers are the words that statements may begin with: the database is the judge of what they do, but there is no reason to send it any other.
var readers = []string{"SELECT", "WITH", "VALUES", "TABLE", "SHOW", "DESCRIBE", "EXPLAIN"}

func (s *otherSource) query(ctx context.Context, st statement, args []any, read func(result) error) error {
	if !slices.Contains(readers, st.first) {
		return runtime.NewError(runtime.ClassPermissionDenied, "sql: expected a SELECT, got "+quote(st.first)+"; nothing else can be run here")
	}
	return s.run(ctx, st.sql, args, read)
}

func (s *otherSource) run(ctx context.Context, query string, args []any, read func(result) error) error {
	return s.o.timed(ctx, func(ctx context.Context) error { return s.transact(ctx, query, args, read) })
}

// transact runs a statement in a transaction of its own. It is prepared, because what is prepared is one statement for the usual
// databases, however it is quoted: a COMMIT behind it would end the transaction.
func (s *otherSource) transact(ctx context.Context, query string, args []any, read func(result) error) error {
	tx, err := s.begin(ctx)
	if err != nil {
		return runtime.NewError(runtime.ClassUnavailable, "the database does not answer; do without it").WithCause(err)
	}
	defer tx.Rollback() // whatever happened; its error says nothing to anybody
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	prepared, err := tx.PrepareContext(ctx, query)
	if err != nil {
		return rejected(err)
	}
	defer prepared.Close()
	rows, err := prepared.QueryContext(ctx, args...)
	if err != nil {
		return rejected(err)
	}
	defer rows.Close()
	columns, err := columns(rows)
	if err != nil {
		return rejected(err)
	}
	until := &ending{Rows: rows}
	err = read(result{until, columns, false})
	if !until.ended { // to close rows, drivers read what is left of them, which may be much
		cancel()
	}
	return rejected(err)
}

// ending is rows that know whether they have all been read.
type ending struct {
	*sql.Rows
	ended bool
}

func (e *ending) Next() bool {
	next := e.Rows.Next()
	e.ended = !next
	return next
}

// rejected is an error of the database, whose words are for whoever wrote the statement.
func rejected(err error) error {
	var already *runtime.Error
	if err == nil || errors.As(err, &already) {
		return err
	}
	return refusal("sql: " + err.Error()).WithCause(err)
}

func (s *otherSource) tables(ctx context.Context) (all []Table, err error) {
	err = s.run(ctx, s.o.Schema, nil, func(r result) error {
		for r.rows.Next() {
			var table string
			var f Field
			if err := r.rows.Scan(&table, &f.Name, &f.Type); err != nil {
				return err
			}
			i := slices.IndexFunc(all, func(t Table) bool { return t.Name == table })
			if i < 0 {
				i = len(all)
				all = append(all, Table{Name: table})
			}
			all[i].Columns = append(all[i].Columns, f)
		}
		return r.rows.Err()
	})
	slices.SortStableFunc(all, func(a, b Table) int { return strings.Compare(a.Name, b.Name) })
	return all, err
}
