// Package carry takes Go values into tools and out of them, past the JSON: in a context. The functions of fixtures do
// nothing else, so that a test can compare the value that it gave with the one that came back.
package carry

import "context"

type boxKey struct{}

// Box holds the value of one call.
type Box struct {
	Value any  // what Give returns, or what Take was called with
	Taken bool // Take was called
}

// In returns a context that carries the box. It serves one call at a time.
func In(ctx context.Context, b *Box) context.Context { return context.WithValue(ctx, boxKey{}, b) }

// Give returns the value in the box of ctx, or the zero value where there is no box or nil in it.
func Give[T any](ctx context.Context) T {
	b, _ := ctx.Value(boxKey{}).(*Box)
	if b == nil {
		return *new(T)
	}
	v, _ := b.Value.(T)
	return v
}

// Take puts a value into the box of ctx, if there is one.
func Take[T any](ctx context.Context, v T) {
	if b, _ := ctx.Value(boxKey{}).(*Box); b != nil {
		b.Value, b.Taken = v, true
	}
}
