// Package suite holds toolgen against the JSON Schema test suite, draft 2020-12. It has tests only.
//
// The schema of each group is written in Go, as far as Go can say it: as a plain type with directives, as a struct that is the arguments
// object, and as a declared schema. Toolgen makes tools of that, and the group's instances go through their decoders. suite.md is the
// table of what came out; formats.md and patterns.md are those of the formats and patterns alone. The suite is not part of the repository: where it does not lie beside it, the
// tests say so and skip.
package suite
