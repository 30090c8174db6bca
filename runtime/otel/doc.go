// Package otel tells OpenTelemetry of the calls of a registry: a span for each, and how long it took, by the semantic conventions
// for generative AI (status Development). It is a module of its own: a program that does not import it builds none of it.
//
//	observer, err := otel.New(otel.Options{})
//	reg := runtime.NewRegistry(runtime.Observe(observer))
//
// Where the spans go is the business of the program's tracer and meter providers. The package imports runtime of ours and
// OpenTelemetry's API; the SDK is for its tests.
package otel
