package database

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
)

// attacks are statements that must do nothing but fail: runtime.md 1.6. {other} is another database beside the one that is read,
// {new} a file that does not exist, {bytes} some file of text.
var attacks = []struct {
	name, sql string
	class     runtime.Class
	text      string // of the message
}{
	{"attach another file", "ATTACH '{other}' AS o", runtime.ClassPermissionDenied, "ATTACH"},
	{"attach a new file", "ATTACH '{new}' AS o", runtime.ClassPermissionDenied, "ATTACH"},
	{"attach memory", "ATTACH ':memory:' AS o", runtime.ClassPermissionDenied, "ATTACH"},
	{"attach a temporary file", "ATTACH '' AS o", runtime.ClassPermissionDenied, "ATTACH"},
	{"attach by an expression", "ATTACH char(97) || '{new}' AS o", runtime.ClassPermissionDenied, "ATTACH"},
	{"detach", "DETACH main", runtime.ClassPermissionDenied, "DETACH"},
	{"vacuum", "VACUUM", "", ""},
	{"vacuum into", "VACUUM INTO '{new}'", "", ""},
	{"vacuum main into", "VACUUM main INTO '{new}'", "", ""},
	{"pragma", "PRAGMA user_version", runtime.ClassPermissionDenied, "PRAGMA"},
	{"pragma query_only", "PRAGMA query_only=0", runtime.ClassPermissionDenied, "PRAGMA"},
	{"pragma writable_schema", "PRAGMA writable_schema=1", runtime.ClassPermissionDenied, "PRAGMA"},
	{"pragma journal_mode", "PRAGMA journal_mode=WAL", runtime.ClassPermissionDenied, "PRAGMA"},
	{"pragma temp_store_directory", "PRAGMA temp_store_directory='{new}'", runtime.ClassPermissionDenied, "PRAGMA"},
	{"pragma database_list", "PRAGMA database_list", runtime.ClassPermissionDenied, "PRAGMA"},
	{"pragma as a table", "SELECT * FROM pragma_database_list", "", ""},
	{"pragma as a function", "SELECT * FROM pragma_table_info('secret')", "", ""},
	{"pragma in a subquery", "SELECT (SELECT file FROM pragma_database_list)", "", ""},
	{"explain pragma", "EXPLAIN PRAGMA query_only=0", runtime.ClassPermissionDenied, "PRAGMA"},
	{"insert", "INSERT INTO customers VALUES (9, 'Eve', 'Rome', NULL)", runtime.ClassPermissionDenied, "INSERT"},
	{"insert returning", "INSERT INTO customers(name) VALUES ('Eve') RETURNING id", runtime.ClassPermissionDenied, "INSERT"},
	{"insert from a select", "INSERT INTO customers SELECT * FROM customers", runtime.ClassPermissionDenied, "INSERT"},
	{"upsert", "INSERT INTO customers(id, name) VALUES (1, 'Eve') ON CONFLICT DO UPDATE SET name = 'Eve'", runtime.ClassPermissionDenied, "INSERT"},
	{"replace", "REPLACE INTO customers VALUES (1, 'Eve', 'Rome', NULL)", runtime.ClassPermissionDenied, "INSERT"},
	{"update", "UPDATE customers SET name = 'Eve'", runtime.ClassPermissionDenied, "UPDATE"},
	{"update from", "UPDATE customers SET name = o.id FROM orders o", runtime.ClassPermissionDenied, "UPDATE"},
	{"delete", "DELETE FROM customers", runtime.ClassPermissionDenied, "DELETE"},
	{"delete in a cte", "WITH x AS (SELECT 1) DELETE FROM customers", runtime.ClassPermissionDenied, "DELETE"},
	{"insert in a cte", "WITH x(a) AS (SELECT 'Eve') INSERT INTO customers(name) SELECT a FROM x", runtime.ClassPermissionDenied, "INSERT"},
	{"update in a cte", "WITH x(a) AS (SELECT 'Eve') UPDATE customers SET name = (SELECT a FROM x)", runtime.ClassPermissionDenied, "UPDATE"},
	{"a cte that deletes", "WITH x AS (DELETE FROM customers RETURNING id) SELECT * FROM x", runtime.ClassInvalidArguments, "syntax error"},
	{"explain delete", "EXPLAIN DELETE FROM customers", runtime.ClassPermissionDenied, "DELETE"},
	{"create table", "CREATE TABLE n (x)", runtime.ClassPermissionDenied, "expected a SELECT"},
	{"create temp table", "CREATE TEMP TABLE n AS SELECT * FROM secret", runtime.ClassPermissionDenied, "expected a SELECT"},
	{"create temp view", "CREATE TEMP VIEW n AS SELECT * FROM secret", runtime.ClassPermissionDenied, "expected a SELECT"},
	{"create temp trigger", "CREATE TEMP TRIGGER n AFTER INSERT ON customers BEGIN SELECT 1; END", "", ""},
	{"create index", "CREATE INDEX n ON customers(name)", runtime.ClassPermissionDenied, "expected a SELECT"},
	{"create virtual table", "CREATE VIRTUAL TABLE n USING fts5(x)", runtime.ClassPermissionDenied, "expected a SELECT"},
	{"create temp virtual table", "CREATE VIRTUAL TABLE temp.n USING fts5vocab(main, secret, row)", runtime.ClassPermissionDenied, "expected a SELECT"},
	{"alter table", "ALTER TABLE customers RENAME TO n", "", ""},
	{"drop table", "DROP TABLE customers", runtime.ClassPermissionDenied, ""},
	{"drop view", "DROP VIEW cities", runtime.ClassPermissionDenied, ""},
	{"begin", "BEGIN", runtime.ClassPermissionDenied, "transaction"},
	{"begin immediate", "BEGIN IMMEDIATE", runtime.ClassPermissionDenied, "transaction"},
	{"begin exclusive", "BEGIN EXCLUSIVE", runtime.ClassPermissionDenied, "transaction"},
	{"commit", "COMMIT", runtime.ClassPermissionDenied, "transaction"},
	{"savepoint", "SAVEPOINT s", runtime.ClassPermissionDenied, "SAVEPOINT"},
	{"analyze", "ANALYZE", "", ""},
	{"reindex", "REINDEX", "", ""},
	{"stacked drop", "SELECT 1; DROP TABLE customers", runtime.ClassInvalidArguments, "one statement"},
	{"stacked pragma", "SELECT 1; PRAGMA query_only=0; DELETE FROM customers", runtime.ClassInvalidArguments, "one statement"},
	{"stacked behind a comment", "SELECT 1; -- ;\n DROP TABLE customers", runtime.ClassInvalidArguments, "one statement"},
	{"stacked behind quotes", "SELECT ';'; DROP TABLE customers", runtime.ClassInvalidArguments, "one statement"},
	{"stacked select", "SELECT 1; SELECT 2", runtime.ClassInvalidArguments, "one statement"},
	{"a zero character", "SELECT 1\x00; DROP TABLE customers", runtime.ClassInvalidArguments, "zero"},
	{"nothing", "  -- nothing\n;", runtime.ClassInvalidArguments, "no statement"},
	{"load_extension", "SELECT load_extension('{bytes}')", runtime.ClassPermissionDenied, "load_extension"},
	{"load_extension in a subquery", "SELECT 1 WHERE EXISTS (SELECT load_extension('{bytes}', 'f'))", runtime.ClassPermissionDenied, "load_extension"},
	{"readfile", "SELECT readfile('{bytes}')", "", "readfile"},
	{"writefile", "SELECT writefile('{new}', 'x')", "", "writefile"},
	{"edit", "SELECT edit('x', 'sh')", "", "edit"},
	{"fts3_tokenizer", "SELECT fts3_tokenizer('simple', x'0000000000000000')", "", "fts3_tokenizer"},
	{"sqlite_log", "SELECT sqlite_log(1, 'x')", runtime.ClassPermissionDenied, "sqlite_log"},
	{"the catalog", "SELECT sql FROM sqlite_master", runtime.ClassPermissionDenied, "database_schema"},
	{"the catalog by its new name", "SELECT sql FROM main.sqlite_schema", runtime.ClassPermissionDenied, "database_schema"},
	{"the catalog counted", "SELECT count(*) FROM sqlite_schema", runtime.ClassPermissionDenied, "database_schema"},
	{"the temporary catalog", "SELECT * FROM sqlite_temp_master", runtime.ClassPermissionDenied, "database_schema"},
	{"the pages", "SELECT data FROM sqlite_dbpage", "", ""},
	{"the pages counted", "SELECT count(*) FROM sqlite_dbpage", "", ""},
	{"the use of pages", "SELECT name FROM dbstat", "", ""},
	{"a closed table", "SELECT x FROM secret", runtime.ClassInvalidArguments, "no such table: secret; tables: "},
	{"a closed table with its database", "SELECT x FROM main.secret", runtime.ClassInvalidArguments, "no such table"},
	{"a closed table in other case", "SELECT x FROM SECRET", runtime.ClassInvalidArguments, "no such table"},
	{"a closed table in quotes", "SELECT x FROM \"secret\"", runtime.ClassInvalidArguments, "no such table"},
	{"a closed table counted", "SELECT count(*) FROM secret", runtime.ClassInvalidArguments, "no such table"},
	{"a closed table joined alone", "SELECT 1 FROM customers, secret", runtime.ClassInvalidArguments, "no such table"},
	{"a closed table by its rowid", "SELECT rowid FROM secret", runtime.ClassInvalidArguments, "no such table"},
	{"a closed table in a subquery", "SELECT (SELECT x FROM secret)", runtime.ClassInvalidArguments, "no such table"},
	{"a closed table in a cte", "WITH s AS (SELECT * FROM secret) SELECT count(*) FROM s", runtime.ClassInvalidArguments, "no such table"},
	{"a closed table in a cte of an open name", "WITH customers AS (SELECT x AS name FROM secret) SELECT name FROM customers", runtime.ClassInvalidArguments, "no such table"},
	{"a closed table in a compound", "SELECT name FROM customers UNION SELECT x FROM secret", runtime.ClassInvalidArguments, "no such table"},
	{"a closed table in IN", "SELECT 1 WHERE 'x' IN secret", runtime.ClassInvalidArguments, "no such table"},
	{"a closed table in a function", "SELECT coalesce(NULL, (SELECT max(x) FROM secret))", runtime.ClassInvalidArguments, "no such table"},
	{"a closed table through a view", "SELECT x FROM peek", runtime.ClassInvalidArguments, "no such table"},
	{"a closed column", "SELECT email FROM customers", runtime.ClassPermissionDenied, "customers.email is closed"},
	{"a closed column by a star", "SELECT * FROM customers", runtime.ClassPermissionDenied, "customers.email is closed"},
	{"a closed column in a condition", "SELECT 1 FROM customers WHERE EMAIL LIKE 'a%'", runtime.ClassPermissionDenied, "is closed"},
	{"a closed column in an order", "SELECT name FROM customers ORDER BY email", runtime.ClassPermissionDenied, "is closed"},
	{"a closed column of an alias", "SELECT c.email FROM customers AS c", runtime.ClassPermissionDenied, "is closed"},
	{"a closed column by USING", "SELECT 1 FROM customers a JOIN customers b USING (email)", runtime.ClassPermissionDenied, "is closed"},
	{"a closed column by NATURAL", "SELECT 1 FROM customers NATURAL JOIN (SELECT 'x' AS email)", runtime.ClassPermissionDenied, "join with ON"},
	{"a closed column by USING, in quotes", "SELECT 1 FROM customers a JOIN customers b uSing ([eMail])", runtime.ClassPermissionDenied, "join with ON"},

	{"a blob of a gigabyte", "SELECT zeroblob(1000000000)", runtime.ClassResourceExhausted, "larger"},
	{"a random blob", "SELECT randomblob(1000000000)", runtime.ClassResourceExhausted, "larger"},
	{"a long format", "SELECT printf('%.*c', 1000000000, 'x')", runtime.ClassResourceExhausted, "larger"},
	{"many digits", "SELECT format('%.100000000f', 1.0)", runtime.ClassResourceExhausted, "larger"},
	{"growth by hex", "SELECT hex(hex(hex(hex(zeroblob(900000)))))", runtime.ClassResourceExhausted, "larger"},
	{"growth by replace", "SELECT replace(hex(zeroblob(1000)), '0', hex(zeroblob(1000)))", runtime.ClassResourceExhausted, "larger"},
	{"growth by group_concat", "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT group_concat(hex(zeroblob(1000))) FROM c", runtime.ClassTimeout, "ended after"},
	{"growth by json", "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT json_group_array(hex(zeroblob(1000))) FROM c", runtime.ClassTimeout, "ended after"},
	{"products of lengths", products(), runtime.ClassTimeout, "ended after"},
	{"a long pattern", "SELECT 'a' LIKE replace(hex(zeroblob(1000)), '00', '%a')", "", ""},
	{"a long glob", "SELECT 'a' GLOB replace(hex(zeroblob(1000)), '00', '*a')", "", ""},
	{"a deep expression", "SELECT " + strings.Repeat("(", 3000) + "1" + strings.Repeat(")", 3000), runtime.ClassInvalidArguments, ""},
	{"a long expression", "SELECT 1" + strings.Repeat("+1", 3000), runtime.ClassInvalidArguments, "too large"},
	{"many compounds", "SELECT 1" + strings.Repeat(" UNION SELECT 1", 300), runtime.ClassInvalidArguments, "too many terms"},
	{"many joins", "SELECT 1 FROM customers" + strings.Repeat(", customers", 70), runtime.ClassInvalidArguments, "at most 64 tables"},
	{"many columns", "SELECT 1" + strings.Repeat(", 1", 500), runtime.ClassResourceExhausted, "501 columns"},
	{"many arguments", "SELECT max(1" + strings.Repeat(",1", 500) + ")", runtime.ClassInvalidArguments, "too many arguments"},
	{"a huge number of a placeholder", "SELECT ?99999999", "", ""},

	{"endless", "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT count(*) FROM c", runtime.ClassTimeout, "ended after"},
	{"endless behind a row", "SELECT 1 UNION ALL SELECT * FROM (WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT count(*) FROM c)", runtime.ClassTimeout, "ended after"},
	{"endless without a match", "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT x FROM c WHERE x < 1", runtime.ClassTimeout, "ended after"},
	{"endless distinct", "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT DISTINCT x FROM c WHERE x < 0 OR x % 2 = 3", runtime.ClassTimeout, "ended after"},
	{"endless sorting", "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT x, randomblob(1000) AS b FROM c ORDER BY b", runtime.ClassTimeout, "ended after"},
	{"a product of joins", "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c LIMIT 1000) SELECT count(*) FROM c a, c b, c d, c e", runtime.ClassTimeout, "ended after"},
	{"ctes that double", doubled(40), "", ""},
}

