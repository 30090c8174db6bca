// Package arguments holds the arguments of the workloads as structs, for the contenders that decode by reflection, with the
// calls that they are the arguments of. Others infer schemas from them: what may be absent is a pointer or has omitempty.
package arguments

import (
	"context"
	"time"

	"github.com/toolgen/toolgen/bench/tools"
)

// Weather is workload S.
type Weather struct {
	City string     `json:"city"`
	Unit tools.Unit `json:"unit"`
}

// Call calls the function with a.
func (a Weather) Call(ctx context.Context) (tools.Weather, error) {
	return tools.Now(ctx, a.City, a.Unit)
}

// Stations is workload M. An absent limit is 0, where the generated code has the default.
type Stations struct {
	Query  string            `json:"query"`
	Box    tools.Box         `json:"box"`
	Kinds  []string          `json:"kinds"`
	Labels map[string]string `json:"labels"`
	Unit   tools.Unit        `json:"unit"`
	Since  *time.Time        `json:"since,omitempty"`
	Limit  int               `json:"limit,omitempty"`
	Alive  bool              `json:"alive,omitempty"`
}

// Call calls the function with a.
func (a Stations) Call(ctx context.Context) ([]tools.Station, error) {
	return tools.Stations(ctx, a.Query, a.Box, a.Kinds, a.Labels, a.Unit, a.Since, a.Limit, a.Alive)
}

// Readings is workload L.
type Readings struct {
	Readings []tools.Reading `json:"readings"`
}

// Call calls the function with a.
func (a Readings) Call(ctx context.Context) ([]int64, error) { return tools.Store(ctx, a.Readings) }
