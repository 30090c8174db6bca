package codec_test

import (
	"strconv"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime/codec"
)

// The adapters of this file are written by hand in the shape of the generated ones. S, M and L are the three workloads of the
// benchmarks: 41 B of arguments and 53 B of result, 374 B and 1 KB, 68 KB and 3.5 KB.

// S: two parameters, a small result.

type unit string

const (
	metric   unit = "metric"
	imperial unit = "imperial"
)

type report struct {
	City        string  `json:"city"`
	Temperature float64 `json:"temperature"`
	Unit        unit    `json:"unit"`
}

func forecast(city string, u unit) (report, error) {
	return report{City: city, Temperature: 21.5, Unit: u}, nil
}

const argumentsS = `{"city": "Oslo, Norway", "unit": "metric"}`

func executeS(args []byte) ([]byte, error) {
	var (
		city string
		u    unit
		seen uint64
	)
	c := codec.Open(args)
	for c.Object(); c.Field(); {
		switch string(c.Key) {
		case "city":
			seen = c.Once(seen, 1<<0)
			city = c.String()
			c.Length(1, 100)
		case "unit":
			seen = c.Once(seen, 1<<1)
			u = decodeUnit(&c)
		default:
			c.Unknown("city", "unit")
		}
	}
	c.Need(seen, 1<<0|1<<1, "city", "unit")
	if err := c.Close(); err != nil {
		return nil, err
	}

	out, err := forecast(city, u)
	if err != nil {
		return nil, err
	}
	b, _, err := codec.Finish(appendReport(make([]byte, 0, 64), &out))
	return b, err
}

func decodeUnit(c *codec.Cursor) unit {
	switch string(c.Bytes()) {
	case "metric":
		return metric
	case "imperial":
		return imperial
	}
	c.OneOf("metric", "imperial")
	return ""
}

func appendReport(b []byte, v *report) []byte {
	b = append(b, `{"city":`...)
	b = codec.AppendString(b, v.City)
	b = append(b, `,"temperature":`...)
	b = codec.AppendFloat64(b, v.Temperature)
	b = append(b, `,"unit":`...)
	b = codec.AppendString(b, string(v.Unit))
	return append(b, '}')
}

// M: eight parameters of every kind, two levels, ten structs as the result.

type filter struct {
	Min    int     `json:"min"`
	Max    *int    `json:"max,omitempty"`
	Ratio  float64 `json:"ratio"`
	Region string  `json:"region"`
}

type search struct {
	Query  string            `json:"query"`
	Limit  int               `json:"limit"`
	Unit   unit              `json:"unit"`
	Since  *time.Time        `json:"since"`
	Tags   []string          `json:"tags"`
	Labels map[string]string `json:"labels"`
	Filter filter            `json:"filter"`
	Strict bool              `json:"strict"`
}

type hit struct {
	ID    int64   `json:"id"`
	Title string  `json:"title"`
	Score float64 `json:"score"`
	Tag   string  `json:"tag"`
	Fresh bool    `json:"fresh"`
}

func find(in *search) []hit {
	hits := make([]hit, 10)
	for i := range hits {
		hits[i] = hit{ID: int64(i)*1_000_003 + 71, Title: in.Query, Score: 0.25 + float64(i)/64, Tag: in.Tags[i%len(in.Tags)], Fresh: i%2 == 0}
	}
	return hits
}

const argumentsM = `{"query":"weather in the north of Europe, tomorrow","limit":25,"unit":"metric","since":"2026-01-02T15:04:05Z",` +
	`"tags":["weather","forecast","europe","daily","temperature"],"labels":{"team":"atmosphere","env":"production","owner":"mette"},` +
	`"filter":{"min":3,"max":250,"ratio":0.75,"region":"the nordic countries and the islands around them"},"strict":true}`

func executeM(args []byte) ([]byte, error) {
	var (
		in   search
		seen uint64
	)
	in.Limit = 10
	c := codec.Open(args)
	for c.Object(); c.Field(); {
		switch string(c.Key) {
		case "query":
			seen = c.Once(seen, 1<<0)
			in.Query = c.String()
			c.Length(1, 200)
		case "limit":
			seen = c.Once(seen, 1<<1)
			if !c.Null() {
				in.Limit = c.IntIn(1, 100)
			}
		case "unit":
			seen = c.Once(seen, 1<<2)
			in.Unit = decodeUnit(&c)
		case "since":
			seen = c.Once(seen, 1<<3)
			if !c.Null() {
				in.Since = new(c.Time())
			}
		case "tags":
			seen = c.Once(seen, 1<<4)
			in.Tags = make([]string, 0, c.Hint())
			for c.Array(); c.Item(); {
				in.Tags = append(in.Tags, c.String())
			}
			c.Count(len(in.Tags), 1, 10)
		case "labels":
			seen = c.Once(seen, 1<<5)
			in.Labels = make(map[string]string)
			for c.Object(); c.Field(); {
				key := c.Name()
				if _, found := in.Labels[key]; found {
					c.Duplicate()
				}
				in.Labels[key] = c.String()
			}
			c.Entries(len(in.Labels), 0, 16)
		case "filter":
			seen = c.Once(seen, 1<<6)
			decodeFilter(&c, &in.Filter)
		case "strict":
			seen = c.Once(seen, 1<<7)
			in.Strict = c.Bool()
		default:
			c.Unknown("query", "limit", "unit", "since", "tags", "labels", "filter", "strict")
		}
	}
	c.Need(seen, 1<<0|1<<2|1<<4|1<<5|1<<6, "query", "limit", "unit", "since", "tags", "labels", "filter", "strict")
	if err := c.Close(); err != nil {
		return nil, err
	}

	out := find(&in)
	b := append(make([]byte, 0, 16+128*len(out)), '[')
	for i := range out {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendHit(b, &out[i])
	}
	b, _, err := codec.Finish(append(b, ']'))
	return b, err
}

