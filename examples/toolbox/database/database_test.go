package database

import (
	"database/sql"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/tooltest"
)

// shop is what most tests read.
const shop = `
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, email TEXT);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER NOT NULL REFERENCES customers(id), total REAL, placed DATE, at TIMESTAMP);
CREATE TABLE secret (x);
CREATE VIEW cities AS SELECT city, count(*) AS customers FROM customers GROUP BY city;
CREATE VIEW broken AS SELECT * FROM gone;
CREATE VIEW peek AS SELECT x FROM secret;
INSERT INTO customers VALUES (1, 'Ada', 'Oslo', 'ada@example.com'), (2, 'Bob', 'Rome', NULL), (3, 'Cid', 'Oslo', NULL);
INSERT INTO orders VALUES (1, 1, 12.5, '2026-01-02', '2026-01-02 10:00:00'), (2, 1, 99, '2026-02-03', '2026-02-03 11:30:00+02:00'), (3, 2, NULL, 'soon', 7);
INSERT INTO secret VALUES ('the secret');
`

// file makes a database of definitions in a folder of its own.
func file(t testing.TB, definitions string) (name string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "data?%20#.db")
	db, err := sql.Open("sqlite", (&connector{dsn: dsn(name, false)}).plain())
	kit.Try(t, err)
	defer db.Close()
	_, err = db.Exec(definitions)
	kit.Try(t, err)
	return name
}

// plain is the address of the same file, as package sql opens it without any guard.
func (c *connector) plain() string { return strings.Split(c.dsn, "?")[0] }

// open opens the database in a file.
func open(t testing.TB, name string, o Options) *Database {
	t.Helper()
	d, err := OpenSQLite(name, o)
	kit.Try(t, err)
	t.Cleanup(func() { kit.Try(t, d.Close()) })
	return d
}

func query(t testing.TB, d *Database, sql string, params ...any) runtime.Result {
	t.Helper()
	args := kit.Object{"sql": sql}
	if params != nil {
		args["params"] = params
	}
	return kit.Call(t, DatabaseTools(d), ToolDatabaseQuery, args)
}

// answer is what the result says, whose rows are given back as JSON.
func answer(t testing.TB, r runtime.Result) (rows string, all kit.Object) {
	t.Helper()
	if r.Err != nil {
		t.Fatalf("%s: %s (%v)", r.Err.Class, r.Err.Message, r.Err.Unwrap())
	}
	var raw struct{ Rows json.RawMessage }
	kit.Try(t, json.Unmarshal(r.JSON, &raw))
	kit.Try(t, json.Unmarshal(r.JSON, &all))
	return string(raw.Rows), all
}

// refused asserts that a result is an error of that class, whose message has all of these texts, and nothing of what is closed or of this machine.
func refused(t testing.TB, r runtime.Result, class runtime.Class, texts ...string) {
	t.Helper()
	kit.Refused(t, r, class, texts...)
	if strings.Contains(r.Output(), "the secret") || strings.Contains(r.Output(), os.TempDir()) {
		t.Errorf("says what it must not: %s", r.Output())
	}
}

