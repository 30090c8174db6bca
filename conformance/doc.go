// Package conformance holds the product against judges that nobody here wrote. It has tests only, and is a module of its
// own so that what it needs stays out of everybody else's.
package conformance
