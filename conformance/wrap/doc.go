// Package wrap holds the wrappers of the runtime against well-known libraries on a scripted clock: retries against failsafe-go, the
// circuit breaker against gobreaker.
package wrap
