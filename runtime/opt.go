package runtime

// Opt is an argument or a property of a result that may be absent, null or a value (N7, T57). It is for tools that change
// things: what is absent stays as it is, null clears, a value sets. Its zero value is absent.
//
// As an argument it is never required. Null is a state of its own only under the directive nullable; without it null
// means absent, as for every optional argument. In a result an absent one is left out, and a null one is null.
//
// Opt is a plain value: copies are independent as far as T's are, and reading one from several goroutines is safe.
type Opt[T any] struct {
	Set   bool // it came: as null or as a value
	Null  bool // it came as null; false unless Set
	Value T    // the value; T's zero value where it is absent or null
}

// Some is a value.
func Some[T any](value T) Opt[T] { return Opt[T]{Set: true, Value: value} }

// Null is a null.
func Null[T any]() Opt[T] { return Opt[T]{Set: true, Null: true} }

// Get returns the value and whether there is one. It is T's zero value and false where o is absent or null.
func (o Opt[T]) Get() (value T, ok bool) {
	if !o.Set || o.Null {
		return value, false
	}
	return o.Value, true
}

// Or returns the value, or other where o is absent or null.
func (o Opt[T]) Or(other T) T {
	if value, ok := o.Get(); ok {
		return value
	}
	return other
}

// Ptr returns a pointer to a copy of the value, nil where o is absent or null.
func (o Opt[T]) Ptr() *T {
	if value, ok := o.Get(); ok {
		return &value
	}
	return nil
}

// Apply changes what dst points to as a patch does, and reports whether it did: a value is stored, null stores T's zero value,
// and an absent one leaves it alone.
func (o Opt[T]) Apply(dst *T) bool {
	if o.Set {
		*dst, _ = o.Get()
	}
	return o.Set
}

// IsZero reports whether o is absent.
func (o Opt[T]) IsZero() bool { return !o.Set }
