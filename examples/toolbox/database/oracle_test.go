package database

import (
	"bytes"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
)

var (
	queries = flag.Int("database.n", 1000, "how many random queries TestAnswers compares")
	seed    = flag.Uint64("database.seed", 1, "what they are made of")
)

// The law: what database_query answers is what package sql answers without any guard, row by row and value by value, over random
// tables and queries. And the comparison notices a wrong answer: of each, some are made and must be found.
func TestAnswers(t *testing.T) {
	const perFile = 200
	rows, failed, wrong := 0, 0, 0
	for start := 0; start < *queries; start += perFile {
		g := &maker{Rand: rand.New(rand.NewPCG(*seed, uint64(start)))}
		name, plain := g.database(t)
		d := open(t, name, Options{Bytes: 4 << 20, Cell: 1 << 20})
		for range min(perFile, *queries-start) {
			g.params = nil
			q := g.query(3)
			want, err := reference(plain, q, g.params)
			r := kit.Call(t, DatabaseTools(d), ToolDatabaseQuery, kit.Object{"sql": q, "params": g.asJSON(), "max_rows": 1000})
			if (err != nil) != (r.Err != nil) {
				t.Fatalf("seed %d, file %d: %s\nparams %v\npackage sql: %v\nthe tool: %v", *seed, start, q, g.params, err, r.Err)
			}
			if err != nil {
				failed++
				continue
			}
			rows += len(want)
			if diff := differs(r.JSON, want); diff != "" {
				t.Fatalf("seed %d, file %d: %s\nparams %v\n%s", *seed, start, q, g.params, diff)
			}
			for what, mutant := range mutants(r.JSON) {
				wrong++
				if differs(mutant, want) == "" {
					t.Fatalf("%s is not noticed: %s\nin %s", what, mutant, r.JSON)
				}
			}
		}
		plain.Close()
	}
	t.Logf("%d queries, %d rows, %d refused by both, %d wrong answers noticed", *queries, rows, failed, wrong)
	if rows < *queries || failed > *queries/5 || wrong < *queries {
		t.Errorf("too little is compared")
	}
}