// products asks, without a loop, for what takes seconds or more each where all is compared with all.
func products() string {
	const long, half = "replace(hex(zeroblob(524287)), '0', 'a')", "(replace(hex(zeroblob(262143)), '0', 'a') || 'b')"
	return "SELECT instr(" + long + ", " + half + "), length(replace(" + long + ", " + half + ", '')), length(trim(" + long + ", " + half + "))" +
		" UNION ALL SELECT *, 1, 1 FROM (" + endless + ")"
}

// doubled is n tables, each twice the one before it.
func doubled(n int) string {
	var b strings.Builder
	b.WriteString("WITH a0 AS (SELECT 1 AS x)")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, ", a%d AS (SELECT p.x FROM a%d p, a%d q)", i, i-1, i-1)
	}
	fmt.Fprintf(&b, " SELECT count(*) FROM a%d", n)
	return b.String()
}

func TestAttacks(t *testing.T) {
	name := file(t, shop)
	folder := filepath.Dir(name)
	other := file(t, "CREATE TABLE o (x); INSERT INTO o VALUES ('the secret')")
	text := filepath.Join(t.TempDir(), "text")
	kit.Try(t, os.WriteFile(text, []byte("the secret"), 0o600))
	fill := strings.NewReplacer("{other}", other, "{new}", filepath.Join(folder, "new"), "{bytes}", text)
	temporary := t.TempDir()
	t.Setenv("SQLITE_TMPDIR", temporary)
	before := listing(t, folder, filepath.Dir(other))
	bounds := Options{Time: 150 * time.Millisecond, Closed: []string{"Secret", "customers.Email"}}
	d := open(t, name, bounds)
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			start := time.Now()
			r := query(t, d, fill.Replace(a.sql))
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("took %v", took)
			}
			class := a.class
			if class == "" && r.Err != nil { // several do: SQLite knows no such function here, or refuses for another reason
				class = r.Err.Class
			}
			refused(t, r, class, a.text)
			if after := listing(t, folder, filepath.Dir(other)); after != before {
				t.Fatalf("files were changed:\n%s\nbefore:\n%s", after, before)
			}
			if rows, _ := answer(t, query(t, d, "SELECT count(*), sum(length(name)) FROM customers")); rows != "[[3,9]]" {
				t.Fatalf("then answers %s", rows)
			}
		})
	}
	if left := listing(t, temporary); left != "" {
		t.Errorf("temporary files are left:\n%s", left)
	}
}

