package bench

import (
	"context"
	"encoding/json"

	"github.com/toolgen/toolgen/bench/arguments"
)

// onEncodingJSON is encoding/json v1 as most tools use it today: unmarshal into a struct, call, marshal. Nothing is
// checked: a missing, unknown, repeated or null key and a value out of bounds all pass.
func onEncodingJSON() Contender {
	return Contender{
		Name: "encoding/json v1",
		S:    encodingJSON(arguments.Weather.Call), M: encodingJSON(arguments.Stations.Call), L: encodingJSON(arguments.Readings.Call),
		Slower: map[string]float64{"S": 4, "M": 2.2, "L": 3.2},
	}
}

func encodingJSON[In, Out any](f func(In, context.Context) (Out, error)) Call {
	return func(ctx context.Context, args []byte) ([]byte, error) {
		var in In
		if err := json.Unmarshal(args, &in); err != nil {
			return nil, err
		}
		return marshal(f(in, ctx))
	}
}

func marshal[Out any](out Out, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return json.Marshal(out)
}
