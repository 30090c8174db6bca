package tooltest

import "testing"

// Texts asserts that UnmarshalText of a type reads every text as its constant, and that MarshalText, if the type has it, writes
// it: for an integer type whose texts are said by directives, because generated code goes by those and never calls the
// methods (T73). Whoever reads the same values by other ways goes by the methods.
//
//	tooltest.Texts(t, map[Color]string{Red: "red", Green: "green"})
func Texts[T comparable, P interface {
	*T
	UnmarshalText(text []byte) error
}](tb testing.TB, texts map[T]string) {
	tb.Helper()
	if len(texts) == 0 {
		tb.Errorf("tooltest.Texts: there are no texts")
	}
	for want, text := range texts {
		var got T
		if err := P(&got).UnmarshalText([]byte(text)); err != nil {
			tb.Errorf("UnmarshalText(%q): %v, want %v", text, err, want)
		} else if got != want {
			tb.Errorf("UnmarshalText(%q) is %v, want %v", text, got, want)
		}
		value := want
		writer, ok := any(want).(interface{ MarshalText() ([]byte, error) })
		if !ok {
			writer, ok = any(&value).(interface{ MarshalText() ([]byte, error) })
		}
		if !ok {
			continue
		}
		if written, err := writer.MarshalText(); err != nil {
			tb.Errorf("MarshalText of %v: %v, want %q", want, err, text)
		} else if string(written) != text {
			tb.Errorf("MarshalText of %v is %q, want %q", want, written, text)
		}
	}
}