// listing is what is in folders, with a hash of each file.
func listing(t testing.TB, folders ...string) string {
	t.Helper()
	var b strings.Builder
	for _, folder := range folders {
		entries, err := os.ReadDir(folder)
		kit.Try(t, err)
		for _, e := range entries {
			data, err := os.ReadFile(filepath.Join(folder, e.Name()))
			kit.Try(t, err)
			fmt.Fprintf(&b, "%s %d %x\n", e.Name(), len(data), sum(data))
		}
	}
	return b.String()
}

// The authorizer alone, in front of a connection that could write and attach, refuses all that it refuses in TestAttacks.
func TestAuthorizerAlone(t *testing.T) {
	name := file(t, shop)
	before := listing(t, filepath.Dir(name))
	s, g := bare(t, name)
	defer s.Close()
	kit.Try(t, g.conn.RegisterAuthorizer(g.authorize))
	fill := strings.NewReplacer("{other}", name, "{new}", filepath.Join(filepath.Dir(name), "new"), "{bytes}", name)
	for _, a := range attacks {
		if a.class != runtime.ClassPermissionDenied || strings.Contains(a.name, "closed") {
			continue
		}
		rows, err := s.QueryContext(context.Background(), fill.Replace(a.sql))
		if err == nil {
			for rows.Next() {
			}
			err = rows.Err()
			rows.Close()
		}
		if err == nil {
			t.Errorf("%s was done", a.name)
		}
	}
	for _, stacked := range []string{"SELECT 1; DROP TABLE customers", "SELECT 1; ATTACH 'x' AS x", "SELECT 1; DELETE FROM customers"} {
		if _, err := s.ExecContext(context.Background(), stacked); err == nil {
			t.Errorf("%s was done", stacked)
		}
	}
	if after := listing(t, filepath.Dir(name)); after != before {
		t.Errorf("files were changed:\n%s\nbefore:\n%s", after, before)
	}
}

