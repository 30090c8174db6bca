package emit

import (
	"time"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// fixture is a package of the user's: its source, its model, and calls of its tools with what they answer. TestCompiled
// puts all of them into one module, generates, builds, vets and runs them.
type fixture struct {
	folder string // below the module's root; also the golden file's name
	source string
	other  map[string]string // more files, by their path below the module's root
	build  func(s *src)
	sets   string // an expression of the package for all its tools; Tools() unless given
	calls  []call
}

// call is one call of a tool. want is the whole output, of an error a part of it, of problems a path and some words a line.
type call struct{ tool, args, want string }

const module = "example.test/app"

func (f fixture) model() *model.Package {
	s := &src{path: module + "/" + f.folder, name: f.folder, imported: []string{"context", "time"}}
	f.build(s)
	return s.model()
}

// weather is the target page of the design.
var weather = fixture{
	folder: "weather",
	source: `package weather

import (
	"context"
	"errors"
	"time"
)

type Unit string

const (
	Metric   Unit = "metric"
	Imperial Unit = "imperial"
	Old      Unit = "old"
)

type Filter struct {
	Min  int    ` + "`json:\"min\"`" + `
	Name string ` + "`json:\"name,omitempty\"`" + `
}

type Day struct {
	Date time.Time ` + "`json:\"date\"`" + `
	Low  float64   ` + "`json:\"low\"`" + `
	High float64   ` + "`json:\"high\"`" + `
}

type Report struct {
	City string ` + "`json:\"city\"`" + `
	Unit Unit   ` + "`json:\"unit\"`" + `
	Days []Day  ` + "`json:\"days\"`" + `
}

func Forecast(ctx context.Context, city string, days int, unit Unit, since *time.Time, tags []string, filter Filter) (Report, error) {
	if city == "Atlantis" {
		return Report{}, errors.New("no such city")
	}
	r := Report{City: city, Unit: unit}
	start := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	if since != nil {
		start = *since
	}
	for i := range days {
		r.Days = append(r.Days, Day{start.AddDate(0, 0, i), float64(filter.Min), float64(len(tags))})
	}
	return r, nil
}

type Service struct{ saved []string }

func (s *Service) Save(ctx context.Context, name string) error {
	s.saved = append(s.saved, name)
	return nil
}
`,
	build: func(s *src) {
		unit := s.enum("Unit", "Metric=metric", "Imperial=imperial", "!Old=old")
		filter := s.structOf("Filter", field("Min", "min", intT), field("Name", "name", stringT, omitEmpty, optional))
		day := s.structOf("Day", field("Date", "date", timeT), field("Low", "low", float64T), field("High", "high", float64T))
		report := s.structOf("Report", field("City", "city", stringT), field("Unit", "unit", unit), field("Days", "days", sliceOf(day)))
		s.declared = []string{"Unit", "Metric", "Imperial", "Old", "Filter", "Day", "Report", "Service"}
		t := s.tool("get_forecast", "Forecast",
			param("city", stringT, count(1, 100)),
			param("days", intT, def(num("3")), between("1", "14")),
			param("unit", unit),
			param("since", ptrTo(timeT)),
			param("tags", sliceOf(stringT), count(1, 10), unique),
			param("filter", filter),
			returns(report))
		t.Description = "Returns the weather forecast for a city, day by day.\n\nIt knows `all` cities."
		t.Access, t.Category, t.ReadOnly, t.Additive = "public", "network", true, true
		t.Examples = []string{`{"city":"Paris","unit":"metric","tags":["a"],"filter":{"min":1}}`}
		t.EstimateTime, t.EstimateMem = 90*time.Second, 64<<20
		t.Input.Fields[0].Description = "name of the city, such as `Paris`"
		s.tool("service_save", "Save", on(s.goType("Service"), true), param("name", stringT, match(`^[a-z"]+$`)))
	},
	sets: "append(Tools(), ServiceTools(new(Service))...)",
	calls: []call{
		{
			"get_forecast", `{"city":"Paris","unit":"metric","tags":["a","b"],"filter":{"min":2},"days":1}`,
			`{"city":"Paris","unit":"metric","days":[{"date":"2026-01-02T00:00:00Z","low":2,"high":2}]}`,
		},
		{
			"get_forecast", `{"city":"Paris","unit":"old","tags":["a"],"filter":{"min":0},"days":1,"since":"2025-05-01T10:00:00+02:00"}`,
			`{"city":"Paris","unit":"old","days":[{"date":"2025-05-01T10:00:00+02:00","low":0,"high":1}]}`,
		},
		{"get_forecast", `{"city":"Atlantis","unit":"metric","tags":["a"],"filter":{"min":0},"days":null}`, "no such city"},
		{"get_forecast", `{"citi":"Paris"}`, `arguments: unknown key "citi"` + "\n" + `arguments: "city", "unit", "tags", "filter"`},
		{"get_forecast", `{"city":"","unit":"Metric","tags":["a","a"],"filter":{},"days":15}`,
			"city: 1 character\nunit: metric, imperial\ntags: equal\nfilter: \"min\"\ndays: between 1 and 14, got 15"},
		{"service_save", `{"name":"a"}`, "ok"},
		{"service_save", `{"name":"A"}`, "name: ^[a-z\"]+$"},
	},
}