func TestOpenRefuses(t *testing.T) {
	name := file(t, shop)
	text := filepath.Join(t.TempDir(), "text")
	kit.Try(t, os.WriteFile(text, []byte(strings.Repeat("no database ", 100)), 0o600))
	for what, c := range map[string]struct {
		name string
		o    Options
	}{
		"no file":          {name + "x", Options{}},
		"a folder":         {t.TempDir(), Options{}},
		"a text":           {text, Options{}},
		"a negative limit": {name, Options{Rows: -1}},
		"a long time":      {name, Options{Time: 31e9}},
		"Schema":           {name, Options{Schema: "SELECT 1"}},
	} {
		d, err := OpenSQLite(c.name, c.o)
		if err == nil {
			d.Close()
			t.Errorf("%s: opened", what)
			continue
		}
		// The host is told what the matter is, not what a model should do.
		if what == "no file" && !errors.Is(err, fs.ErrNotExist) || what == "a text" && !strings.Contains(err.Error(), text+": file is not a database") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := os.Stat(name + "x"); err == nil {
		t.Error("a file was made")
	}
}

func TestContract(t *testing.T) {
	d := open(t, file(t, shop), Options{})
	for _, tool := range DatabaseTools(d) {
		t.Run(tool.Spec().Name, func(t *testing.T) {
			if tool.Spec().Name == ToolDatabaseQuery {
				spec := *tool.Spec()
				spec.Examples = []string{`{"sql":"SELECT name FROM customers WHERE city = ? LIMIT 10","params":["Oslo"]}`, `{"sql":"SELECT count(*) FROM orders WHERE total > :least","named":{"least":99.5}}`}
				tool = runtime.Func(spec, tool.Execute)
			}
			tooltest.Contract(t, tool)
		})
	}
}

func TestQuery(t *testing.T) {
	d := open(t, file(t, shop+`CREATE VIEW tidied AS SELECT id, trim(replace('xAdax', 'da', '-d-a'), 'x') AS tidy FROM customers;`), Options{Cell: 20, Bytes: 3000})
	for _, c := range []struct{ sql, rows string }{
		{"SELECT id, name, email FROM customers ORDER BY id", `[[1,"Ada","ada@example.com"],[2,"Bob",null],[3,"Cid",null]]`},
		{"SELECT total, placed, at FROM orders ORDER BY id", `[[12.5,"2026-01-02","2026-01-02T10:00:00Z"],[99,"2026-02-03","2026-02-03T11:30:00+02:00"],[null,"soon",7]]`},
		{"SELECT placed || '' FROM orders WHERE id = 1", `[["2026-01-02"]]`},
		{"SELECT 9223372036854775807, -9223372036854775808, 9007199254740993", `[[9223372036854775807,-9223372036854775808,9007199254740993]]`},
		{"SELECT 0.1, 1e300, -0.0, 9e999, -9e999, 9e999 - 9e999", `[[0.1,1e+300,-0,{"number":"Infinity"},{"number":"-Infinity"},null]]`},
		{"SELECT x'00ff', x'', '', 'ä' || char(10) || '\"'", `[[{"base64":"AP8="},{"base64":""},"","ä\n\""]]`},
		{"SELECT 'aaaaaaaaaaaaaaaaaaaöö', zeroblob(21)", `[[{"text":"aaaaaaaaaaaaaaaaaaa","bytes":23},{"base64":"AAAAAAAAAAAAAAAAAAAAAAAAAAA=","bytes":21}]]`},
		{"SELECT 1 WHERE 0", `[]`},
		{"VALUES (1, 2), (3, 4);", `[[1,2],[3,4]]`},
		{"WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 3) SELECT x FROM c -- three\n;", `[[1],[2],[3]]`},
		{"SELECT customers FROM cities ORDER BY city", `[[2],[1]]`},
		{"SELECT value FROM json_each('[1,\"a\"]')", `[[1],["a"]]`},
		{"SELECT trim('xxaxyx', 'xy'), ltrim(' a', ' '), rtrim('aöö', 'ö'), trim(7171, 7), trim(NULL, 'a'), trim('a', ''), rtrim('axX', 'X'), ltrim('ÖÖö', 'Ö')", `[["a","a","a","171",null,"a","ax","ö"]]`},
		{"SELECT instr('aöb', 'b'), instr('ab', ''), instr(x'c3b662', x'62'), instr('ab', x'62'), instr(x'c3b6', x'b6'), instr('ö', x'b6'), instr(2.5, '.')", `[[3,1,3,2,2,0,2]]`},
		{"SELECT replace('aaa', 'aa', 'b'), replace(5, '', 'x'), replace(2.5, '.', ','), replace(x'61', 'a', 7), replace('a', 'b', NULL)", `[["ba","5","2,5","7",null]]`},
		{"SELECT tidy FROM tidied WHERE id = 1", `[["A-d-a"]]`},
	} {
		if rows, _ := answer(t, query(t, d, c.sql)); rows != c.rows {
			t.Errorf("%s\ngot  %s\nwant %s", c.sql, rows, c.rows)
		}
	}
	_, all := answer(t, query(t, d, "SELECT id, name AS who, 1 + 1 FROM customers LIMIT 1"))
	if got, _ := json.Marshal(all["columns"]); string(got) != `[{"name":"id","type":"INTEGER"},{"name":"who","type":"TEXT"},{"name":"1 + 1"}]` {
		t.Errorf("columns %s", got)
	}
}
