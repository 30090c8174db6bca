package bench_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/bench"
	"github.com/toolgen/toolgen/bench/agree"
	"github.com/toolgen/toolgen/runtime"
)

func TestContendersAgree(t *testing.T) { agree.Check(t, bench.Contenders()...) }

// The generated code and the baseline stand on the same cursor: they find the same problems in the same words.
func TestGeneratedRefusesLikeTheBaseline(t *testing.T) {
	for _, w := range bench.Workloads() {
		for _, args := range append(w.Rejected, string(w.Wrong)) {
			_, byHand := w.Of(bench.Baseline())(context.Background(), []byte(args))
			_, err := w.Of(bench.Generated())(context.Background(), []byte(args))
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
		for _, w := range bench.Workloads() {
			if w.Name == name {
				require.InEpsilon(t, want.in, len(w.Args), 0.03, "%s in", name)
				require.InEpsilon(t, want.out, len(agree.Answer(t, w, bench.Baseline(), string(w.Args))), 0.03, "%s out", name)
			}
		}
	}
}
