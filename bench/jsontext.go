package bench

import (
	"context"
	"math"
	"strconv"
	"time"

	"github.com/toolgen/toolgen/bench/tools"
)

// onJSONText is the strict adapter that an expert writes by hand on go-json-experiment's jsontext: the decoder checks the
// grammar, UTF-8 and repeated keys, the code does the rest. Decoders are pooled; a fault ends the reading.
func onJSONText() Contender {
	return Contender{Name: "jsontext by hand", Strict: true, S: jsonTextS, M: jsonTextM, L: jsonTextL}
}

func jsonTextS(ctx context.Context, args []byte) ([]byte, error) {
	var (
		city string
		unit tools.Unit
	)
	r := open(args)
	defer r.free()
	seen := 0
	for r.object(); r.more('}'); {
		switch string(r.key()) {
		case "city":
			seen |= 1
			city = r.string(1, 100)
		case "unit":
			seen |= 2
			unit = r.unit()
		default:
			r.fail("unknown key")
		}
	}
	r.need(seen, 3)
	if err := r.close(); err != nil {
		return nil, err
	}

	out, err := tools.Now(ctx, city, unit)
	if err != nil {
		return nil, err
	}
	b := append(make([]byte, 0, 64), `{"city":`...)
	b = quote(b, out.City)
	b = append(b, `,"temp":`...)
	if b, err = float(b, out.Temp); err != nil {
		return nil, err
	}
	b = append(b, `,"unit":`...)
	b = quote(b, string(out.Unit))
	return append(b, '}'), nil
}

func jsonTextM(ctx context.Context, args []byte) ([]byte, error) {
	var (
		query  string
		box    tools.Box
		kinds  []string
		labels map[string]string
		unit   tools.Unit
		since  *time.Time
		limit  = 10
		alive  bool
	)
	r := open(args)
	defer r.free()
	seen := 0
	for r.object(); r.more('}'); {
		switch string(r.key()) {
		case "query":
			seen |= 1
			query = r.string(1, 200)
		case "box":
			seen |= 2
			box = r.box()
		case "kinds":
			seen |= 4
			for r.array(); r.more(']'); {
				kinds = append(kinds, r.string(0, math.MaxInt))
			}
			r.between(len(kinds), 1, 10)
		case "labels":
			seen |= 8
			labels = make(map[string]string)
			for r.object(); r.more('}'); {
				key := string(r.key())
				labels[key] = r.string(0, math.MaxInt)
			}
			r.between(len(labels), 0, 16)
		case "unit":
			seen |= 16
			unit = r.unit()
		case "since":
			seen |= 32
			if !r.null() {
				since = new(time.Time)
				if since.UnmarshalText(r.text()) != nil {
					r.fail("not a time")
				}
			}
		case "limit":
			seen |= 64
			if !r.null() {
				limit = int(r.integer(1, 100))
			}
		case "alive":
			seen |= 128
			if !r.null() {
				alive = r.bool()
			}
		default:
			r.fail("unknown key")
		}
	}
	r.need(seen, 31)
	if err := r.close(); err != nil {
		return nil, err
	}

	out, err := tools.Stations(ctx, query, box, kinds, labels, unit, since, limit, alive)
	if err != nil {
		return nil, err
	}
	b := append(make([]byte, 0, 2+112*len(out)), '[')
	for i := range out {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"id":`...)
		b = strconv.AppendInt(b, out[i].ID, 10)
		b = append(b, `,"name":`...)
		b = quote(b, out[i].Name)
		b = append(b, `,"kind":`...)
		b = quote(b, out[i].Kind)
		b = append(b, `,"dist":`...)
		if b, err = float(b, out[i].Dist); err != nil {
			return nil, err
		}
		b = append(b, `,"unit":`...)
		b = quote(b, string(out[i].Unit))
		b = append(b, `,"alive":`...)
		b = strconv.AppendBool(b, out[i].Alive)
		b = append(b, '}')
	}
	return append(b, ']'), nil
}

func jsonTextL(ctx context.Context, args []byte) ([]byte, error) {
	var readings []tools.Reading
	r := open(args)
	defer r.free()
	seen := 0
	for r.object(); r.more('}'); {
		switch string(r.key()) {
		case "readings":
			seen |= 1
			readings = make([]tools.Reading, 0, len(args)/128)
			for r.array(); r.more(']'); {
				readings = append(readings, tools.Reading{})
				r.reading(&readings[len(readings)-1])
			}
			r.between(len(readings), 1, 1000)
		default:
			r.fail("unknown key")
		}
	}
	r.need(seen, 1)
	if err := r.close(); err != nil {
		return nil, err
	}

	out, err := tools.Store(ctx, readings)
	if err != nil {
		return nil, err
	}
	b := append(make([]byte, 0, 2+8*len(out)), '[')
	for i, number := range out {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, number, 10)
	}
	return append(b, ']'), nil
}
