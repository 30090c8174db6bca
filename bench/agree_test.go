package bench

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// What is compared must be the same: every contender gives the same bytes for the arguments that are measured, and every
// strict one takes and refuses the same variants of them.
func TestContendersAgree(t *testing.T) {
	for _, w := range workloads() {
		want := answer(t, w, contenders()[0], string(w.Args))
		for _, c := range contenders() {
			if w.Of(c) == nil {
				continue
			}
			t.Run(w.Name+"/"+c.Name, func(t *testing.T) {
				require.Equal(t, want, answer(t, w, c, string(w.Args)))
				if !c.Strict {
					return
				}
				for _, args := range w.Accepted {
					require.Equal(t, answer(t, w, contenders()[0], args), answer(t, w, c, args), "%.1000s", args)
				}
				for _, args := range append(w.Rejected, string(w.Wrong)) {
					_, err := w.Of(c)(context.Background(), []byte(args))
					require.Error(t, err, "%.1000s", args)
				}
			})
		}
	}
}

func answer(t *testing.T, w workload, c contender, args string) string {
	t.Helper()
	out, err := w.Of(c)(context.Background(), []byte(args))
	require.NoError(t, err, "%s: %.1000s", c.Name, args)
	return string(out)
}

// The generated code and the baseline stand on the same cursor: they find the same problems in the same words.
func TestGeneratedRefusesLikeTheBaseline(t *testing.T) {
	for _, w := range workloads() {
		for _, args := range append(w.Rejected, string(w.Wrong)) {
			_, byHand := w.Of(baseline())(context.Background(), []byte(args))
			_, err := w.Of(generated())(context.Background(), []byte(args))
			require.EqualError(t, err, byHand.Error(), "%.1000s", args)
			var refusal *runtime.Error
			require.ErrorAs(t, err, &refusal)
			require.Equal(t, runtime.ClassInvalidArguments, refusal.Class)
		}
	}
}

// performance.md gives the sizes; a few per cent more or less change nothing.
func TestWorkloadSizes(t *testing.T) {
	for name, want := range map[string]struct{ in, out int }{
		"S": {41, 53},
		"M": {374, 1026},
		"L": {68_000, 3_500},
	} {
		for _, w := range workloads() {
			if w.Name == name {
				require.InEpsilon(t, want.in, len(w.Args), 0.03, "%s in", name)
				require.InEpsilon(t, want.out, len(answer(t, w, baseline(), string(w.Args))), 0.03, "%s out", name)
			}
		}
	}
}
