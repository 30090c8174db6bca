package database

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
)

const numbers = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 5000) SELECT x FROM c"

const endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"

func TestTruncated(t *testing.T) {
	name := file(t, shop)
	for _, c := range []struct {
		o    Options
		sql  string
		max  int
		rows int
		more bool
	}{
		{Options{}, numbers, 100, 100, true},
		{Options{}, numbers, 1000, 1000, true},
		{Options{Rows: 7}, numbers, 100, 7, true},
		{Options{Rows: 7}, numbers + " LIMIT 7", 100, 7, false},
		{Options{}, numbers + " LIMIT 3", 3, 3, false},
		{Options{}, numbers + " LIMIT 3 OFFSET 4998", 3, 2, false},
		{Options{Bytes: 40}, numbers, 100, 10, true}, // [1], to [9], are 36 bytes; [10], is too much
		{Options{Bytes: 36}, numbers, 100, 9, true},
		{Options{Bytes: 35}, numbers, 100, 8, true},
	} {
		if c.o.Bytes == 40 {
			c.rows = 9
		}
		r := kit.Call(t, DatabaseTools(open(t, name, c.o)), ToolDatabaseQuery, kit.Object{"sql": c.sql, "max_rows": c.max})
		_, all := answer(t, r)
		rows, more := all["rows"].([]any), all["more"]
		if len(rows) != c.rows || all["truncated"] != c.more || (more != nil) != c.more {
			t.Errorf("%+v: %d rows, truncated %v, more %v", c, len(rows), all["truncated"], more)
		}
		if want := fmt.Sprintf("OFFSET %d", c.rows); c.more && !strings.Contains(more.(string), want) {
			t.Errorf("%q lacks %s", more, want)
		}
	}
	d := open(t, name, Options{Bytes: 100, Columns: 3})
	refused(t, query(t, d, "SELECT hex(zeroblob(100))"), runtime.ClassResourceExhausted, "one row has more than 100 bytes")
	refused(t, query(t, d, "SELECT 1, 2, 3, 4"), runtime.ClassResourceExhausted, "4 columns, at most 3")
}

// What is larger than Value is refused where it is read, and does not hinder the reading of what stands beside it.
func TestLargeValues(t *testing.T) {
	name := file(t, "CREATE TABLE t (id INTEGER PRIMARY KEY, doc TEXT, after TEXT); INSERT INTO t VALUES (1, hex(zeroblob(1000000)), 'x'), (2, 'small', 'y')")
	d := open(t, name, Options{})
	refused(t, query(t, d, "SELECT doc FROM t"), runtime.ClassResourceExhausted, "larger")
	if rows, _ := answer(t, query(t, d, "SELECT id FROM t ORDER BY id")); rows != "[[1],[2]]" {
		t.Error(rows)
	}
	if rows, _ := answer(t, query(t, d, "SELECT doc FROM t WHERE id = 2")); rows != `[["small"]]` {
		t.Error(rows)
	}
	d = open(t, name, Options{Value: 4 << 20, Cell: 10})
	if rows, _ := answer(t, query(t, d, "SELECT doc, length(doc) FROM t WHERE id = 1")); rows != `[[{"text":"0000000000","bytes":2000000},2000000]]` {
		t.Error(rows)
	}
}

