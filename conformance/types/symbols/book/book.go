// Package book takes github.com/sqlc-dev/sqlc/examples/booktest/postgresql Book as a parameter.
package book

import booktest "github.com/sqlc-dev/sqlc/examples/booktest/postgresql"

// Value is sent as encoding/json writes it.
var Value = booktest.Book{BookID: 1, Title: "t", BookType: booktest.BookTypeFICTION, Tags: []string{"a"}}

// Got is what the tool was last called with.
var Got booktest.Book

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v booktest.Book) { Got = v }
