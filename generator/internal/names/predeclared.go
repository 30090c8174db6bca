package names

import "slices"

// keywords can never be identifiers.
var keywords = []string{
	"break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough", "for", "func", "go", "goto",
	"if", "import", "interface", "map", "package", "range", "return", "select", "struct", "switch", "type", "var",
}

// spelled are the predeclared identifiers that a generated file may spell.
var spelled = []string{
	"any", "append", "bool", "byte", "error", "false", "float32", "float64", "int", "int16", "int32", "int64", "int8",
	"len", "make", "new", "nil", "panic", "rune", "string", "true", "uint", "uint16", "uint32", "uint64", "uint8", "uintptr",
}

// unspelled are the other predeclared identifiers. Nothing of ours is called so in the package block or as an import,
// where it would change the meaning of the user's own code.
var unspelled = []string{
	"cap", "clear", "close", "comparable", "complex", "complex128", "complex64", "copy", "delete", "imag", "iota", "max",
	"min", "print", "println", "real", "recover",
}

// Spelled returns the predeclared identifiers that generated code may spell, sorted: a local variable is not called so.
func Spelled() []string { return slices.Clone(spelled) }

// Shadowed returns those of the declared names that generated code needs in their predeclared meaning, sorted. A package
// that declares one of them (func len, type string) cannot hold generated code: Go has no other way to spell them.
func Shadowed(declared []string) []string {
	var out []string
	for _, name := range spelled {
		if slices.Contains(declared, name) {
			out = append(out, name)
		}
	}
	return out
}

// Package returns the package block of the user's package: what it declares is in use, and so is every predeclared
// identifier and the names that Go itself gives a meaning there.
func Package(declared []string) *Scope {
	s := NewScope(declared...)
	s.Use(spelled...)
	s.Use(unspelled...)
	s.Use("init", "main")
	return s
}