func TestParams(t *testing.T) {
	d := open(t, file(t, shop), Options{})
	for _, c := range []struct {
		args string
		want string // the rows, or of an error its beginning
	}{
		{`{"sql":"SELECT ?, ?, ?, ?, ?","params":["a",9007199254740993,0.5,true,null]}`, `[["a",9007199254740993,0.5,1,null]]`},
		{`{"sql":"SELECT typeof(?1), typeof(?2), ?1","params":[5.0,5]}`, `[["real","integer",5]]`},
		{`{"sql":"SELECT $2, $1","params":["a","b"]}`, `[["b","a"]]`},
		{`{"sql":"SELECT :b, @a, $c, :b","named":{"a":1,"b":"x","c":null}}`, `[["x",1,null,"x"]]`},
		{`{"sql":"SELECT '?', \"id\", [id], ':a' /* ? */ FROM customers WHERE id = ? -- ?","params":[1]}`, `[["?",1,1,":a"]]`},
		{`{"sql":"SELECT ?","params":["'; DROP TABLE customers; --"]}`, `[["'; DROP TABLE customers; --"]]`},
		{`{"sql":"SELECT ?"}`, `params: expected 1 value for the ? of the query, got 0`},
		{`{"sql":"SELECT 1","params":[1,2]}`, `params: expected 0 values for the ? of the query, got 2`},
		{`{"sql":"SELECT ?3","params":[1]}`, `params: expected 3 values`},
		{`{"sql":"SELECT :a","params":[1]}`, "params: expected 0 values for the ? of the query, got 1\nnamed: missing \"a\""},
		{`{"sql":"SELECT :a","named":{"b":1}}`, "named: missing \"a\", for the placeholder of that name\nnamed: the query has no :b; leave it out"},
		{`{"sql":"SELECT :a, ?","named":{"a":1}}`, `sql: has both ? and :a`},
		{`{"sql":"SELECT ?","params":[[1]]}`, `params[0]: `},
		{`{"sql":"SELECT ?","params":[{"base64":"AA=="}]}`, `params[0]: `},
		{`{"sql":"SELECT ?","params":[9223372036854775808]}`, `params[0]: is no whole number of 64 bits; send it as a text`},
	} {
		r := kit.Call(t, DatabaseTools(d), ToolDatabaseQuery, c.args)
		if strings.HasPrefix(c.want, "[") {
			if rows, _ := answer(t, r); rows != c.want {
				t.Errorf("%s\ngot  %s\nwant %s", c.args, rows, c.want)
			}
			continue
		}
		refused(t, r, runtime.ClassInvalidArguments)
		if !strings.HasPrefix(r.Err.Message, c.want) {
			t.Errorf("%s\ngot  %s\nwant %s", c.args, r.Err.Message, c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	d := open(t, file(t, shop), Options{Closed: []string{"secret", "orders.at"}})
	for sql, text := range map[string]string{
		"SELECT nme FROM customers":                     "sql, line 1, column 8: no such column: nme; columns of customers: id, name, city, email",
		"SELECT name\nFROM customers\nWHERE äö = 1":     "sql, line 3, column 7: no such column: äö; columns of customers",
		"SELECT o.custmer FROM orders AS o":             "no such column: o.custmer; columns of orders: id, customer, total, placed",
		"SELECT 1 FROM custmers":                        "no such table: custmers; tables: broken, cities, customers, orders",
		"SELECT name FROM customers WHERE name = \"A\"": "single-quotes",
		"SELEC 1":                              `sql, line 1, column 1: near "SELEC": syntax error`,
		"SELECT nofunction(1)":                 "sql, line 1, column 8: no such function: nofunction",
		"SELECT * FROM broken":                 "no such table: main.gone",
		"SELECT abs(-9223372036854775807 - 1)": "integer overflow",
		"SELECT json('{')":                     "malformed JSON",
		"SELECT unhex('00', ' ')":              "unhex takes one value",
	} {
		refused(t, query(t, d, sql), runtime.ClassInvalidArguments, text)
	}
}

func TestTables(t *testing.T) {
	d := open(t, file(t, shop), Options{Tables: []string{"Customers", "cities", "peek"}})
	for sql, want := range map[string]string{
		"SELECT count(*) FROM customers":                                   "[[3]]",
		"SELECT customers FROM cities WHERE city = 'Rome'":                 "[[1]]",
		"WITH orders AS (SELECT 1) SELECT count(*) FROM (SELECT 1) orders": "[[1]]",
		"WITH mine AS (SELECT 1 UNION SELECT 2) SELECT count(*) FROM mine": "[[2]]",
		"SELECT count(*) FROM json_each('[1,2]')":                          "[[2]]",
		"SELECT value FROM json_tree('[1]') WHERE atom":                    "[[1]]",
	} {
		if rows, _ := answer(t, query(t, d, sql)); rows != want {
			t.Errorf("%s: %s", sql, rows)
		}
	}
	for _, sql := range []string{"SELECT id FROM orders", "SELECT count(*) FROM orders", "SELECT 1 FROM customers, orders", "SELECT x FROM secret", "SELECT x FROM peek",
		"WITH cities AS (SELECT * FROM orders) SELECT * FROM cities", "SELECT 1 WHERE 1 IN orders"} {
		refused(t, query(t, d, sql), runtime.ClassInvalidArguments, "no such table")
	}
	refused(t, query(t, d, "SELECT * FROM sqlite_schema"), runtime.ClassPermissionDenied)

	d = open(t, file(t, shop), Options{Catalog: true})
	if rows, _ := answer(t, query(t, d, "SELECT name FROM sqlite_master WHERE name = 'secret'")); rows != `[["secret"]]` {
		t.Error(rows)
	}
	refused(t, query(t, d, "SELECT * FROM sqlite_dbpage"), runtime.ClassPermissionDenied)
}

// What the modules of SQLite keep is readable where their table is, and neither listed nor readable where it is closed.
func TestModules(t *testing.T) {
	name := file(t, "CREATE VIRTUAL TABLE docs USING fts5(body); INSERT INTO docs VALUES ('hello world'), ('other'); CREATE VIRTUAL TABLE boxes USING rtree(id, a, b); INSERT INTO boxes VALUES (1, 2, 3)")
	d := open(t, name, Options{})
	for range 2 {
		if rows, _ := answer(t, query(t, d, "SELECT highlight(docs, 0, '<', '>') FROM docs WHERE docs MATCH 'hello'")); rows != `[["<hello> world"]]` {
			t.Error(rows)
		}
		if rows, _ := answer(t, query(t, d, "SELECT id FROM boxes WHERE a < 3")); rows != `[[1]]` {
			t.Error(rows)
		}
	}
	if got := schema(t, d, kit.Object{}); got != `[{"name":"boxes","kind":"table","columns":[{"name":"id","type":"INT"},{"name":"a","type":"REAL"},{"name":"b","type":"REAL"}]},{"name":"docs","kind":"table","columns":[{"name":"body"}]}]` {
		t.Error(got)
	}
	d = open(t, name, Options{Closed: []string{"docs"}})
	for _, table := range []string{"docs", "docs_content", "docs_data", "docs_idx", "docs_config", "docs_docsize"} {
		refused(t, query(t, d, "SELECT * FROM "+table), runtime.ClassInvalidArguments, "no such table")
	}
}

func schema(t testing.TB, d *Database, args any) string {
	t.Helper()
	r := kit.Want[Tables](t, kit.Call(t, DatabaseTools(d), ToolDatabaseSchema, args))
	data, err := json.Marshal(r.Tables)
	kit.Try(t, err)
	return string(data)
}

func TestSchema(t *testing.T) {
	name := file(t, shop)
	d := open(t, name, Options{Closed: []string{"secret", "peek", "customers.email"}})
	all := kit.Want[Tables](t, kit.Call(t, DatabaseTools(d), ToolDatabaseSchema, kit.Object{}))
	if len(all.Tables) != 4 || all.Truncated {
		t.Errorf("%+v", all)
	}
	const orders = `[{"name":"orders","kind":"table","columns":[{"name":"id","type":"INTEGER","key":true},{"name":"customer","type":"INTEGER","not_null":true,"references":"customers.id"},` +
		`{"name":"total","type":"REAL"},{"name":"placed","type":"DATE"},{"name":"at","type":"TIMESTAMP"}]}]`
	if got := schema(t, d, kit.Object{"table": "Orders"}); got != orders {
		t.Error(got)
	}
	if got := schema(t, d, kit.Object{"table": "customers"}); strings.Contains(got, "email") {
		t.Error(got)
	}
	for _, table := range []string{"secret", "gone"} {
		refused(t, kit.Call(t, DatabaseTools(d), ToolDatabaseSchema, kit.Object{"table": table}), runtime.ClassFailed, "there is no", "tables: broken, cities, customers, orders")
	}
	if got := schema(t, open(t, name, Options{Closed: []string{"customers"}}), kit.Object{"table": "orders"}); strings.Contains(got, "references") {
		t.Error(got)
	}
	var read []string
	d = open(t, name, Options{Bytes: 300})
	for after := ""; ; {
		page := kit.Want[Tables](t, kit.Call(t, DatabaseTools(d), ToolDatabaseSchema, kit.Object{"after": after}))
		for _, table := range page.Tables {
			read = append(read, table.Name)
		}
		if after = page.Next; !page.Truncated {
			break
		}
	}
	if got := strings.Join(read, " "); got != "broken cities customers orders peek secret" {
		t.Error(got)
	}
}

// Each connection has the guard: those that many calls open at once, and those in place of the ones that timeouts have ended.
func TestEveryConnection(t *testing.T) {
	d := open(t, file(t, shop), Options{Conns: 3, Time: 100 * time.Millisecond})
	var all sync.WaitGroup
	for i := range 24 {
		all.Go(func() {
			switch i % 4 {
			case 0:
				refused(t, query(t, d, endless), runtime.ClassTimeout)
			case 1:
				refused(t, query(t, d, "DELETE FROM customers"), runtime.ClassPermissionDenied)
			case 2:
				refused(t, query(t, d, "ATTACH ':memory:' AS m"), runtime.ClassPermissionDenied)
			case 3:
				if r := query(t, d, "SELECT count(*) FROM customers"); r.Err == nil && !strings.Contains(string(r.JSON), "[[3]]") {
					t.Errorf("%s", r.JSON)
				}
			}
		})
	}
	all.Wait()
}

func TestCanceled(t *testing.T) {
	d := open(t, file(t, shop), Options{})
	query(t, d, "SELECT 1")
	before := goruntime.NumGoroutine()
	for _, sql := range []string{endless, "SELECT 1 UNION ALL " + strings.Replace("SELECT * FROM (X)", "X", endless, 1)} {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(30*time.Millisecond, cancel)
		start := time.Now()
		if _, err := d.Query(ctx, sql, nil, nil, 10); err != context.Canceled {
			t.Errorf("%v", err)
		}
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("took %v", took)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.Query(ctx, "SELECT 1", nil, nil, 10); err != context.Canceled {
		t.Errorf("%v", err)
	}
	if _, err := d.Schema(ctx, nil, nil); err != context.Canceled {
		t.Errorf("%v", err)
	}
	for range 200 { // package sql ends its own goroutines by and by
		if goruntime.NumGoroutine() <= before {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if n := goruntime.NumGoroutine(); n > before {
		stacks := make([]byte, 1<<16)
		t.Errorf("%d goroutines, before %d:\n%s", n, before, stacks[:goruntime.Stack(stacks, true)])
	}
}

func TestClosed(t *testing.T) {
	d, err := OpenSQLite(file(t, shop), Options{})
	kit.Try(t, err)
	kit.Try(t, d.Close())
	refused(t, query(t, d, "SELECT 1"), runtime.ClassUnavailable, "closed")
}

// A database in WAL mode, and one that another program writes to: the file itself stays as it is, beside it are the two that the mode needs.
func TestWAL(t *testing.T) {
	name := file(t, shop+"PRAGMA journal_mode=WAL;")
	before := listing(t, filepath.Dir(name))
	d := open(t, name, Options{})
	if rows, _ := answer(t, query(t, d, "SELECT count(*) FROM customers")); rows != "[[3]]" {
		t.Error(rows)
	}
	var beside []string
	for line := range strings.Lines(listing(t, filepath.Dir(name))) {
		if !strings.Contains(before, line) {
			beside = append(beside, strings.TrimPrefix(strings.Fields(line)[0], filepath.Base(name)))
		}
	}
	if got := strings.Join(beside, " "); got != "-shm -wal" {
		t.Errorf("changed or new: %s", got)
	}
	s, _ := bare(t, name)
	_, err := s.ExecContext(t.Context(), "BEGIN IMMEDIATE; INSERT INTO customers(name) VALUES ('Eve')")
	kit.Try(t, err)
	if rows, _ := answer(t, query(t, d, "SELECT count(*) FROM customers")); rows != "[[3]]" {
		t.Error(rows)
	}
	_, err = s.ExecContext(t.Context(), "COMMIT")
	kit.Try(t, err)
	if rows, _ := answer(t, query(t, d, "SELECT count(*) FROM customers")); rows != "[[4]]" {
		t.Error(rows)
	}
}

// A lock that another program does not give back is waited for, and then told as what may pass.
func TestBusy(t *testing.T) {
	name := file(t, shop)
	d := open(t, name, Options{})
	s, _ := bare(t, name)
	_, err := s.ExecContext(t.Context(), "BEGIN EXCLUSIVE")
	kit.Try(t, err)
	r := query(t, d, "SELECT count(*) FROM customers")
	refused(t, r, runtime.ClassUnavailable, "in use by another program")
	if !r.Err.Transient {
		t.Error("not transient")
	}
	time.AfterFunc(100*time.Millisecond, func() { s.ExecContext(context.Background(), "COMMIT") })
	if rows, _ := answer(t, query(t, d, "SELECT count(*) FROM customers")); rows != "[[3]]" {
		t.Error(rows)
	}
}
