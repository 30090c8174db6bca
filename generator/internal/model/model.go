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
	Strict      string // auto, on, off or "": whether providers hold models to the schema

	Category     string // execution, network, agent, specialized or ""
	Access       string // public, trusted, admin, system or ""
	Permissions  []string
	ReadOnly     bool
	Additive     bool // destructive=false, or readonly
	Idempotent   bool
	ClosedWorld  bool // openworld=false
	Hidden       bool
	EstimateTime time.Duration
	EstimateCPU  time.Duration
	EstimateMem  int64    // bytes
	Examples     []string // compact JSON arguments
	Limitations  []string
	Dependencies []string // names of tools of the package, and external:NAME for all else
	Secrets      []string // JSON paths of secret arguments

	Limits Limits // what stands around a call
	Opaque bool   // models do not read what a plain error says

	Coerce  Coercion // which wrongly typed arguments are put right
	Unknown string   // what happens to unknown properties: refused for "", else ignore or warn (L11)

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
	Injected             // supplied by the adapter, never part of the arguments: Source says by what (F6)
)

// Source is what supplies an injected parameter.
type Source struct {
	Func     *GoType // a user's func(context.Context) (T, error): its spelling in Pkg, PkgName and Name; nil for the others
	Injected string  // "principal" or "progress": by type; "" where Func is set
}

// Param is one parameter of the tool's function.
type Param struct {
	Name     string // Go name; "" for an unnamed context
	Role     Role
	Type     *Type   // nil for Context
	Go       *GoType // the parameter's own type; for a variadic one the slice
	Pointer  bool    // Root and Flat: the function takes a pointer to the struct
	Variadic bool    // the last parameter, passed as name...
	Source   *Source // Injected
}

// Object is a JSON object with known properties.
type Object struct {
	Fields []*Field // in declaration order after embedding is resolved
	// Rest is the map that takes what no field names, and whose entries stand beside the fields in a result (S16); it has
	// no Name. nil: other keys are refused.
	Rest *Field
	// Groups are the rules across its fields; arguments alone have some.
	Groups []*Group
}

// All are the fields, and the remainder behind them.
func (o *Object) All() []*Field {
	if o.Rest == nil {
		return o.Fields
	}
	return append(o.Fields[:len(o.Fields):len(o.Fields)], o.Rest)
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

	Fixed string // the discriminator of a union's variant: always this text, and no Path leads to it; "" elsewhere

	Optional bool   // may be absent; null then means absent
	Default  *Value // value when absent or null; implies Optional
	Rules    Rules

	Coerce *Coercion // which wrongly typed values are put right here; nil for what holds around it

	OmitEmpty, OmitZero bool // result side: left out when empty (v1's rule) or zero
	// Hidden says that an embedded struct on the way to it cannot be named here, so that no literal can set it.
	Hidden bool
	// Zero are the parts that must all be zero under OmitZero, where the type as a whole cannot be compared (S5).
	Zero []ZeroPart
}

// ZeroPart is a part of a value that can be compared with zero.
type ZeroPart struct {
	Path string // selectors and indexes behind the value, such as .Tags; "" for the value itself
	Zero string // nil, 0, false, "", or {} for a composite literal of Go
	Go   *GoType
}

// Step is one selector of a Field's Path.
type Step struct {
	Name string
	// Alloc is the struct to allocate where this step is an embedded pointer that may be nil; nil elsewhere.
	Alloc *GoType
	// Embedded is the struct that this step goes through, where it is no field of its own; nil for the last step.
	Embedded *GoType
}

// Rules are the constraints that directives put on one value. Numbers keep the text they were written in.
type Rules struct {
	Min, Max, Above, Below, MultipleOf string // numbers; Min and Max also Duration and Time in their text form; "" none
	MinLen, MaxLen                     int    // code points, items or entries; MaxLen -1 means none
	Pattern                            string // strings; "" none
	Format                             string // strings; "" none
	Enum                               []Value
	Unique                             bool // arrays
	Nullable                           bool // null is a value of its own (N6)
}

// NoRules constrains nothing.
var NoRules = Rules{MaxLen: -1}
