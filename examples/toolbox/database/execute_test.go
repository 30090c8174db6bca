package database

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
)

func writer(t testing.TB, name string, tables []string, changes int, o Options) *Writer {
	t.Helper()
	w, err := OpenSQLiteWriter(name, tables, changes, o)
	kit.Try(t, err)
	t.Cleanup(func() { kit.Try(t, w.Close()) })
	return w
}

func execute(t testing.TB, w *Writer, sql string, params ...any) runtime.Result {
	t.Helper()
	args := kit.Object{"sql": sql}
	if params != nil {
		args["params"] = params
	}
	return kit.Call(t, WriterTools(w), ToolDatabaseExecute, args)
}

const ledger = shop + `
CREATE TABLE log (what);
CREATE TRIGGER noted AFTER UPDATE ON customers BEGIN INSERT INTO log VALUES (new.name); END;
`

func TestExecute(t *testing.T) {
	name := file(t, ledger)
	w := writer(t, name, []string{"Customers", "orders"}, 2, Options{Closed: []string{"secret", "orders.at"}, Time: 150 * time.Millisecond})
	for _, c := range []struct {
		sql    string
		params []any
		want   string
	}{
		{"INSERT INTO customers(name, city) VALUES (?, ?)", []any{"Dot", "Oslo"}, `{"changed":1,"last_id":4}`},
		{"UPDATE customers SET city = ? WHERE id = 4", []any{"Rome"}, `{"changed":1}`},
		{"WITH x(a) AS (SELECT 4) UPDATE customers SET email = 'd' WHERE id IN (SELECT a FROM x)", nil, `{"changed":1}`},
		{"REPLACE INTO customers(id, name) VALUES (4, 'Dot')", nil, `{"changed":1,"last_id":4}`},
		{"DELETE FROM customers WHERE id = 4", nil, `{"changed":1}`},
		{"DELETE FROM customers WHERE id = 4", nil, `{"changed":0}`},
	} {
		r := execute(t, w, c.sql, c.params...)
		if r.Err != nil || string(r.JSON) != c.want {
			t.Errorf("%s: %s", c.sql, r.Output())
		}
	}
	d := open(t, name, Options{})
	if rows, _ := answer(t, query(t, d, "SELECT what FROM log")); rows != `[["Dot"],["Dot"]]` {
		t.Errorf("the trigger wrote %s", rows)
	}

	before := listing(t, filepath.Dir(name))
	for _, c := range []struct {
		sql   string
		class runtime.Class
		text  string
	}{
		{"UPDATE customers SET city = 'x'", runtime.ClassResourceExhausted, "changes 3 rows, at most 2 can be changed at once; nothing was done"},
		{"DELETE FROM customers WHERE id = 1", runtime.ClassFailed, "FOREIGN KEY constraint failed"},
		{"INSERT INTO customers(id, name) VALUES (8, 'a'), (1, 'b')", runtime.ClassFailed, "UNIQUE constraint failed"},
		{"INSERT INTO log VALUES (1)", runtime.ClassPermissionDenied, "the rows of log cannot be changed"},
		{"DELETE FROM secret", runtime.ClassPermissionDenied, "cannot be changed"},
		{"UPDATE orders SET at = 1 WHERE id = 1", runtime.ClassPermissionDenied, "the rows of orders cannot be changed in at"},
		{"INSERT INTO customers(name) SELECT x FROM secret", runtime.ClassInvalidArguments, "no such table: secret"},
		{"UPDATE customers SET name = (SELECT x FROM secret) WHERE id = 1", runtime.ClassInvalidArguments, "no such table"},
		{"INSERT INTO sqlite_master VALUES (1, 2, 3, 4, 5)", "", ""},
		{"UPDATE sqlite_master SET sql = ''", "", ""},
		{"SELECT 1", runtime.ClassInvalidArguments, "database_query reads"},
		{"DELETE FROM orders WHERE id = 1 RETURNING id", runtime.ClassInvalidArguments, "RETURNING"},
		{"DELETE FROM orders WHERE id = 1; DELETE FROM customers", runtime.ClassInvalidArguments, "one statement"},
		{"INSERT INTO customers(name) " + endless, runtime.ClassTimeout, "ended after"},
		{"UPDATE customers SET nme = 1", runtime.ClassInvalidArguments, "no such column: nme; columns of customers"},
	} {
		r := execute(t, w, c.sql)
		if c.class == "" && r.Err != nil {
			c.class = r.Err.Class
		}
		refused(t, r, c.class, c.text)
	}
	for _, a := range attacks {
		if first := strings.Fields(a.sql); a.class == runtime.ClassPermissionDenied && !slices.Contains([]string{"INSERT", "REPLACE", "UPDATE", "DELETE", "WITH", "SELECT", "EXPLAIN"}, first[0]) {
			refused(t, execute(t, w, strings.ReplaceAll(a.sql, "{new}", filepath.Join(filepath.Dir(name), "new"))), runtime.ClassPermissionDenied, "")
		}
	}
	if after := listing(t, filepath.Dir(name)); after != before {
		t.Errorf("something was changed:\n%s\nbefore:\n%s", after, before)
	}
	if r := execute(t, w, "DELETE FROM orders WHERE id = 1"); r.Err != nil {
		t.Errorf("then: %s", r.Err.Message)
	}
}

// A call that ends while it writes leaves nothing: no change, no lock, no transaction on the connection.
func TestExecuteCanceled(t *testing.T) {
	name := file(t, ledger)
	w := writer(t, name, []string{"customers"}, 0, Options{Conns: 1})
	for i := range 20 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*500*time.Microsecond)
		if _, err := w.Execute(ctx, "INSERT INTO customers(name) "+endless, nil, nil); err != context.DeadlineExceeded {
			t.Errorf("%v", err)
		}
		cancel()
		s, _ := bare(t, name)
		if _, err := s.ExecContext(t.Context(), "UPDATE customers SET name = name"); err != nil {
			t.Errorf("another connection: %v", err)
		}
		s.Close()
	}
	if r := execute(t, w, "INSERT INTO customers(name) VALUES ('Dot')"); string(r.JSON) != `{"changed":1,"last_id":4}` {
		t.Errorf("then: %s", r.Output())
	}
}

func TestWriterRefuses(t *testing.T) {
	name := file(t, shop)
	for what, open := range map[string]func() (*Writer, error){
		"no tables": func() (*Writer, error) { return OpenSQLiteWriter(name, nil, 0, Options{}) },
		"negative":  func() (*Writer, error) { return OpenSQLiteWriter(name, []string{"orders"}, -1, Options{}) },
		"no file":   func() (*Writer, error) { return OpenSQLiteWriter(name+"x", []string{"orders"}, 0, Options{}) },
	} {
		if w, err := open(); err == nil {
			w.Close()
			t.Errorf("%s: opened", what)
		}
	}
}
