// Package compose holds plans and chains against interpreters that were written a second time, naively, from the promises of
// runtime/compose alone. It has tests only.
package compose
