package suite

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/conformance/internal/lab"
)

// Whatever pattern the generator lets pass means the same to the decoder, which has RE2, and to ECMA-262, which reads the schema (X7):
// random patterns of pieces that one of them knows, or both.
func TestRandomPatterns(t *testing.T) {
	const seed = 7
	random := rand.New(rand.NewPCG(seed, seed))
	var subjects []*subject
	var patterns []string
	for i := range 300 {
		pattern := randomPattern(random, 3)
		tool := fmt.Sprintf("pattern%03d", i)
		subjects = append(subjects, &subject{dir: "randompatterns", tool: tool, source: toolSource(tool, "string", []string{"pattern=" + strconv.Quote(pattern)})})
		patterns = append(patterns, pattern)
	}
	l := lab.New(t)
	generate(t, l, subjects)

	var calls []call
	var texts []string
	var of []int // the pattern of each call
	refused := 0
	for i, s := range subjects {
		if s.refused != "" {
			require.Equal(t, "K18", s.refused[:3], s.refused)
			refused++
			continue
		}
		for range 40 {
			text := randomText(random)
			calls = append(calls, call{s.at(), json.RawMessage(`{"value":` + jsonText(text) + `}`)})
			texts, of = append(texts, text), append(of, i)
		}
	}
	require.NotZero(t, refused)
	require.Greater(t, len(subjects)-refused, 100)
	matched := 0
	for i, v := range run(t, l, subjects, calls) {
		pattern := patterns[of[i]]
		re, err := compileECMA(pattern)
		if err != nil {
			t.Errorf("seed %d: %q is let pass, and ECMA-262 refuses it: %v", seed, pattern, err)
			continue
		}
		if want := re.MatchString(texts[i]); want != (v.Class == "") {
			t.Errorf("seed %d: %q and %q: a match is %v by ECMA-262, and the decoder says %q", seed, pattern, texts[i], want, v.Message)
		} else if want {
			matched++
		}
	}
	require.Greater(t, matched, len(calls)/10)
	require.Less(t, matched, len(calls)*9/10)
}

// randomPattern joins pieces, some of which nest others.
func randomPattern(r *rand.Rand, depth int) string {
	var b strings.Builder
	for range 1 + r.IntN(3) {
		b.WriteString(randomPiece(r, depth))
		if r.IntN(3) == 0 {
			b.WriteString(pick(r, "*", "+", "?", "{2}", "{1,2}", "*?", "{0,}"))
		}
	}
	return b.String()
}

func randomPiece(r *rand.Rand, depth int) string {
	switch n := r.IntN(20); {
	case n < 7:
		return pick(r, "a", "b", "é", "1", " ", "-", "_", "/", `\.`, `\t`, `\x41`, `\/`, ".")
	case n < 11:
		return pick(r, `\d`, `\w`, `\s`, `\D`, `\W`, `\S`)
	case n < 14:
		return pick(r, "[a-c]", `[^a\d]`, `[\w-]`, `[\s\-]`, "[.$^]", `[\]a]`, `[^\s]`, `[\t-\r]`, "[é-ü]", "[-a]")
	case n < 16:
		return pick(r, "^", "$", `\b`, `\B`)
	case n < 19 && depth > 0:
		inner := randomPattern(r, depth-1) + pick(r, "", "", "|"+randomPattern(r, depth-1))
		return pick(r, "(", "(?:") + inner + ")"
	}
	// What one of the two does not know, or knows otherwise.
	return pick(r, `\p{L}`, "(?i)a", `\A`, `\z`, "[[:alpha:]]", "]", "{", `\-`, "(?=a)", `\Qa\E`, `\C`, `[\S]`, `[\w-z]`, "(?P<n>a)", `\1`, `\_`, "[]a]")
}

// randomText has characters that the pieces speak of.
func randomText(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(5) {
		b.WriteString(pick(r, "a", "b", "c", "A", "é", "ï", "1", "9", " ", "-", "_", "/", ".", "\t", "\n", "\r", "\v", "\u00a0", "\ufeff", "\u0085", "🐲", "]", "$"))
	}
	return b.String()
}

func pick(r *rand.Rand, from ...string) string { return from[r.IntN(len(from))] }
