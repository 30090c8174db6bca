// Package types holds what toolgen makes of types that others wrote: the values of the corpus's oracle, which encoding/json
// has encoded, and functions and types of popular modules. Each is a package of its own beneath values and symbols, an
// annotated function of the kind that a user would write. What becomes of each stands in oracle.md and signatures.md.
//
// It has tests only, and is a module of its own, since what it needs is hundreds of megabytes and minutes of compiling:
// make conformance runs it, make test does not.
package types
