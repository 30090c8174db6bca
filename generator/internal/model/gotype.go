package model

// GoKind is the form of a Go type expression.
type GoKind uint8

const (
	GoBasic     GoKind = iota // predeclared: Name
	GoNamed                   // declared: Pkg, PkgName, Name, Args
	GoPointer                 // *Elem
	GoSlice                   // []Elem
	GoArray                   // [Len]Elem
	GoMap                     // map[Key]Elem
	GoStruct                  // struct{Fields}
	GoFunc                    // func(Params) Results
	GoInterface               // interface literal: any, or Fields as its methods, each of a GoFunc type
	GoChan                    // Name is chan, chan<- or <-chan; Elem
)

// GoType is a Go type as it must be spelled in the generated file, aliases resolved.
type GoType struct {
	Kind    GoKind
	Name    string    // GoBasic, GoNamed
	Pkg     string    // GoNamed: import path
	PkgName string    // GoNamed: the package's own name
	Args    []*GoType // GoNamed: type arguments
	Elem    *GoType
	Key     *GoType
	Len     int64
	Fields  []GoField // GoStruct; GoInterface: its methods
	Params  []*GoType // GoFunc
	Results []*GoType // GoFunc

	Variadic   bool // GoFunc: the last of Params is a slice, spelled ...Elem
	Comparable bool // == is defined for it
	HasIsZero  bool // it has the method IsZero() bool
}

// GoField is one field of a struct literal.
type GoField struct {
	Name     string
	Type     *GoType
	Tag      string // as in the source, without the quotes
	Embedded bool
}
