package model

// Kind is the shape of a Type as JSON sees it.
type Kind uint8

const (
	Bool     Kind = iota
	String        // any string kind
	Int           // signed; Bits says the width
	Uint          // unsigned; Bits says the width
	Float         // Bits is 32 or 64
	Number        // json.Number: a number that keeps its own text (T14)
	Time          // time.Time, RFC 3339, or as Form says (T40, T41)
	Duration      // time.Duration, Go text, or as Form says (T42)
	Bytes         // []byte or [N]byte as text; Form says which (T20, T21)
	Text          // a type with a text form of its own; Text says which (T43 to T50, T54, T55)
	Raw           // one JSON value as it is: json.RawMessage, and types that read or write their own JSON (T22, T51, O12)
	Any           // an empty interface: any value (T23)
	Names         // an integer type sent as the names of its constants, which Enum lists (T72, T73)
	Union         // an interface that is one of several structs (R10)
	Optional      // a struct that holds a value and whether there is one; Hold says how (T56, T57)
	Slice
	Array
	Map
	Struct
	Pointer
)

// Scalar reports whether values of the kind are written by one call and held in a variable without an address.
func (k Kind) Scalar() bool { return k < Slice && k != Optional }

// Type is a Go type with what JSON needs to know of it. Types may be shared and, through Struct, cyclic.
type Type struct {
	Kind Kind
	Go   *GoType // how Go spells it
	Bits int     // Int, Uint, Float: 8, 16, 32, 64; 0 for int, uint and uintptr
	Elem *Type   // Slice, Array, Map value, Pointer
	Key  *Type   // Map: a String, perhaps with Enum
	Len  int64   // Array; Bytes of a fixed length, else 0

	Struct *StructType // Struct
	Enum   *Enum       // String, Names, Int, Uint: the closed set of its typed constants; nil elsewhere
	Known  *Enum       // String, Int, Uint: the constants of an open enum, described and not enforced (T80); nil elsewhere
	Doc    string      // first sentence of the named type's doc, a fallback description

	// Form is how the value is written where its kind has several ways; "" is the kind's own. Time: date, time, unix,
	// layout. Duration: seconds, ms, ns, iso8601. Bytes: base64, base64url, hex, utf8. Array of bytes: array. Text: ref for a
	// URL that may be relative, ipv4 or ipv6 for an IP address, number for a big integer. Map: set. Raw: what
	// the Go type is underneath, for its zero value: string, number, bool, list (slice or map), whole (anything else).
	Form   string
	Layout string     // Time with Form layout: the Go layout
	Schema string     // Raw, Any, Map of Any: the declared JSON Schema, compact; "" none (T22, T51)
	Text   *TextForm  // Text
	Union  *UnionType // Union
	Hold   *Holder    // Optional
	Each   *Rules     // Slice, Array: rules of each item; Map: of each value; nil for none

	ByPointer bool // Raw behind a Pointer: it must not be copied, so that functions read and write the pointer itself (T60)
}

// SetForm is the Form of a Map that is sent as a list of its keys (T37); Elem is the type of an item then, like Key.
const SetForm = "set"

// QuotedForm is the Form of a Bool, Int, Uint or Float that is sent as a string (S6).
const QuotedForm = "quoted"

// IsSet reports whether t is a map that is sent as a list of its keys.
func (t *Type) IsSet() bool { return t.Kind == Map && t.Form == SetForm }

// Items are the rules of each item of a slice or array, or of each value of a map.
func (t *Type) Items() Rules {
	if t.Each == nil {
		return NoRules
	}
	return *t.Each
}

// TextForm is how a type with a text form of its own is read and written (T43 to T50). Type.Go may be a pointer: that of a
// type which Go people only use through pointers, where a pointer does not mean optional.
type TextForm struct {
	Name     string // which known type it is, such as url; "" for one that brings UnmarshalText and MarshalText
	Keywords string // further members of its schema, such as "format":"uri"; "" none
	Settled  bool   // every value of the type is written as Keywords say, so that results promise them too (O20)
	Note     string // what the description gains, such as (IP address); "" nothing
	Appends  bool   // it has AppendText beside MarshalText
	// Empty is the value that omitempty leaves out, as Go spells it: nil, 0, false, or "" for text; len where that is what
	// has no items; "" for a type that is never empty.
	Empty string
}

