// Package onsonic answers calls as tools on bytedance's sonic do: unmarshal into a struct, call, marshal. Nothing is checked.
package onsonic

import (
	"context"

	"github.com/bytedance/sonic"

	"github.com/toolgen/toolgen/bench/arguments"
)

// Calls returns the calls of the workloads S, M and L.
func Calls() (s, m, l func(context.Context, []byte) ([]byte, error)) {
	return call(arguments.Weather.Call), call(arguments.Stations.Call), call(arguments.Readings.Call)
}

func call[In, Out any](f func(In, context.Context) (Out, error)) func(context.Context, []byte) ([]byte, error) {
	return func(ctx context.Context, args []byte) ([]byte, error) {
		var in In
		if err := sonic.Unmarshal(args, &in); err != nil {
			return nil, err
		}
		out, err := f(in, ctx)
		if err != nil {
			return nil, err
		}
		return sonic.Marshal(out)
	}
}
