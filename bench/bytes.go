package bench

import (
	"context"

	"github.com/toolgen/toolgen/bench/tools"
	"github.com/toolgen/toolgen/runtime/codec"
)

// bytesToBytes is the baseline's S as a bare function: no tool, no Result and no look at the context. It shows what these
// cost; on longer calls that is lost in the noise.
func bytesToBytes() Contender {
	return Contender{Name: "bytes to bytes, no Result", Strict: true, S: bytesToBytesS}
}

func bytesToBytesS(ctx context.Context, args []byte) ([]byte, error) {
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
		return nil, err
	}

	out, err := tools.Now(ctx, city, unit)
	if err != nil {
		return nil, err
	}
	b := make([]byte, 0, 48+len(out.City)) // one allocation for every city
	b = append(b, `{"city":`...)
	b = codec.AppendString(b, out.City)
	b = append(b, `,"temp":`...)
	b = codec.AppendFloat64(b, out.Temp)
	b = append(b, `,"unit":`...)
	b = codec.AppendString(b, string(out.Unit))
	b = append(b, '}')
	b, _, err = codec.Finish(b)
	return b, err
}
