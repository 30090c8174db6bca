// Package model is the plain-data description of a package's tools that the later rooms speak.
//
// collect fills it from syntax and types; schema, names and emit read it. It knows neither go/ast nor go/types nor
// jennifer, holds no positions (they are not part of the output), and nothing in it changes once it is built.
package model

import "time"

// Package is one Go package that has tools.
type Package struct {
	Path string // import path
	Name string // package name
	// Tools, sorted by Name.
	Tools []*Tool
	// Sets are the constructors to generate, sorted by Func: one for functions, one for each receiver type.
	Sets []*Set
	// Taken holds every identifier that the package block or a file block of the package already declares: package
	// scope in all files (every build tag, in-package tests), import names and dot-imported names. Sorted.
	Taken []string
	// Declared holds those of Taken that the package block declares, in all files. An import of the generated file may
	// be called like an import of another file, but not like one of these. Sorted.
	Declared []string
}

// Set is one generated constructor, Tools() or ServiceTools(s *Service).
type Set struct {
	Func  string    // exported name of the constructor
	Recv  *Receiver // nil for the functions' set
	Tools []*Tool   // sorted by Name
}

// Receiver is the type whose methods are tools.
type Receiver struct {
	Type *GoType // the named type, without pointer
}

// Tool is one annotated function or method.
type Tool struct {
	Name        string // wire name
	Const       string // exported identifier of the name constant, such as ToolGetForecast
	Func        string // Go name of the function or method
	Recv        *Receiver
	RecvPointer bool // the method's own receiver is a pointer
	Title       string
	Description string
	Deprecated  bool

	Category     string // execution, network, agent, specialized or ""
	Access       string // public, trusted, admin, system or ""
	Permissions  []string
	ReadOnly     bool
	Additive     bool // destructive=false, or readonly
	Idempotent   bool
	ClosedWorld  bool // openworld=false
	Hidden       bool
	EstimateTime time.Duration
	EstimateMem  int64    // bytes
	Examples     []string // compact JSON arguments
	Limitations  []string
	Dependencies []string
	Secrets      []string // JSON paths of secret arguments

	Signature *GoType  // the function's own type, as written; for a method without the receiver
	Params    []*Param // in order, the context included
	Input     *Object  // the arguments object
	Result    *Result  // nil where there is no result but error
	Error     bool     // the last result is an error
}

// Role says where a parameter's value comes from.
type Role uint8

const (
	Context  Role = iota // context.Context, the first parameter
	Property             // one property of the arguments object
	Root                 // a struct that is the arguments object itself
	Flat                 // a struct whose fields are properties beside others
)

// Param is one parameter of the tool's function.
type Param struct {
	Name     string // Go name; "" for an unnamed context
	Role     Role
	Type     *Type   // nil for Context
	Go       *GoType // the parameter's own type; for a variadic one the slice
	Pointer  bool    // Root and Flat: the function takes a pointer to the struct
	Variadic bool    // the last parameter, passed as name...
}

// Object is a JSON object with known properties.
type Object struct {
	Fields []*Field // in declaration order after embedding is resolved
}

// Field is one property of an object.
type Field struct {
	Name string // JSON name
	// Path leads from the variable that holds the object to the value: one step for a plain field, more through
	// embedded structs. In a tool's Input the first step is the parameter.
	Path []Step
	Type *Type

	Title, Description string
	Deprecated         bool
	Secret             bool
	Examples           []Value

	Optional bool   // may be absent; null then means absent
	Default  *Value // value when absent or null; implies Optional
	Rules    Rules

	OmitEmpty, OmitZero bool // result side: left out when empty (v1's rule) or zero
}

// Step is one selector of a Field's Path.
type Step struct {
	Name string
	// Alloc is the struct to allocate where this step is an embedded pointer that may be nil; nil elsewhere.
	Alloc *GoType
}

// Rules are the constraints that directives put on one value. Numbers keep the text they were written in.
type Rules struct {
	Min, Max, Above, Below, MultipleOf string // numbers; Min and Max also Duration and Time in their text form; "" none
	MinLen, MaxLen                     int    // code points, items or entries; MaxLen -1 means none
	Pattern                            string // strings; "" none
	Format                             string // strings; "" none
	Enum                               []Value
	Unique                             bool // arrays
}

// NoRules constrains nothing.
var NoRules = Rules{MaxLen: -1}

// Result is what a tool returns besides the error.
type Result struct {
	Type *Type // nil where Fields is set
	// Fields are two or more named results, encoded as one object; each has a one-step Path, its name.
	Fields      []*Field
	Description string
}

// Kind is the shape of a Type as JSON sees it.
type Kind uint8

const (
	Bool     Kind = iota
	String        // any string kind
	Int           // signed; Bits says the width
	Uint          // unsigned; Bits says the width
	Float         // Bits is 32 or 64
	Time          // time.Time, RFC 3339 (T40)
	Duration      // time.Duration, Go text (T42)
	Slice
	Array
	Map // string keys
	Struct
	Pointer
)

// Type is a Go type with what JSON needs to know of it. Types may be shared and, through Struct, cyclic.
type Type struct {
	Kind Kind
	Go   *GoType // how Go spells it
	Bits int     // Int, Uint, Float: 8, 16, 32, 64; 0 for int, uint and uintptr
	Elem *Type   // Slice, Array, Map value, Pointer
	Key  *Type   // Map: a String, perhaps with Enum
	Len  int64   // Array

	Struct *StructType // Struct
	Enum   *Enum       // String: the closed set of its typed constants; nil elsewhere
	Known  *Enum       // String: the constants of an open enum, described and not enforced (T80); nil elsewhere
	Doc    string      // first sentence of the named type's doc, a fallback description
}

// Deref is the type behind a pointer, or t itself.
func (t *Type) Deref() *Type {
	for t.Kind == Pointer {
		t = t.Elem
	}
	return t
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
	Fixed  bool // declared in this package: its shape is asserted in the output
	// Shape is the struct literal behind a Fixed type, with all its fields and tags. It is nil where a field's type
	// cannot be spelled in this package; nothing is asserted then.
	Shape *GoType
	// Embeds are the structs of this package that it embeds, at any depth: their shapes are part of its own. They have no
	// Object.
	Embeds []*StructType
}

// Enum is a string type's closed set of constants (T70).
type Enum struct {
	Type   *GoType
	Values []Const // by file name, then position; the first of equal values
}

// Const is one typed constant.
type Const struct {
	Name       string // Go name, in the package of the enum's type
	Value      string
	Doc        string
	Deprecated bool // decodes, but stays out of the schema (T78, X2)
}

// Value is a value known at generation: a default, an enum value, an example.
type Value struct {
	JSON  string // compact JSON text, as the schema shows it
	Kind  ValueKind
	Text  string   // String: the text; Number: the literal; Time: RFC 3339
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
)
