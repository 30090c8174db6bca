package runtime_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

func TestOpt(t *testing.T) {
	for _, r := range []struct {
		id      string
		opt     runtime.Opt[int]
		value   int
		ok      bool
		or      int
		changed bool
		after   int // of a field that was 7
		absent  bool
	}{
		{"T57 absent", runtime.Opt[int]{}, 0, false, 5, false, 7, true},
		{"T57 null", runtime.Null[int](), 0, false, 5, true, 0, false},
		{"T57 value", runtime.Some(3), 3, true, 3, true, 3, false},
		{"T57 zero value", runtime.Some(0), 0, true, 0, true, 0, false},
		{"T57 null beside a value is null", runtime.Opt[int]{Set: true, Null: true, Value: 3}, 0, false, 5, true, 0, false},
		{"T57 a value that is not set is absent", runtime.Opt[int]{Value: 3}, 0, false, 5, false, 7, true},
	} {
		t.Run(r.id, func(t *testing.T) {
			value, ok := r.opt.Get()
			require.Equal(t, r.value, value)
			require.Equal(t, r.ok, ok)
			require.Equal(t, r.or, r.opt.Or(5))
			require.Equal(t, r.ok, r.opt.Ptr() != nil)
			field := 7
			require.Equal(t, r.changed, r.opt.Apply(&field))
			require.Equal(t, r.after, field)
			require.Equal(t, r.absent, r.opt.IsZero())
		})
	}
	opt := runtime.Some(3)
	*opt.Ptr() = 4
	require.Equal(t, 3, opt.Value, "the pointer is to a copy")
}

// A patch: what is absent stays, null clears, a value sets.
func ExampleOpt_Apply() {
	title, notes, owner := "Old title", "Old notes", "ann"

	runtime.Some("New title").Apply(&title)
	runtime.Null[string]().Apply(&notes)
	runtime.Opt[string]{}.Apply(&owner)

	fmt.Printf("%q %q %q\n", title, notes, owner)
	// Output: "New title" "" "ann"
}
