// Package agree proves that the contenders of the benchmarks do the same, so that comparing their times means something.
package agree

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/bench"
)

// Check fails where a contender does not give the baseline's bytes for the arguments that are measured, and where a strict
// one does not take and refuse the same variants of them.
func Check(t *testing.T, contenders ...bench.Contender) {
	t.Helper()
	for _, w := range bench.Workloads() {
		want := Answer(t, w, bench.Baseline(), string(w.Args))
		for _, c := range contenders {
			if w.Of(c) == nil {
				continue
			}
			t.Run(w.Name+"/"+c.Name, func(t *testing.T) {
				got := Answer(t, w, c, string(w.Args))
				if c.Sorted {
					require.JSONEq(t, want, got)
				} else {
					require.Equal(t, want, got)
				}
				if !c.Strict {
					return
				}
				for _, args := range w.Accepted {
					require.Equal(t, Answer(t, w, bench.Baseline(), args), Answer(t, w, c, args), "%.1000s", args)
				}
				for _, args := range append(w.Rejected, string(w.Wrong)) {
					_, err := w.Of(c)(context.Background(), []byte(args))
					require.Error(t, err, "%.1000s", args)
				}
			})
		}
	}
}

// Answer is what a contender gives for arguments that it has to accept.
func Answer(t *testing.T, w bench.Workload, c bench.Contender, args string) string {
	t.Helper()
	out, err := w.Of(c)(context.Background(), []byte(args))
	require.NoError(t, err, "%s: %.1000s", c.Name, args)
	return string(out)
}
