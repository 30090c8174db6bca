// Package eino answers calls as tools of cloudwego's eino, on sonic. Nothing is checked.
package eino

import (
	"context"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"

	"github.com/toolgen/toolgen/bench/arguments"
)

// Calls returns the calls of the workloads S, M and L.
func Calls() (s, m, l func(context.Context, []byte) ([]byte, error)) {
	return call(infer("get_weather", arguments.Weather.Call)),
		call(infer("find_stations", arguments.Stations.Call)),
		call(infer("store_readings", arguments.Readings.Call))
}

// Register makes the tools of the three workloads, with schemas inferred from their arguments.
func Register() {
	infer("get_weather", arguments.Weather.Call)
	infer("find_stations", arguments.Stations.Call)
	infer("store_readings", arguments.Readings.Call)
}

func infer[In, Out any](name string, f func(In, context.Context) (Out, error)) tool.InvokableTool {
	t, err := utils.InferTool(name, "A tool.", func(ctx context.Context, in In) (Out, error) { return f(in, ctx) })
	if err != nil {
		panic(err)
	}
	return t
}

func call(t tool.InvokableTool) func(context.Context, []byte) ([]byte, error) {
	return func(ctx context.Context, args []byte) ([]byte, error) {
		out, err := t.InvokableRun(ctx, string(args))
		return []byte(out), err
	}
}
