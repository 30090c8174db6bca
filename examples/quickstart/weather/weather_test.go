package weather_test

import (
	"context"
	"flag"
	"testing"

	"github.com/toolgen/toolgen/examples/quickstart/weather"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/tooltest"
)

// A tool is tested like its function, or through a registry as a model calls it.
func TestTools(t *testing.T) {
	reg := runtime.NewRegistry()
	if err := reg.Register(weather.Tools(), weather.AlarmsTools(new(weather.Alarms))); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ tool, args, want string }{
		{weather.ToolGetForecast, `{"city":"Paris","days":1}`, `[{"high":18,"low":11,"rain":false}]`},
		{weather.ToolGetForecast, `{"city":"Paris","days":1,"unit":"fahrenheit"}`, `[{"high":64.4,"low":51.8,"rain":false}]`},
		{weather.ToolGetForecast, `{"city":"Atlantis"}`, `no such city: Atlantis`},
		{weather.ToolGetForecast, `{}`, `arguments: missing required "city"`},
		{weather.ToolWatchWeather, `{"city":"Oslo","ahead":"90m"}`, `[{"city":"Oslo","ahead":"1h30m0s","kinds":["rain"]}]`},
		{weather.ToolWatchWeather, `{"city":"Oslo","ahead":"1m"}`, `ahead: must be at least 5m, got 1m`},
	} {
		if got := reg.Call(context.Background(), tt.tool, []byte(tt.args)).Output(); got != tt.want {
			t.Errorf("%s %s\n got %s\nwant %s", tt.tool, tt.args, got, tt.want)
		}
	}
}

// Whatever a model sends, a tool answers with one result; and what models read of it is a file, so that a change is seen.
func TestContract(t *testing.T) {
	sets := []runtime.Set{weather.Tools(), weather.AlarmsTools(new(weather.Alarms))}
	for _, set := range sets {
		for _, tool := range set {
			t.Run(tool.Spec().Name, func(t *testing.T) { tooltest.Contract(t, tool) })
		}
	}
	tooltest.Golden(t, "testdata/tools.json", *update, sets...)
}

var update = flag.Bool("update", false, "rewrite testdata/tools.json")
