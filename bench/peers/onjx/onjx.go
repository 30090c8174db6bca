// Package onjx answers calls as an expert would by hand on go-faster's jx, about as strictly as the schemas ask: missing,
// unknown and repeated keys, bounds, lengths, enums and text after the arguments. It is looser than the generated code in
// what jx itself lets pass, and takes no integer such as 1e2.
package onjx

import (
	"context"
	"errors"
	"time"
	"unicode/utf8"

	"github.com/go-faster/jx"

	"github.com/toolgen/toolgen/bench/tools"
)

// Calls returns the calls of the workloads S, M and L.
func Calls() (s, m, l func(context.Context, []byte) ([]byte, error)) { return weather, stations, store }

var (
	errKey     = errors.New("a key is unknown or repeated")
	errMissing = errors.New("a key is missing")
	errBounds  = errors.New("a value is out of bounds")
	errEnum    = errors.New("the unit is not one of those known")
	errText    = errors.New("text is not UTF-8, or too short or long")
	errMore    = errors.New("text follows the arguments")
)

func weather(ctx context.Context, args []byte) ([]byte, error) {
	var (
		city string
		unit tools.Unit
		seen keys
	)
	err := object(args, &seen, 1|2, func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "city":
			seen.once(1)
			city, err = text(d, 1, 100)
		case "unit":
			seen.once(2)
			unit, err = unitOf(d)
		default:
			err = errKey
		}
		return err
	})
	if err != nil {
		return nil, err
	}

	out, err := tools.Now(ctx, city, unit)
	if err != nil {
		return nil, err
	}
	w := jx.Writer{Buf: make([]byte, 0, 64)}
	w.RawStr(`{"city":`)
	w.Str(out.City)
	w.RawStr(`,"temp":`)
	w.Float64(out.Temp)
	w.RawStr(`,"unit":`)
	w.Str(string(out.Unit))
	w.ObjEnd()
	return w.Buf, nil
}

func stations(ctx context.Context, args []byte) ([]byte, error) {
	var (
		query  string
		box    tools.Box
		kinds  []string
		labels map[string]string
		unit   tools.Unit
		since  *time.Time
		limit  int64 = 10
		alive  bool
		seen   keys
	)
	err := object(args, &seen, 1|2|4|8|16, func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "query":
			seen.once(1)
			query, err = text(d, 1, 200)
		case "box":
			seen.once(2)
			box, err = boxOf(d)
		case "kinds":
			seen.once(4)
			kinds = make([]string, 0, 8)
			err = d.Arr(func(d *jx.Decoder) error {
				kind, err := text(d, 0, -1)
				kinds = append(kinds, kind)
				return err
			})
			err = errors.Join(err, between(int64(len(kinds)), 1, 10))
		case "labels":
			seen.once(8)
			labels = make(map[string]string)
			n := 0
			err = d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
				n++
				labels[string(key)], err = text(d, 0, -1)
				return err
			})
			if n != len(labels) {
				err = errKey
			}
			err = errors.Join(err, between(int64(len(labels)), 0, 16))
		case "unit":
			seen.once(16)
			unit, err = unitOf(d)
		case "since":
			seen.once(32)
			if d.Next() == jx.Null {
				return d.Null()
			}
			var b []byte
			if b, err = d.StrBytes(); err == nil {
				since = new(time.Time)
				err = since.UnmarshalText(b)
			}
		case "limit":
			seen.once(64)
			if d.Next() == jx.Null {
				return d.Null()
			}
			limit, err = integer(d, 1, 100)
		case "alive":
			seen.once(128)
			if d.Next() == jx.Null {
				return d.Null()
			}
			alive, err = d.Bool()
		default:
			err = errKey
		}
		return err
	})
	if err != nil {
		return nil, err
	}

	out, err := tools.Stations(ctx, query, box, kinds, labels, unit, since, int(limit), alive)
	if err != nil {
		return nil, err
	}
	w := jx.Writer{Buf: make([]byte, 0, 2+112*len(out))}
	w.ArrStart()
	for i := range out {
		if i > 0 {
			w.Comma()
		}
		w.RawStr(`{"id":`)
		w.Int64(out[i].ID)
		w.RawStr(`,"name":`)
		w.Str(out[i].Name)
		w.RawStr(`,"kind":`)
		w.Str(out[i].Kind)
		w.RawStr(`,"dist":`)
		w.Float64(out[i].Dist)
		w.RawStr(`,"unit":`)
		w.Str(string(out[i].Unit))
		w.RawStr(`,"alive":`)
		w.Bool(out[i].Alive)
		w.ObjEnd()
	}
	w.ArrEnd()
	return w.Buf, nil
}