// Holder names the fields of a struct that holds a value and whether there is one.
type Holder struct {
	Value string // the value, of type Elem
	Valid string // bool: there is one
	Null  string // bool: it was null; "" where null and absent are the same
}

// NumberForm reports whether a time or duration is written as a number (T41, T42), of which rules for numbers speak too.
func (t *Type) NumberForm() bool { return t.WholeForm() || t.Form == "seconds" || t.Form == "ms" }

// IsNumber reports whether values of the type are numbers in JSON: what bounds of numbers speak of, and what a number in a text may be
// read as.
func (t *Type) IsNumber() bool {
	switch t.Kind {
	case Int, Uint, Float, Number:
		return t.Form != QuotedForm
	case Text:
		return t.Form == "number"
	}
	return t.NumberForm()
}

// WholeForm reports whether a time or duration is written as a whole number.
func (t *Type) WholeForm() bool { return t.Form == "unix" || t.Form == "ns" }

// MayBeAbsent reports whether values of the type know of being absent, and are left out of a result then (N7).
func (t *Type) MayBeAbsent() bool { return t.Kind == Optional && t.Hold.Null != "" }

// UnionType is a closed choice between structs, told apart by one property, shared by all its uses in one direction.
type UnionType struct {
	Go       *GoType // the interface
	Hint     string  // Go-like name for functions made for it
	Key      string  // the property
	Variants []*Variant
	Doc      string // first sentence of the interface's doc
}

// Variant is one choice of a union.
type Variant struct {
	Value   string      // of the union's property
	Pointer bool        // the value is a pointer to the struct (R14)
	Struct  *StructType // its first field is the union's property, Fixed; no plain use of the struct shares it
}

// Deref is the type of the value that a pointer points to or an Optional holds, or t itself.
func (t *Type) Deref() *Type {
	for t.Kind == Pointer || t.Kind == Optional {
		t = t.Elem
	}
	return t
}

// Sized reports whether the type is an array of bytes, written as text (T21).
func (t *Type) Sized() bool { return t.Kind == Bytes && t.Len > 0 }

// Pointee is what values of a type may point to: of a pointer its element, of a text form behind a pointer that text form
// without it; nil where values are never nil.
func (t *Type) Pointee() *Type {
	switch {
	case t.Kind == Pointer:
		return t.Elem
	case t.Kind == Text && t.Go.Kind == GoPointer:
		bare := *t
		bare.Go = t.Go.Elem
		return &bare
	}
	return nil
}

// Converted reports whether a value of the predeclared type must be converted to t: a named scalar (T12).
func (t *Type) Converted() bool {
	return t.Kind <= Float && t.Go.Kind == GoNamed
}

// StructType is a struct, shared by all its uses in one direction (arguments or results).
type StructType struct {
	Go     *GoType // named, or a struct literal
	Hint   string  // Go-like name for functions made for it: the type's name, or the way to an anonymous one
	Object *Object
	Doc    string     // first sentence of the named type's doc
	Of     *UnionType // the union whose variant it is; nil for a struct by itself
	Fixed  bool       // declared in this package: its shape is asserted in the output
	// Shape is the struct literal behind a Fixed type, with all its fields and tags. It is nil where a field's type
	// cannot be spelled in this package; nothing is asserted then.
	Shape *GoType
	// Embeds are the structs of this package that it embeds, at any depth: their shapes are part of its own. They have no
	// Object.
	Embeds []*StructType
}

// Enum is a type's closed set of constants (T70, T72).
type Enum struct {
	Type   *GoType
	Values []Const // by file name, then position; the first of equal values
}

// Const is one typed constant.
type Const struct {
	Name       string // Go name
	Pkg        string // import path of its package, where that is not the one of the enum's type (T76); else ""
	PkgName    string // that package's own name
	Value      string // the text that stands for it in JSON; of Int and Uint the number
	Doc        string
	Deprecated bool // decodes, but stays out of the schema (T78, X2)
}
