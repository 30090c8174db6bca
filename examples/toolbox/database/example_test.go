package database_test

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/toolgen/toolgen/examples/toolbox/database"
	"github.com/toolgen/toolgen/runtime"
)

// made makes a database to read, and returns its name.
func made(folder string) string {
	name := filepath.Join(folder, "shop.db")
	db, err := sql.Open("sqlite", name)
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, email TEXT); INSERT INTO customers VALUES (1, 'Ada', 'ada@example.com'), (2, 'Bob', NULL)`); err != nil {
		log.Fatal(err)
	}
	return name
}

func ExampleOpenSQLite() {
	folder, err := os.MkdirTemp("", "shop")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	db, err := database.OpenSQLite(made(folder), database.Options{Closed: []string{"customers.email"}})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	reg := runtime.NewRegistry()
	if err := reg.Register(database.DatabaseTools(db)); err != nil {
		log.Fatal(err)
	}
	query := func(args string) {
		fmt.Println(reg.Call(context.Background(), database.ToolDatabaseQuery, []byte(args)).Output())
	}
	fmt.Println(reg.Call(context.Background(), database.ToolDatabaseSchema, []byte(`{}`)).Output())
	query(`{"sql":"SELECT id, name FROM customers WHERE name = ?","params":["Ada"]}`)
	query(`{"sql":"SELECT nme FROM customers"}`)
	query(`{"sql":"SELECT * FROM customers"}`)
	query(`{"sql":"DELETE FROM customers"}`)
	// Output:
	// {"tables":[{"name":"customers","kind":"table","columns":[{"name":"id","type":"INTEGER","key":true},{"name":"name","type":"TEXT"}]}],"truncated":false}
	// {"columns":[{"name":"id","type":"INTEGER"},{"name":"name","type":"TEXT"}],"rows":[[1,"Ada"]],"truncated":false}
	// sql, line 1, column 8: no such column: nme; columns of customers: id, name
	// sql: column customers.email is closed; name the columns that you need, without it
	// sql: expected a SELECT, got DELETE; nothing else can be run here
}

// Any database of package sql is read in a transaction that is marked as read-only and rolled back; its role says what may be read.
func ExampleNew() {
	folder, err := os.MkdirTemp("", "shop")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	pool, err := sql.Open("sqlite", made(folder)) // sql.Open("pgx", "postgres://reader@db.internal/shop") is one of PostgreSQL
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()
	db, err := database.New(database.ReadOnly(pool), database.Options{Rows: 50})
	if err != nil {
		log.Fatal(err)
	}
	reg := runtime.NewRegistry()
	if err := reg.Register(database.DatabaseTools(db)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(reg.Call(context.Background(), database.ToolDatabaseQuery, []byte(`{"sql":"SELECT count(*) AS n FROM customers"}`)).Output())
	// Output:
	// {"columns":[{"name":"n"}],"rows":[[2]],"truncated":false}
}