func store(ctx context.Context, args []byte) ([]byte, error) {
	var (
		readings []tools.Reading
		seen     keys
	)
	err := object(args, &seen, 1, func(d *jx.Decoder, key []byte) error {
		if string(key) != "readings" {
			return errKey
		}
		seen.once(1)
		readings = make([]tools.Reading, 0, len(args)/128)
		err := d.Arr(func(d *jx.Decoder) error {
			readings = append(readings, tools.Reading{})
			return readingOf(d, &readings[len(readings)-1])
		})
		return errors.Join(err, between(int64(len(readings)), 1, 1000))
	})
	if err != nil {
		return nil, err
	}

	out, err := tools.Store(ctx, readings)
	if err != nil {
		return nil, err
	}
	w := jx.Writer{Buf: make([]byte, 0, 2+8*len(out))}
	w.ArrStart()
	for i, number := range out {
		if i > 0 {
			w.Comma()
		}
		w.Int64(number)
	}
	w.ArrEnd()
	return w.Buf, nil
}

// keys are the keys of an object that have been seen, as bits.
type keys struct {
	seen  int
	again bool
}

func (k *keys) once(bit int) {
	k.again = k.again || k.seen&bit != 0
	k.seen |= bit
}

func (k *keys) check(required int) error {
	switch {
	case k.again:
		return errKey
	case k.seen&required != required:
		return errMissing
	}
	return nil
}

// object reads arguments, which are one object and nothing else.
func object(args []byte, seen *keys, required int, field func(*jx.Decoder, []byte) error) error {
	d := jx.GetDecoder()
	defer jx.PutDecoder(d)
	d.ResetBytes(args)
	if err := d.ObjBytes(field); err != nil {
		return err
	}
	if d.Next() != jx.Invalid {
		return errMore
	}
	return seen.check(required)
}

func boxOf(d *jx.Decoder) (box tools.Box, err error) {
	var seen keys
	err = d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "near":
			seen.once(1)
			box.Near, err = text(d, 0, -1)
		case "radius":
			seen.once(2)
			if box.Radius, err = d.Float64(); err == nil && !(box.Radius > 0 && box.Radius <= 20000) {
				err = errBounds
			}
		case "low":
			seen.once(4)
			var low int64
			low, err = integer(d, -500, 9000)
			box.Low = int(low)
		case "high":
			seen.once(8)
			if d.Next() == jx.Null {
				return d.Null()
			}
			var high int64
			high, err = integer(d, -500, 9000)
			box.High = new(int(high))
		default:
			err = errKey
		}
		return err
	})
	if err != nil {
		return box, err
	}
	return box, seen.check(1 | 2 | 4)
}

func readingOf(d *jx.Decoder, r *tools.Reading) error {
	var seen keys
	err := d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "id":
			seen.once(1)
			r.ID, err = integer(d, 1, 1<<63-1)
		case "station":
			seen.once(2)
			r.Station, err = text(d, 1, 80)
		case "place":
			seen.once(4)
			r.Place, err = text(d, 0, 80)
		case "source":
			seen.once(8)
			r.Source, err = text(d, 0, -1)
		case "temp":
			seen.once(16)
			if r.Temp, err = d.Float64(); err == nil && !(r.Temp >= -100 && r.Temp <= 100) {
				err = errBounds
			}
		case "wind":
			seen.once(32)
			var wind int64
			wind, err = integer(d, 0, 400)
			r.Wind = int(wind)
		case "unit":
			seen.once(64)
			r.Unit, err = unitOf(d)
		case "final":
			seen.once(128)
			r.Final, err = d.Bool()
		default:
			err = errKey
		}
		return err
	})
	if err != nil {
		return err
	}
	return seen.check(255)
}

// text reads a string of so many characters; most below zero is no limit.
func text(d *jx.Decoder, least, most int) (string, error) {
	s, err := d.Str()
	if err != nil {
		return "", err
	}
	if !utf8.ValidString(s) || len(s) < least || most >= 0 && len(s) > most && utf8.RuneCountInString(s) > most {
		return "", errText
	}
	return s, nil
}

func integer(d *jx.Decoder, least, most int64) (int64, error) {
	v, err := d.Int64()
	if err != nil {
		return 0, err
	}
	return v, between(v, least, most)
}

func between(v, least, most int64) error {
	if v < least || v > most {
		return errBounds
	}
	return nil
}

func unitOf(d *jx.Decoder) (tools.Unit, error) {
	b, err := d.StrBytes()
	if err != nil {
		return "", err
	}
	switch string(b) {
	case "metric":
		return tools.Metric, nil
	case "imperial":
		return tools.Imperial, nil
	}
	return "", errEnum
}
