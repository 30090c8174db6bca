package packages

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// random is where everything that differs between two sources comes from.
type random struct{ *rand.Rand }

func newRandom(seed uint64) *random {
	return &random{rand.New(rand.NewPCG(seed, 0x7061636b61676573))}
}

// in is true once in n times.
func (r *random) in(n int) bool { return r.IntN(n) == 0 }

// of is one of some values.
func of[T any](r *random, values ...T) T { return values[r.IntN(len(values))] }

// some are a few of the values, at least one, in their order.
func some[T any](r *random, values []T) []T {
	var out []T
	for _, v := range values {
		if r.in(2) {
			out = append(out, v)
		}
	}
	if len(out) == 0 && len(values) > 0 {
		out = append(out, of(r, values...))
	}
	return out
}

// sentence is a description, sometimes with what is hard to carry: quotes, marks, other alphabets.
func (r *random) sentence() string {
	words := []string{"the", "name", "of", "a", "city", "number", "days", "ahead", "list", "which", "is", "kept", "where", "it", "goes", "next", "page"}
	var out []string
	for range 2 + r.IntN(5) {
		out = append(out, of(r, words...))
	}
	if r.in(8) {
		out = append(out, of(r, `such as "Paris"`, "in °C", "(see below)", "a\\b", "`raw`", "<b>&amp;", "日本", "50 % of it", "x*y", "e.g. 5"))
	}
	return strings.Join(out, " ")
}

// snake is the name that names=snake makes of a Go name: split before an upper-case letter that follows a lower-case letter
// or a digit, or that precedes a lower-case letter in a run of upper-case ones.
func snake(name string) string {
	var b strings.Builder
	runes := []rune(name)
	isUpper := func(i int) bool {
		return i >= 0 && i < len(runes) && strings.ToLower(string(runes[i])) != string(runes[i])
	}
	for i, r := range runes {
		if isUpper(i) && i > 0 && runes[i-1] != '_' && (!isUpper(i-1) || i+1 < len(runes) && !isUpper(i+1) && runes[i+1] != '_' && (runes[i+1] < '0' || runes[i+1] > '9')) {
			b.WriteByte('_')
		}
		b.WriteString(strings.ToLower(string(r)))
	}
	return b.String()
}

// unique is a name that a set has not, and has then.
func unique(taken map[string]bool, name string) string {
	for n, try := 2, name; ; n++ {
		if fold := strings.ToLower(try); !taken[fold] {
			taken[fold] = true
			return try
		}
		try = fmt.Sprintf("%s%d", name, n)
	}
}
