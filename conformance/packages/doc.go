// Package packages makes random Go packages with tools and takes each all the way: toolgen, gofmt, go vet, the compiler, a
// program that holds every tool to the containment law, and toolgen again with the declarations in another order.
//
// A package is made from one seed (Random): types of every sort, in it and in packages that it imports, functions with every
// form of parameters, results and comments, names that are hard to live with, and the keys of the directive language where
// they apply, all of it valid by construction. So toolgen is expected to accept it; a refusal must have a code that is
// explained, and few packages may be refused. Wrong adds one mistake of a known kind, which must be refused for that alone.
//
// Batch takes many sources through the stages at once, since they share a module and a program. A failing source is made
// small by leaving out one piece after another (Shrink): the pieces are numbered as they are written (source.go).
//
// types.go says what a type is to the rest; scalars.go, declare.go and structs.go make types, functions.go tools, rules.go
// the keys of values, wrong.go the mistakes.
package packages
