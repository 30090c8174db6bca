package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
)

// recorder is a database of no kind in particular, which writes down what it is asked to do.
type recorder struct {
	mu   sync.Mutex
	done []string
	rows [][]driver.Value
	fail error
}

func (r *recorder) note(what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done = append(r.done, what)
}

func (r *recorder) did() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	did := strings.Join(r.done, "; ")
	r.done = nil
	return did
}

func (r *recorder) Connect(context.Context) (driver.Conn, error) { return r, nil }
func (r *recorder) Driver() driver.Driver                        { return nil }
func (r *recorder) Begin() (driver.Tx, error)                    { return nil, errors.New("no way to say read-only") }
func (r *recorder) Prepare(string) (driver.Stmt, error)          { return nil, errors.New("no context") }
func (r *recorder) Close() error                                 { return nil }
func (r *recorder) Commit() error                                { r.note("commit"); return nil }
func (r *recorder) Rollback() error                              { r.note("rollback"); return nil }
func (r *recorder) BeginTx(_ context.Context, o driver.TxOptions) (driver.Tx, error) {
	r.note(map[bool]string{true: "begin read-only", false: "begin"}[o.ReadOnly])
	return r, nil
}

func (r *recorder) PrepareContext(_ context.Context, query string) (driver.Stmt, error) {
	r.note("prepare " + query)
	if r.fail != nil {
		return nil, r.fail
	}
	return &recorded{r: r}, nil
}

type recorded struct {
	r   *recorder
	n   int
	ctx context.Context // of the query
}

func (s *recorded) NumInput() int                              { return -1 }
func (s *recorded) Exec([]driver.Value) (driver.Result, error) { return nil, errors.New("exec") }
func (s *recorded) Query([]driver.Value) (driver.Rows, error)  { return nil, errors.New("no context") }
func (s *recorded) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	for _, arg := range args {
		s.r.note(sprint(arg.Value))
	}
	return &recorded{s.r, 0, ctx}, nil
}

func (s *recorded) Close() error {
	if s.ctx != nil && s.ctx.Err() != nil {
		s.r.note("close before the end")
	}
	return nil
}

func (s *recorded) Columns() []string { return []string{"a", "b"} }
func (s *recorded) ColumnTypeDatabaseTypeName(i int) string {
	return []string{"VARCHAR", "VARBINARY"}[i]
}
func (s *recorded) Next(dest []driver.Value) error {
	if s.n == len(s.r.rows) {
		return io.EOF
	}
	copy(dest, s.r.rows[s.n])
	s.n++
	return nil
}

func sprint(v any) string {
	b := (&Options{Cell: 1000}).value(nil, v, "", false)
	return string(b)
}

func TestOther(t *testing.T) {
	r := &recorder{rows: [][]driver.Value{
		{[]byte("text"), []byte("text")},
		{"\x00\xff", []byte{0}},
		{time.Date(2026, 1, 2, 3, 4, 5, 6, time.FixedZone("", 3600)), nil},
		{int32(5), uint64(1 << 63)},
		{float32(0.5), true},
	}}
	pool := sql.OpenDB(r)
	defer pool.Close()
	d, err := New(ReadOnly(pool), Options{})
	kit.Try(t, err)
	rows, all := answer(t, query(t, d, "SELECT $1", 5, "x"))
	if rows != `[["text",{"base64":"dGV4dA=="}],["\u0000`+"\ufffd"+`",{"base64":"AA=="}],["2026-01-02T03:04:05.000000006+01:00",null],[5,9223372036854775808],[0.5,true]]` {
		t.Error(rows)
	}
	if got := sprint(all["columns"]); !strings.Contains(got, "VARCHAR") {
		t.Error(got)
	}
	if did := r.did(); did != `begin read-only; prepare SELECT $1; 5; "x"; rollback` {
		t.Error(did)
	}
	kit.Call(t, DatabaseTools(d), ToolDatabaseQuery, kit.Object{"sql": "SELECT 2", "max_rows": 2})
	if did := r.did(); !strings.HasPrefix(did, "begin read-only; prepare SELECT 2; ") || !strings.Contains(did, "close before the end") || !strings.Contains(did, "rollback") {
		t.Error(did)
	}
	for _, sql := range []string{"DELETE FROM t", "COMMIT", "SET ROLE admin", "COPY t TO PROGRAM 'sh'", "CALL p()", "DO $$ BEGIN END $$", "1", "'SELECT'"} {
		refused(t, query(t, d, sql), runtime.ClassPermissionDenied, "expected a SELECT")
	}
	refused(t, query(t, d, "/*! DROP TABLE t */"), runtime.ClassInvalidArguments, "no statement")
	refused(t, query(t, d, "SELECT 1; COMMIT"), runtime.ClassInvalidArguments, "one statement")
	if did := r.did(); did != "" {
		t.Errorf("reached the database: %s", did)
	}
	answer(t, query(t, d, "((SELECT 1) UNION (SELECT 2))"))
	r.did()
	r.fail = errors.New(`relation "t" does not exist`)
	refused(t, query(t, d, "SELECT * FROM t"), runtime.ClassInvalidArguments, `sql: relation "t" does not exist`)
	if did := r.did(); did != "begin read-only; prepare SELECT * FROM t; rollback" {
		t.Error(did)
	}
	d, err = New(func(context.Context) (*sql.Tx, error) { return nil, errors.New("connection refused by 10.0.0.1") }, Options{})
	kit.Try(t, err)
	refused(t, query(t, d, "SELECT 1"), runtime.ClassUnavailable, "does not answer")
}

func TestNewRefuses(t *testing.T) {
	begin := ReadOnly(nil)
	for what, o := range map[string]Options{"Tables": {Tables: []string{}}, "Closed": {Closed: []string{"a"}}, "Catalog": {Catalog: true}, "Value": {Value: 1}, "Conns": {Conns: 1}, "negative": {Rows: -1}} {
		if _, err := New(begin, o); err == nil {
			t.Errorf("%s is taken", what)
		}
	}
	if _, err := New(nil, Options{}); err == nil {
		t.Error("nil is taken")
	}
}

// SQLite as any other database, whose transactions are rolled back: what a statement that passes for a reading one does is undone.
func TestOtherSQLite(t *testing.T) {
	name := file(t, shop)
	pool, err := sql.Open("sqlite", (&connector{dsn: dsn(name, false)}).plain())
	kit.Try(t, err)
	defer pool.Close()
	d, err := New(ReadOnly(pool), Options{
		Time:   200 * time.Millisecond,
		Schema: "SELECT m.name, c.name, c.type FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY m.name, c.cid",
	})
	kit.Try(t, err)
	if rows, _ := answer(t, query(t, d, "SELECT name FROM customers WHERE id = ?", 1)); rows != `[["Ada"]]` {
		t.Error(rows)
	}
	query(t, d, "WITH x AS (SELECT 1) DELETE FROM customers RETURNING id")
	if rows, _ := answer(t, query(t, d, "SELECT count(*) FROM customers")); rows != "[[3]]" {
		t.Error(rows)
	}
	refused(t, query(t, d, endless), runtime.ClassTimeout, "ended after 200ms")
	if got := schema(t, d, kit.Object{"table": "secret"}); got != `[{"name":"secret","columns":[{"name":"x"}]}]` {
		t.Error(got)
	}
	for range 200 { // package sql rolls back by itself, and soon, what a deadline has ended
		if pool.Stats().InUse == 0 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if n := pool.Stats().InUse; n != 0 {
		t.Errorf("%d connections are in use", n)
	}
	if !slices.Contains(readers, "WITH") {
		t.Error("the statement above is not sent at all")
	}
}
