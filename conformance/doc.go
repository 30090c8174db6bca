// Package conformance holds the product against judges that nobody here wrote. It has tests only, and is a module of its
// own so that what it needs stays out of everybody else's. The rooms below it hold more of them: law is the engine that
// compares schemas with decoders, internal/lab makes the modules that it is put to.
package conformance
