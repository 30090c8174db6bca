// Package genkit answers calls as tools of Firebase Genkit, which checks arguments and results against the schemas that it
// infers, and traces every call.
package genkit

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"

	"github.com/toolgen/toolgen/bench/arguments"
)

// Calls returns the calls of the workloads S, M and L.
func Calls() (s, m, l func(context.Context, []byte) ([]byte, error)) {
	g := genkit.Init(context.Background())
	return call(define(g, "get_weather", arguments.Weather.Call)),
		call(define(g, "find_stations", arguments.Stations.Call)),
		call(define(g, "store_readings", arguments.Readings.Call))
}

// Registering returns a function that defines the tools of the three workloads, under other names each time: a Genkit takes
// a name once.
func Registering() func() {
	g := genkit.Init(context.Background())
	n := 0
	return func() {
		n++
		suffix := strconv.Itoa(n)
		define(g, "get_weather"+suffix, arguments.Weather.Call)
		define(g, "find_stations"+suffix, arguments.Stations.Call)
		define(g, "store_readings"+suffix, arguments.Readings.Call)
	}
}

func define[In, Out any](g *genkit.Genkit, name string, f func(In, context.Context) (Out, error)) ai.Tool {
	return genkit.DefineTool(g, name, "A tool.", func(ctx *ai.ToolContext, in In) (Out, error) { return f(in, ctx) })
}

func call(t ai.Tool) func(context.Context, []byte) ([]byte, error) {
	return func(ctx context.Context, args []byte) ([]byte, error) {
		out, err := t.RunRaw(ctx, json.RawMessage(args))
		if err != nil {
			return nil, err
		}
		return json.Marshal(out)
	}
}
