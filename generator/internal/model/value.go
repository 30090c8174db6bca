package model

import "time"

// Value is a value known at generation: a default, an enum value, an example.
type Value struct {
	JSON  string // compact JSON text, as the schema shows it
	Kind  ValueKind
	Text  string   // String: the text; Bytes: the bytes; Number: the literal; Time: RFC 3339
	Const *Const   // the enum constant it names, or nil
	Items []Value  // List and Entries
	Keys  []string // Entries: the keys of Items, sorted
	Span  time.Duration
}

// ValueKind says which field of a Value counts.
type ValueKind uint8

const (
	NullValue ValueKind = iota
	TrueValue
	FalseValue
	NumberValue
	TextValue
	TimeValue
	DurationValue
	ListValue
	EntriesValue
	JSONValue // kept as it is: JSON
)