func decodeFilter(c *codec.Cursor, v *filter) {
	var seen uint64
	for c.Object(); c.Field(); {
		switch string(c.Key) {
		case "min":
			seen = c.Once(seen, 1<<0)
			v.Min = c.IntIn(0, 1000)
		case "max":
			seen = c.Once(seen, 1<<1)
			if !c.Null() {
				v.Max = new(c.IntIn(0, 1000))
			}
		case "ratio":
			seen = c.Once(seen, 1<<2)
			v.Ratio = c.Float64()
			c.AtLeast(0)
			c.AtMost(1)
		case "region":
			seen = c.Once(seen, 1<<3)
			v.Region = c.String()
		default:
			c.Unknown("min", "max", "ratio", "region")
		}
	}
	c.Need(seen, 1<<0|1<<2|1<<3, "min", "max", "ratio", "region")
}

func appendHit(b []byte, v *hit) []byte {
	b = append(b, `{"id":`...)
	b = codec.AppendInt(b, v.ID)
	b = append(b, `,"title":`...)
	b = codec.AppendString(b, v.Title)
	b = append(b, `,"score":`...)
	b = codec.AppendFloat64(b, v.Score)
	b = append(b, `,"tag":`...)
	b = codec.AppendString(b, v.Tag)
	b = append(b, `,"fresh":`...)
	b = codec.AppendBool(b, v.Fresh)
	return append(b, '}')
}

// L: five hundred records of eight fields, a list of numbers as the result.

type record struct {
	ID     int64   `json:"id"`
	Name   string  `json:"name"`
	Email  string  `json:"email"`
	Age    int     `json:"age"`
	Score  float64 `json:"score"`
	Active bool    `json:"active"`
	City   string  `json:"city"`
	Unit   unit    `json:"unit"`
}

func sums(records []record) []int64 {
	out := make([]int64, len(records))
	for i := range records {
		out[i] = records[i].ID + int64(records[i].Age)
	}
	return out
}

// argumentsL writes the arguments of L.
func argumentsL() string {
	var b strings.Builder
	b.WriteString(`{"records":[`)
	for i := range 500 {
		if i > 0 {
			b.WriteByte(',')
		}
		n := strconv.Itoa(i)
		b.WriteString(`{"id":` + strconv.Itoa(100_000+i*7) + `,"name":"Person number ` + n + `","email":"person` + n +
			`@example.com","age":` + strconv.Itoa(18+i%70) + `,"score":` + strconv.FormatFloat(float64(i)/8+0.125, 'f', -1, 64) +
			`,"active":true,"city":"Trondheim","unit":"metric"}`)
	}
	b.WriteString(`]}`)
	return b.String()
}

func executeL(args []byte) ([]byte, error) {
	var (
		records []record
		seen    uint64
	)
	c := codec.Open(args)
	for c.Object(); c.Field(); {
		switch string(c.Key) {
		case "records":
			seen = c.Once(seen, 1<<0)
			records = make([]record, 0, c.Hint())
			for c.Array(); c.Item(); {
				records = append(records, record{})
				decodeRecord(&c, &records[len(records)-1])
			}
		default:
			c.Unknown("records")
		}
	}
	c.Need(seen, 1<<0, "records")
	if err := c.Close(); err != nil {
		return nil, err
	}

	out := sums(records)
	b := append(make([]byte, 0, 16+8*len(out)), '[')
	for i, v := range out {
		if i > 0 {
			b = append(b, ',')
		}
		b = codec.AppendInt(b, v)
	}
	b, _, err := codec.Finish(append(b, ']'))
	return b, err
}

func decodeRecord(c *codec.Cursor, v *record) {
	var seen uint64
	for c.Object(); c.Field(); {
		switch string(c.Key) {
		case "id":
			seen = c.Once(seen, 1<<0)
			v.ID = c.Int64In(1, 1<<40)
		case "name":
			seen = c.Once(seen, 1<<1)
			v.Name = c.String()
			c.Length(1, 80)
		case "email":
			seen = c.Once(seen, 1<<2)
			v.Email = c.String()
		case "age":
			seen = c.Once(seen, 1<<3)
			v.Age = c.IntIn(0, 150)
		case "score":
			seen = c.Once(seen, 1<<4)
			v.Score = c.Float64()
		case "active":
			seen = c.Once(seen, 1<<5)
			v.Active = c.Bool()
		case "city":
			seen = c.Once(seen, 1<<6)
			v.City = c.String()
		case "unit":
			seen = c.Once(seen, 1<<7)
			v.Unit = decodeUnit(c)
		default:
			c.Unknown("id", "name", "email", "age", "score", "active", "city", "unit")
		}
	}
	c.Need(seen, 1<<8-1, "id", "name", "email", "age", "score", "active", "city", "unit")
}
