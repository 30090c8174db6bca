package bench

import (
	"context"
	"time"

	"github.com/toolgen/toolgen/bench/tools"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// The baseline is what an expert writes by hand on runtime/codec, without the generator, for the same interface: tools, whose
// Execute checks all that the schema says and answers with a Result. Hardly a function is called from one place; buffers are
// sized by someone who knows the results. S and L own their strings, M shares one arena, by the codec's own rule.

// Baseline is the contender that all others are measured by.
func Baseline() Contender {
	return Contender{Name: "baseline", Strict: true, S: execute(weatherByHand{}), M: execute(stationsByHand{}), L: execute(readingsByHand{})}
}

type weatherByHand struct{}

func (weatherByHand) Spec() *runtime.Spec { return &weatherSpec }

var weatherSpec = runtime.Spec{Name: "weather_by_hand", Access: runtime.Public, ReadOnly: true}

func (weatherByHand) Execute(ctx context.Context, args []byte) runtime.Result {
	if err := ctx.Err(); err != nil {
		return runtime.Failed(ctx, err)
	}
	var (
		city string
		unit tools.Unit
		seen uint64
	)
	c := codec.Open(args)
	for c.Object(); c.Field(); {
		switch string(c.Key) {
		case "city":
			seen = c.Once(seen, 1)
			city = c.String()
			c.Length(1, 100)
		case "unit":
			seen = c.Once(seen, 2)
			unit = unitOf(&c)
		default:
			c.Unknown("city", "unit")
		}
	}
	c.Need(seen, 3, "city", "unit")
	if err := c.Close(); err != nil {
		return runtime.Invalid(err)
	}

	out, err := tools.Now(ctx, city, unit)
	if err != nil {
		return runtime.Failed(ctx, err)
	}
	b := make([]byte, 0, 48+len(out.City)) // one allocation for every city
	b = append(b, `{"city":`...)
	b = codec.AppendString(b, out.City)
	b = append(b, `,"temp":`...)
	b = codec.AppendFloat64(b, out.Temp)
	b = append(b, `,"unit":`...)
	b = codec.AppendString(b, string(out.Unit))
	b = append(b, '}')
	return runtime.JSON(b)
}

type stationsByHand struct{}

func (stationsByHand) Spec() *runtime.Spec { return &stationsSpec }

var stationsSpec = runtime.Spec{Name: "stations_by_hand", Access: runtime.Public, ReadOnly: true}

func (stationsByHand) Execute(ctx context.Context, args []byte) runtime.Result {
	if err := ctx.Err(); err != nil {
		return runtime.Failed(ctx, err)
	}
	var (
		query  string
		box    tools.Box
		kinds  []string
		labels map[string]string
		unit   tools.Unit
		since  *time.Time
		limit  = 10
		alive  bool
		seen   uint64
		inBox  uint64
	)
	c := codec.Open(args)
	for c.Object(); c.Field(); {
		switch string(c.Key) {
		case "query":
			seen = c.Once(seen, 1)
			query = c.String()
			c.Length(1, 200)
		case "box":
			seen = c.Once(seen, 2)
			for c.Object(); c.Field(); {
				switch string(c.Key) {
				case "near":
					inBox = c.Once(inBox, 1)
					box.Near = c.String()
				case "radius":
					inBox = c.Once(inBox, 2)
					box.Radius = c.Float64()
					c.AtMost(20000)
					c.Above(0)
				case "low":
					inBox = c.Once(inBox, 4)
					box.Low = c.IntIn(-500, 9000)
				case "high":
					inBox = c.Once(inBox, 8)
					if !c.Null() {
						box.High = new(c.IntIn(-500, 9000))
					}
				default:
					c.Unknown("near", "radius", "low", "high")
				}
			}
			c.Need(inBox, 7, "near", "radius", "low", "high")
			inBox = 0 // a second box is a problem of its own
		case "kinds":
			seen = c.Once(seen, 4)
			kinds = make([]string, 0, c.Hint())
			for c.Array(); c.Item(); {
				kinds = append(kinds, c.String())
			}
			c.Count(len(kinds), 1, 10)
		case "labels":
			seen = c.Once(seen, 8)
			labels = make(map[string]string)
			for c.Object(); c.Field(); {
				key := c.Name()
				if _, found := labels[key]; found {
					c.Duplicate()
				}
				labels[key] = c.String()
			}
			c.Entries(len(labels), 0, 16)
		case "unit":
			seen = c.Once(seen, 16)
			unit = unitOf(&c)
		case "since":
			seen = c.Once(seen, 32)
			if !c.Null() {
				since = new(c.Time())
			}
		case "limit":
			seen = c.Once(seen, 64)
			if !c.Null() {
				limit = c.IntIn(1, 100)
			}
		case "alive":
			seen = c.Once(seen, 128)
			if !c.Null() {
				alive = c.Bool()
			}
		default:
			c.Unknown("query", "box", "kinds", "labels", "unit", "since", "limit", "alive")
		}
	}
	c.Need(seen, 31, "query", "box", "kinds", "labels", "unit", "since", "limit", "alive")
	if err := c.Close(); err != nil {
		return runtime.Invalid(err)
	}

	out, err := tools.Stations(ctx, query, box, kinds, labels, unit, since, limit, alive)
	if err != nil {
		return runtime.Failed(ctx, err)
	}
	b := append(make([]byte, 0, 2+112*len(out)), '[')
	for i := range out {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"id":`...)
		b = codec.AppendInt(b, out[i].ID)
		b = append(b, `,"name":`...)
		b = codec.AppendString(b, out[i].Name)
		b = append(b, `,"kind":`...)
		b = codec.AppendString(b, out[i].Kind)
		b = append(b, `,"dist":`...)
		b = codec.AppendFloat64(b, out[i].Dist)
		b = append(b, `,"unit":`...)
		b = codec.AppendString(b, string(out[i].Unit))
		b = append(b, `,"alive":`...)
		b = codec.AppendBool(b, out[i].Alive)
		b = append(b, '}')
	}
	return runtime.JSON(append(b, ']'))
}

type readingsByHand struct{}

func (readingsByHand) Spec() *runtime.Spec { return &readingsSpec }

var readingsSpec = runtime.Spec{Name: "readings_by_hand", Access: runtime.Public}

func (readingsByHand) Execute(ctx context.Context, args []byte) runtime.Result {
	if err := ctx.Err(); err != nil {
		return runtime.Failed(ctx, err)
	}
	var (
		readings []tools.Reading
		seen     uint64
	)
	c := codec.Open(args)
	for c.Object(); c.Field(); {
		switch string(c.Key) {
		case "readings":
			seen = c.Once(seen, 1)
			readings = make([]tools.Reading, 0, c.Hint())
			for c.Array(); c.Item(); {
				readings = append(readings, tools.Reading{})
				readingOf(&c, &readings[len(readings)-1])
			}
			c.Count(len(readings), 1, 1000)
		default:
			c.Unknown("readings")
		}
	}
	c.Need(seen, 1, "readings")
	if err := c.Close(); err != nil {
		return runtime.Invalid(err)
	}

	out, err := tools.Store(ctx, readings)
	if err != nil {
		return runtime.Failed(ctx, err)
	}
	b := append(make([]byte, 0, 2+8*len(out)), '[')
	for i, number := range out {
		if i > 0 {
			b = append(b, ',')
		}
		b = codec.AppendInt(b, number)
	}
	return runtime.JSON(append(b, ']'))
}

func readingOf(c *codec.Cursor, r *tools.Reading) {
	var seen uint64
	for c.Object(); c.Field(); {
		switch string(c.Key) {
		case "id":
			seen = c.Once(seen, 1)
			r.ID = c.Int64In(1, 1<<63-1)
		case "station":
			seen = c.Once(seen, 2)
			r.Station = c.String()
			c.Length(1, 80)
		case "place":
			seen = c.Once(seen, 4)
			r.Place = c.String()
			c.Length(0, 80)
		case "source":
			seen = c.Once(seen, 8)
			r.Source = c.String()
		case "temp":
			seen = c.Once(seen, 16)
			r.Temp = c.Float64()
			c.AtLeast(-100)
			c.AtMost(100)
		case "wind":
			seen = c.Once(seen, 32)
			r.Wind = c.IntIn(0, 400)
		case "unit":
			seen = c.Once(seen, 64)
			r.Unit = unitOf(c)
		case "final":
			seen = c.Once(seen, 128)
			r.Final = c.Bool()
		default:
			c.Unknown("id", "station", "place", "source", "temp", "wind", "unit", "final")
		}
	}
	c.Need(seen, 255, "id", "station", "place", "source", "temp", "wind", "unit", "final")
}

func unitOf(c *codec.Cursor) tools.Unit {
	switch string(c.Bytes()) {
	case "metric":
		return tools.Metric
	case "imperial":
		return tools.Imperial
	}
	c.OneOf("metric", "imperial")
	return ""
}
