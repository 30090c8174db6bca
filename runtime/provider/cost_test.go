package provider_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/provider"
)

// What is parsed and built costs the allocations of what is returned, and no more than two besides.
func TestCost(t *testing.T) {
	var calls [][3]string
	for i := range 8 {
		calls = append(calls, [3]string{strconv.Itoa(i), "echo", fmt.Sprintf(`{"n":%d,"text":"a \"word\"\n"}`, i)})
	}
	reg := runtime.NewRegistry()
	require.NoError(t, reg.Register(runtime.Set{runtime.Func(runtime.Spec{Name: "echo", Input: args(`{"type":"integer"}`)}, func(context.Context, []byte) runtime.Result { return runtime.Result{} })}))
	for f := range answered {
		t.Run(string(f), func(t *testing.T) {
			response := answer(f, false, calls...)
			var got []provider.Call
			cost := testing.AllocsPerRun(100, func() { got, _ = provider.Calls(f, response) })
			require.Len(t, got, 8)
			require.LessOrEqual(t, cost, 8.0+1+2, "the arguments of each call and their list; two besides")
			require.LessOrEqual(t, testing.AllocsPerRun(100, func() { _, _ = provider.Turn(f, response) }), 1.0+2, "one message; two besides")

			results := make([]runtime.Result, len(got))
			for i := range results {
				results[i].JSON = got[i].Args
			}
			require.LessOrEqual(t, testing.AllocsPerRun(100, func() { _, _ = provider.Results(f, got, results) }), 1.0, "one list of messages")

			offer := provider.NewOffer(reg, f, provider.Options{})
			ctx := context.Background()
			require.LessOrEqual(t, testing.AllocsPerRun(100, func() { _, _ = offer.Tools(ctx) }), 1.0+2, "one list of tools; two besides")
		})
	}
}

// A piece of a stream costs nothing but, now and then, room for what it adds.
func TestCostOfStreams(t *testing.T) {
	for f, events := range inPieces {
		piece := fmt.Appendf(nil, events[1], quoted(`0123456789 "word"`))
		s := streamed(t, f, events[0])
		for range 3000 {
			require.NoError(t, s.Event(piece))
		}
		require.Zero(t, testing.AllocsPerRun(100, func() { _ = s.Event(piece) }), f)

		s = streamed(t, f, events[0]+"\n"+fmt.Sprintf(events[1], quoted(`{"x":1}`))+"\n"+events[2])
		require.LessOrEqual(t, testing.AllocsPerRun(100, func() { _ = s.Calls() }), 2.0, "the arguments, and the list")
		require.LessOrEqual(t, testing.AllocsPerRun(100, func() { _, _ = s.Turn() }), 3.0, "the message; two besides")
	}
}