// Without the authorizer, the second belt still holds: no file is written or made.
func TestWithoutAuthorizer(t *testing.T) {
	name := file(t, shop)
	other := file(t, shop)
	before := listing(t, filepath.Dir(name), filepath.Dir(other))
	d := open(t, name, Options{})
	c, err := d.from.(*sqliteSource).db.Conn(context.Background())
	kit.Try(t, err)
	defer c.Close()
	kit.Try(t, c.Raw(func(inner any) error { return inner.(*guarded).RegisterAuthorizer(nil) }))
	fill := strings.NewReplacer("{other}", other, "{new}", filepath.Join(filepath.Dir(name), "new"), "{bytes}", other)
	for _, a := range attacks {
		switch {
		case a.class != runtime.ClassPermissionDenied && !strings.HasPrefix(a.sql, "VACUUM"):
			continue
		}
		rows, err := c.QueryContext(context.Background(), fill.Replace(a.sql))
		if err == nil {
			rows.Close()
		}
		if strings.HasPrefix(a.sql, "ATTACH") && err == nil {
			t.Errorf("%s was done", a.name)
		}
	}
	if after := listing(t, filepath.Dir(name), filepath.Dir(other)); after != before {
		t.Errorf("files were changed:\n%s\nbefore:\n%s", after, before)
	}
}