// reference is what package sql says.
func reference(db *sql.DB, q string, params []any) (all [][]any, err error) {
	rows, err := db.Query(q, params...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	for rows.Next() && len(all) < 1000 {
		row, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, rows.Err()
}

// differs says where an answer differs from rows; "" where it does not.
func differs(answer []byte, want [][]any) string {
	var got struct{ Rows [][]any }
	dec := json.NewDecoder(bytes.NewReader(answer))
	dec.UseNumber()
	if err := dec.Decode(&got); err != nil {
		return err.Error()
	}
	if len(got.Rows) != len(want) {
		return fmt.Sprintf("%d rows, want %d", len(got.Rows), len(want))
	}
	for i, row := range want {
		if len(got.Rows[i]) != len(row) {
			return fmt.Sprintf("row %d has %d values, want %d", i, len(got.Rows[i]), len(row))
		}
		for j, v := range row {
			if !same(got.Rows[i][j], v) {
				return fmt.Sprintf("row %d, value %d: %v, want %T %v", i, j, got.Rows[i][j], v, v)
			}
		}
	}
	return ""
}

// same reports whether JSON says what a value of package sql is.
func same(got, want any) bool {
	number, _ := got.(json.Number)
	marked, _ := got.(map[string]any)
	switch want := want.(type) {
	case nil:
		return got == nil
	case int64:
		return string(number) == strconv.FormatInt(want, 10)
	case float64:
		if math.IsInf(want, 0) {
			return marked["number"] == map[bool]string{true: "Infinity", false: "-Infinity"}[want > 0]
		}
		f, err := number.Float64()
		return err == nil && math.Float64bits(f) == math.Float64bits(want)
	case string:
		return got == string([]rune(want)) // each byte that is no UTF-8 is U+FFFD (O17)
	case []byte:
		data, err := base64.StdEncoding.DecodeString(fmt.Sprint(marked["base64"]))
		return marked != nil && err == nil && bytes.Equal(data, want) && marked["bytes"] == nil
	case time.Time:
		text, _ := got.(string)
		at, err := time.Parse(time.RFC3339, text)
		if len(text) == len(time.DateOnly) {
			at, err = time.Parse(time.DateOnly, text)
		}
		return err == nil && at.Equal(want)
	}
	return false
}

// mutants are wrong answers made of a right one that has rows.
func mutants(answer []byte) map[string][]byte {
	var v struct {
		Columns json.RawMessage     `json:"columns"`
		Rows    [][]json.RawMessage `json:"rows"`
	}
	if json.Unmarshal(answer, &v) != nil || len(v.Rows) == 0 {
		return nil
	}
	all := map[string][]byte{}
	make := func(what string, change func(rows [][]json.RawMessage) [][]json.RawMessage) {
		w := v
		w.Rows = nil
		for _, row := range v.Rows {
			w.Rows = append(w.Rows, append([]json.RawMessage{}, row...))
		}
		w.Rows = change(w.Rows)
		all[what], _ = json.Marshal(w)
	}
	last := len(v.Rows) - 1
	make("a row is lost", func(rows [][]json.RawMessage) [][]json.RawMessage { return rows[:last] })
	make("a row is there twice", func(rows [][]json.RawMessage) [][]json.RawMessage { return append(rows, rows[last]) })
	for what, change := range map[string]func(string) string{
		"null is a text": func(s string) string { return strings.Replace(s, "null", `""`, 1) },
		"a text is null": func(s string) string { return map[bool]string{true: "null", false: s}[s[0] == '"'] },
		"a number is a text": func(s string) string {
			return map[bool]string{true: `"` + s + `"`, false: s}[strings.Trim(s, "-0123456789") == ""]
		},
		"a number is rounded": func(s string) string {
			f, err := strconv.ParseFloat(s, 64)
			if err != nil {
				return s
			}
			return strconv.FormatFloat(f*(1+0x1p-40)+0x1p-1000, 'g', -1, 64)
		},
		"a blob is a text":       func(s string) string { return strings.TrimSuffix(strings.TrimPrefix(s, `{"base64":`), "}") },
		"a character is another": func(s string) string { return strings.Replace(s, `"`, `"~`, 1) },
	} {
		for i, cell := range v.Rows[last] {
			if changed := change(string(cell)); changed != string(cell) && (cell[0] != '{' || what == "a blob is a text") {
				make(what, func(rows [][]json.RawMessage) [][]json.RawMessage {
					rows[last][i] = json.RawMessage(changed)
					return rows
				})
				break
			}
		}
	}
	return all
}

// maker makes random databases and queries.
type maker struct {
	*rand.Rand
	params []any
	ctes   []string // tables of the query itself, of columns c0 and c1
}

var declared = []string{"INTEGER", "REAL", "TEXT", "BLOB", "NUMERIC", "", "DATE", "TIMESTAMP", "BOOLEAN", "VARCHAR(10)"}

const tableCount, columnCount = 3, 5

// database makes a database of random tables, and opens it as package sql does.
func (g *maker) database(t testing.TB) (name string, plain *sql.DB) {
	t.Helper()
	var b strings.Builder
	for i := range tableCount {
		fmt.Fprintf(&b, "CREATE TABLE t%d (", i)
		for j := range columnCount {
			fmt.Fprintf(&b, "c%d %s, ", j, declared[g.IntN(len(declared))])
		}
		b.WriteString("k INTEGER PRIMARY KEY);")
	}
	fmt.Fprintf(&b, "CREATE INDEX i ON t0(c1); CREATE INDEX j ON t1(c0, c2); CREATE VIEW v AS SELECT c0, c1, count(*) AS c2 FROM t%d GROUP BY 1, 2;", g.IntN(tableCount))
	name = file(t, b.String())
	plain, err := sql.Open("sqlite", (&connector{dsn: dsn(name, false)}).plain())
	kit.Try(t, err)
	for i := range tableCount {
		for range g.IntN(30) {
			values := make([]any, columnCount)
			for j := range values {
				values[j] = g.value()
			}
			_, err := plain.Exec(fmt.Sprintf("INSERT INTO t%d(c0, c1, c2, c3, c4) VALUES (?, ?, ?, ?, ?)", i), values...)
			kit.Try(t, err)
		}
	}
	return name, plain
}

// value is one of any storage class.
func (g *maker) value() any {
	switch g.IntN(7) {
	case 0:
		return nil
	case 1:
		return int64(g.IntN(10) - 3)
	case 2:
		return pick(g, []int64{0, 1, -1, 1<<53 + 1, -1<<53 - 1, math.MaxInt64, math.MinInt64, 1767312000})
	case 3:
		return pick(g, []float64{0.5, -1.25, 0.1, 1e300, 5e-324, 3, 1e15, 123456789.125, math.Inf(1), math.Inf(-1), math.Copysign(0, -1)})
	case 4:
		return pick(g, []string{"", "a", "b", "ab", "Ä", "日本", "3", "3.0", "1e2", " x ", "a\nb", "\"q\"", "2026-01-02", "2026-01-02 03:04:05", "2026-01-02T03:04:05+02:00", "true", "\U0001F389"})
	case 5:
		return pick(g, [][]byte{{}, {0}, {0xff, 0xfe}, []byte("a"), {1, 2, 3, 4, 5}})
	}
	return strconv.Itoa(g.IntN(20))
}

func pick[T any](g *maker, all []T) T { return all[g.IntN(len(all))] }

// asJSON is the parameters as a model gives them.
func (g *maker) asJSON() []any {
	if g.params == nil {
		return []any{}
	}
	return g.params
}

// literal is a value in the text, or as a parameter where JSON has such a one.
func (g *maker) literal() string {
	switch v := g.value().(type) {
	case nil:
		return "NULL"
	case int64:
		if g.IntN(2) == 0 {
			g.params = append(g.params, v)
			return "?"
		}
		return strconv.FormatInt(v, 10)
	case float64:
		if math.IsInf(v, 0) {
			return map[bool]string{true: "9e999", false: "-9e999"}[v > 0]
		}
		if g.IntN(2) == 0 && v != math.Trunc(v) {
			g.params = append(g.params, v)
			return "?"
		}
		return strconv.FormatFloat(v, 'e', -1, 64)
	case string:
		if g.IntN(2) == 0 {
			g.params = append(g.params, v)
			return "?"
		}
		return "'" + strings.ReplaceAll(v, "'", "''") + "'"
	case []byte:
		return fmt.Sprintf("x'%x'", v)
	}
	panic("another value")
}

// column is one of the tables in scope.
func (g *maker) column(scope []string) string {
	if len(scope) == 0 {
		return g.literal()
	}
	of := pick(g, scope)
	n := columnCount
	if strings.HasPrefix(of, "s") {
		n = 2
	}
	return of + ".c" + strconv.Itoa(g.IntN(n))
}

func (g *maker) expr(depth int, scope []string) string {
	if depth <= 0 || g.IntN(4) == 0 {
		if g.IntN(3) > 0 {
			return g.column(scope)
		}
		return g.literal()
	}
	e := func() string { return g.expr(depth-1, scope) }
	switch g.IntN(17) {
	case 0, 1:
		return "(" + e() + pick(g, []string{" + ", " - ", " * ", " / ", " % ", " || ", " & ", " << "}) + e() + ")"
	case 2, 3:
		return "(" + e() + pick(g, []string{" = ", " <> ", " < ", " <= ", " > ", " IS ", " IS NOT ", " AND ", " OR "}) + e() + ")"
	case 4:
		return pick(g, []string{"NOT ", "- ", "+ ", "~ "}) + "(" + e() + ")"
	case 5:
		return pick(g, []string{"abs", "length", "lower", "upper", "typeof", "hex", "quote", "round", "sign", "trim", "ltrim", "rtrim", "unicode"}) + "(" + e() + ")"
	case 6:
		return pick(g, []string{"coalesce", "ifnull", "nullif", "instr", "max", "min", "like", "glob", "iif"}) + "(" + e() + ", " + e() + ")"
	case 7:
		return "CASE WHEN " + e() + " THEN " + e() + " ELSE " + e() + " END"
	case 8:
		return "CAST(" + e() + " AS " + pick(g, []string{"INTEGER", "REAL", "TEXT", "BLOB", "NUMERIC"}) + ")"
	case 9:
		return "(" + e() + pick(g, []string{" IN (", " NOT IN ("}) + e() + ", " + e() + ", " + g.literal() + "))"
	case 10:
		return "(" + e() + " BETWEEN " + e() + " AND " + e() + ")"
	case 11:
		return "(" + e() + " LIKE " + pick(g, []string{"'%a%'", "'_'", "'3%'"}) + ")"
	case 12:
		return "substr(" + e() + ", " + strconv.Itoa(g.IntN(5)-2) + ", " + strconv.Itoa(g.IntN(4)) + ")"
	case 13:
		return "printf(" + pick(g, []string{"'%d'", "'%s'", "'%q'", "'%.3f'", "'%x'"}) + ", " + e() + ")"
	case 14:
		return "(SELECT " + pick(g, []string{"count", "min", "max", "total"}) + "(u.c" + strconv.Itoa(g.IntN(columnCount)) + ") FROM t" + strconv.Itoa(g.IntN(tableCount)) + " u WHERE " + g.expr(depth-1, append([]string{"u"}, scope...)) + ")"
	case 15:
		return pick(g, []string{"EXISTS", "NOT EXISTS"}) + " (SELECT 1 FROM t" + strconv.Itoa(g.IntN(tableCount)) + " w WHERE w.c0 = " + e() + ")"
	}
	if g.IntN(2) == 0 {
		return "replace(" + e() + ", " + e() + ", " + e() + ")"
	}
	return pick(g, []string{"trim", "ltrim", "rtrim", "instr"}) + "(" + e() + ", " + e() + ")"
}

// from is tables, and the names that they have.
func (g *maker) from(depth int) (text string, scope []string) {
	for i := range 1 + g.IntN(3) {
		alias := "a" + strconv.Itoa(i)
		of := "t" + strconv.Itoa(g.IntN(tableCount))
		if len(g.ctes) > 0 && g.IntN(2) == 0 {
			of, alias = pick(g, g.ctes), "s"+strconv.Itoa(i)
		} else if g.IntN(6) == 0 {
			of, alias = "(SELECT c0, c1 FROM v)", "s"+strconv.Itoa(i)
		} else if depth > 0 && g.IntN(5) == 0 {
			inner, within := "t"+strconv.Itoa(g.IntN(tableCount))+" b", []string{"b"}
			of = "(SELECT " + g.expr(1, within) + " AS c0, " + g.expr(1, within) + " AS c1 FROM " + inner + " ORDER BY b.k LIMIT 7)"
			alias = "s" + strconv.Itoa(i)
		}
		scope = append(scope, alias)
		if i == 0 {
			text = of + " AS " + alias
			continue
		}
		text += pick(g, []string{" JOIN ", " LEFT JOIN ", " FULL JOIN ", " RIGHT JOIN "}) + of + " AS " + alias + " ON " + scope[0] + ".c0 = " + alias + ".c" + strconv.Itoa(g.IntN(2))
	}
	return text, scope
}

func (g *maker) where(scope []string) string {
	if g.IntN(2) == 0 {
		return ""
	}
	return " WHERE " + g.expr(2, scope)
}

func (g *maker) query(depth int) string {
	g.ctes = nil
	with := ""
	for i := range g.IntN(3) {
		text, scope := g.from(0)
		name := "cte" + strconv.Itoa(i)
		with += map[bool]string{true: "WITH RECURSIVE ", false: ", "}[i == 0] + name + "(c0, c1) AS "
		if g.IntN(3) == 0 {
			with += "(SELECT 1, " + g.literal() + " UNION ALL SELECT c0 + 1, c1 FROM " + name + " WHERE c0 < " + strconv.Itoa(g.IntN(10)) + ")"
		} else {
			with += "(SELECT " + g.expr(1, scope) + ", " + g.expr(1, scope) + " FROM " + text + g.where(scope) + " LIMIT 20)"
		}
		g.ctes = append(g.ctes, name)
	}
	if with != "" {
		with += " "
	}
	switch g.IntN(10) {
	case 0, 1, 2: // groups
		text, scope := g.from(1)
		by := g.column(scope)
		q := with + "SELECT " + by + ", " + pick(g, []string{"count(*)", "count(DISTINCT " + g.column(scope) + ")", "sum(" + g.column(scope) + ")", "avg(" + g.column(scope) + ")", "group_concat(" + g.column(scope) + ")"}) +
			", min(" + g.expr(1, scope) + "), max(" + g.expr(1, scope) + ") FROM " + text + g.where(scope) + " GROUP BY " + by
		if g.IntN(2) == 0 {
			q += " HAVING count(*) > " + strconv.Itoa(g.IntN(2))
		}
		return q + " ORDER BY 1, 2"
	case 3: // compounds
		text, scope := g.from(0)
		q := with + "SELECT " + g.expr(2, scope) + ", " + g.expr(1, scope) + " FROM " + text + g.where(scope) + pick(g, []string{" UNION ", " UNION ALL ", " INTERSECT ", " EXCEPT "})
		text, scope = g.from(0)
		return q + "SELECT " + g.expr(2, scope) + ", " + g.expr(1, scope) + " FROM " + text + g.where(scope)
	case 4: // windows
		text, scope := g.from(0)
		return with + "SELECT " + g.column(scope) + ", row_number() OVER w, " + pick(g, []string{"sum", "count", "max", "first_value"}) + "(" + g.column(scope) + ") OVER w FROM " + text +
			g.where(scope) + " WINDOW w AS (PARTITION BY " + g.column(scope) + " ORDER BY " + g.column(scope) + ")"
	case 5:
		return with + "VALUES (" + g.expr(depth, nil) + ", " + g.literal() + "), (" + g.literal() + ", " + g.expr(1, nil) + ")"
	}
	text, scope := g.from(1)
	q := with + "SELECT " + pick(g, []string{"", "DISTINCT "}) + g.column(scope)
	for range g.IntN(4) {
		q += ", " + g.expr(depth, scope)
	}
	q += " FROM " + text + g.where(scope)
	if g.IntN(2) == 0 {
		q += " ORDER BY 1" + pick(g, []string{"", " DESC", " NULLS LAST", " COLLATE NOCASE"})
	}
	if g.IntN(2) == 0 {
		q += " LIMIT " + strconv.Itoa(1+g.IntN(20)) + " OFFSET " + strconv.Itoa(g.IntN(3))
	}
	return q
}
