// Package kit has what the tests of the toolbox's packages share.
package kit

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// Try ends the test where there is an error.
func Try(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Want is the value of a result that must be none of an error.
func Want[T any](t testing.TB, r runtime.Result) (value T) {
	t.Helper()
	if r.Err != nil {
		t.Fatalf("%s: %s (%v)", r.Err.Class, r.Err.Message, r.Err.Unwrap())
	}
	Try(t, json.Unmarshal(r.JSON, &value))
	return value
}

// Refused asserts that a result is an error of that class, whose message has all of these texts.
func Refused(t testing.TB, r runtime.Result, class runtime.Class, texts ...string) {
	t.Helper()
	if r.Err == nil {
		t.Fatalf("not refused: %s", r.Output())
	}
	if r.Err.Class != class {
		t.Errorf("class %s, want %s: %s (%v)", r.Err.Class, class, r.Err.Message, r.Err.Unwrap())
	}
	for _, text := range texts {
		if !strings.Contains(r.Err.Message, text) {
			t.Errorf("%q lacks %q", r.Err.Message, text)
		}
	}
}