// Without any of the guards the same statements do what they say: the checks above see it.
func TestAttacksAreReal(t *testing.T) {
	for _, a := range attacks {
		switch a.name {
		case "attach a new file":
			a.sql += "; CREATE TABLE o.x (y)"
		case "vacuum into", "insert", "replace", "update", "delete in a cte", "insert in a cte", "create table", "create index", "drop table", "stacked drop", "pragma journal_mode":
		default:
			continue
		}
		name := file(t, shop)
		before := listing(t, filepath.Dir(name))
		db, err := sql.Open("sqlite", (&connector{dsn: dsn(name, false)}).plain())
		kit.Try(t, err)
		if _, err := db.Exec(strings.ReplaceAll(a.sql, "{new}", filepath.Join(filepath.Dir(name), "new"))); err != nil {
			t.Errorf("%s: %v", a.name, err)
		}
		db.Close()
		if listing(t, filepath.Dir(name)) == before {
			t.Errorf("%s changes nothing", a.name)
		}
	}
}

// bare opens a connection without a guard, and returns the guard that it would have.
func bare(t testing.TB, name string) (*sql.Conn, *guarded) {
	t.Helper()
	db, err := sql.Open("sqlite", (&connector{dsn: dsn(name, false)}).plain())
	kit.Try(t, err)
	t.Cleanup(func() { db.Close() })
	c, err := db.Conn(context.Background())
	kit.Try(t, err)
	g := &guarded{guard: guard{rules: newRules(&Options{})}}
	kit.Try(t, c.Raw(func(inner any) error {
		g.conn = inner.(conn)
		return nil
	}))
	return c, g
}

func sum(data []byte) [sha256.Size]byte { return sha256.Sum256(data) }
