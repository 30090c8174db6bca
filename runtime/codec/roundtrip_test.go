package codec_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

// everything has a field of each kind that has an encoder.
type everything struct {
	Text     string
	Signed   int64
	Unsigned uint64
	Wide     float64
	Narrow   float32
	Flag     bool
	When     time.Time
	Wait     time.Duration
	List     []string
	Labels   map[string]int64
	Next     *everything
}

func appendEverything(b []byte, v *everything) []byte {
	if v == nil {
		return append(b, "null"...)
	}
	b = append(b, `{"text":`...)
	b = codec.AppendString(b, v.Text)
	b = append(b, `,"signed":`...)
	b = codec.AppendInt(b, v.Signed)
	b = append(b, `,"unsigned":`...)
	b = codec.AppendUint(b, v.Unsigned)
	b = append(b, `,"wide":`...)
	b = codec.AppendFloat64(b, v.Wide)
	b = append(b, `,"narrow":`...)
	b = codec.AppendFloat32(b, v.Narrow)
	b = append(b, `,"flag":`...)
	b = codec.AppendBool(b, v.Flag)
	b = append(b, `,"when":`...)
	b = codec.AppendTime(b, v.When)
	b = append(b, `,"wait":`...)
	b = codec.AppendDuration(b, v.Wait)
	b = append(b, `,"list":[`...)
	for i, item := range v.List {
		if i > 0 {
			b = append(b, ',')
		}
		b = codec.AppendString(b, item)
	}
	b = append(b, `],"labels":{`...)
	for _, key := range codec.Keys(v.Labels) {
		b = codec.AppendString(b, key)
		b = append(b, ':')
		b = append(codec.AppendInt(b, v.Labels[key]), ',')
	}
	b = codec.EndObject(b)
	b = append(b, `,"next":`...)
	return append(appendEverything(b, v.Next), '}')
}

func decodeEverything(c *codec.Cursor, v *everything) {
	var seen uint64
	for c.Object(); c.Field(); {
		switch string(c.Key) {
		case "text":
			seen = c.Once(seen, 1<<0)
			v.Text = c.String()
		case "signed":
			seen = c.Once(seen, 1<<1)
			v.Signed = c.Int64()
		case "unsigned":
			seen = c.Once(seen, 1<<2)
			v.Unsigned = c.Uint64()
		case "wide":
			seen = c.Once(seen, 1<<3)
			v.Wide = c.Float64()
		case "narrow":
			seen = c.Once(seen, 1<<4)
			v.Narrow = c.Float32()
		case "flag":
			seen = c.Once(seen, 1<<5)
			v.Flag = c.Bool()
		case "when":
			seen = c.Once(seen, 1<<6)
			v.When = c.Time()
		case "wait":
			seen = c.Once(seen, 1<<7)
			v.Wait = c.Duration()
		case "list":
			seen = c.Once(seen, 1<<8)
			v.List = make([]string, 0, c.Hint())
			for c.Array(); c.Item(); {
				v.List = append(v.List, c.String())
			}
		case "labels":
			seen = c.Once(seen, 1<<9)
			v.Labels = make(map[string]int64)
			for c.Object(); c.Field(); {
				v.Labels[c.Name()] = c.Int64()
			}
		case "next":
			seen = c.Once(seen, 1<<10)
			if !c.Null() {
				v.Next = new(everything)
				decodeEverything(c, v.Next)
			}
		default:
			c.Unknown("text", "signed", "unsigned", "wide", "narrow", "flag", "when", "wait", "list", "labels", "next")
		}
	}
	c.Need(seen, 1<<11-1, "text", "signed", "unsigned", "wide", "narrow", "flag", "when", "wait", "list", "labels", "next")
}

// Law: what was encoded decodes to the same value.
func FuzzRoundTrip(f *testing.F) {
	f.Add("text", int64(-1), uint64(1), 0.1, true, uint8(3))
	f.Add("é\n\"\\𝄞\x00", int64(math.MinInt64), uint64(math.MaxUint64), 1e300, false, uint8(40))
	f.Fuzz(func(t *testing.T, text string, signed int64, unsigned uint64, float float64, flag bool, n uint8) {
		text = string([]rune(text)) // valid UTF-8
		if math.IsNaN(float) || math.IsInf(float, 0) {
			float = 0
		}
		want := everything{
			Text: text, Signed: signed, Unsigned: unsigned, Wide: float, Narrow: float32(signed) / 7, Flag: flag,
			When: time.Unix(signed%200_000_000_000, signed&0xFFFFFF).UTC(), Wait: time.Duration(signed), List: []string{}, Labels: map[string]int64{},
		}
		if year := want.When.Year(); year < 0 || year > 9999 {
			want.When = time.Unix(0, 0).UTC()
		}
		for i := range int64(n % 50) {
			want.List = append(want.List, text+string(rune('a'+i)))
			want.Labels[string(rune('a'+i))+text] = i - signed
		}
		if n%2 == 1 {
			next := want
			want.Next = &next
		}
		b, notes, err := codec.Finish(appendEverything(nil, &want))
		require.NoError(t, err)
		require.Empty(t, notes)

		var got everything
		c := codec.Open(b)
		decodeEverything(&c, &got)
		if len(b) <= codec.MaxSize {
			require.NoError(t, c.Close())
			require.Equal(t, want, got)
		}
	})
}

// A pattern is compiled once, however many calls use it first.
func TestPatternIsSafeForConcurrentUse(t *testing.T) {
	pattern := codec.NewPattern(`^[a-z]+$`)
	done := make(chan error)
	for range 8 {
		go func() {
			done <- readField(`{"x":"abc"}`, func(c *codec.Cursor) { _ = c.String(); c.Match(pattern) })
		}()
	}
	for range 8 {
		require.NoError(t, <-done)
	}
	require.Panics(t, func() {
		readField(`{"x":"abc"}`, func(c *codec.Cursor) { _ = c.String(); c.Match(codec.NewPattern(`(`)) })
	})
}
