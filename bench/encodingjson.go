package bench

import (
	"context"
	"encoding/json"
	"time"

	"github.com/toolgen/toolgen/bench/tools"
)

// onEncodingJSON is encoding/json v1 as most tools use it today: unmarshal into a struct, call, marshal. Nothing is
// checked: a missing, unknown, repeated or null key and a value out of bounds all pass.
func onEncodingJSON() contender {
	return contender{
		Name: "encoding/json v1",
		S:    encodingJSONS, M: encodingJSONM, L: encodingJSONL,
		Slower: map[string]float64{"S": 4, "M": 2.2, "L": 3.2},
	}
}

func encodingJSONS(ctx context.Context, args []byte) ([]byte, error) {
	var in struct {
		City string     `json:"city"`
		Unit tools.Unit `json:"unit"`
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return nil, err
	}
	return marshal(tools.Now(ctx, in.City, in.Unit))
}

func encodingJSONM(ctx context.Context, args []byte) ([]byte, error) {
	in := struct {
		Query  string            `json:"query"`
		Box    tools.Box         `json:"box"`
		Kinds  []string          `json:"kinds"`
		Labels map[string]string `json:"labels"`
		Unit   tools.Unit        `json:"unit"`
		Since  *time.Time        `json:"since"`
		Limit  int               `json:"limit"`
		Alive  bool              `json:"alive"`
	}{Limit: 10}
	if err := json.Unmarshal(args, &in); err != nil {
		return nil, err
	}
	return marshal(tools.Stations(ctx, in.Query, in.Box, in.Kinds, in.Labels, in.Unit, in.Since, in.Limit, in.Alive))
}

func encodingJSONL(ctx context.Context, args []byte) ([]byte, error) {
	var in struct {
		Readings []tools.Reading `json:"readings"`
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return nil, err
	}
	return marshal(tools.Store(ctx, in.Readings))
}

func marshal[Out any](out Out, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return json.Marshal(out)
}
