package codec_test

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/toolgen/toolgen/runtime/codec"
)

// An adapter spells the shape of its arguments: declare, read, check, close.
func Example() {
	decode := func(args []byte) (city string, days int, err error) {
		days = 3
		var seen uint64
		c := codec.Open(args)
		for c.Object(); c.Field(); {
			switch string(c.Key) {
			case "city":
				seen = c.Once(seen, 1<<0)
				city = c.String()
				c.Length(1, 100)
			case "days":
				seen = c.Once(seen, 1<<1)
				if !c.Null() { // optional: null means absent
					days = c.IntIn(1, 14)
				}
			default:
				c.Unknown("city", "days")
			}
		}
		c.Need(seen, 1<<0, "city", "days")
		return city, days, c.Close()
	}

	fmt.Println(decode([]byte(`{"city":"Oslo"}`)))
	fmt.Println(decode([]byte(`{"days":99,"City":"Oslo"}`)))
	// Output:
	// Oslo 3 <nil>
	//  0 days: must be between 1 and 14, got 99
	// arguments: unknown key "City"; did you mean "city"?
	// arguments: missing required "city"
}

// Arguments that are missing altogether stand for an empty object.
func ExampleOpen() {
	for _, args := range []string{``, `null`, `[]`} {
		c := codec.Open([]byte(args))
		for c.Object(); c.Field(); {
			c.Skip()
		}
		c.Need(0, 1<<0, "city")
		fmt.Println(c.Close())
	}
	// Output:
	// arguments: missing required "city"
	// arguments: missing required "city"
	// arguments: must be a JSON object, got array
}

// The error of Close holds every problem with its path.
func ExampleCursor_Close() {
	c := codec.Open([]byte(`{"tags":["a",5,null]}`))
	for c.Object(); c.Field(); {
		for c.Array(); c.Item(); {
			_ = c.String()
		}
	}
	var problems *codec.Problems
	if errors.As(c.Close(), &problems) {
		for _, problem := range problems.List {
			fmt.Printf("%s | %s\n", problem.Path, problem.Message)
		}
	}
	// Output:
	// tags[1] | expected string, got number 5; put quotes around it
	// tags[2] | expected string, got null; leave it out
}

// Text after the arguments is not overlooked.
func ExampleCursor_Close_syntax() {
	c := codec.Open([]byte(`{"a":1,}`))
	for c.Object(); c.Field(); {
		c.Int()
	}
	fmt.Println(c.Close())
	// Output: arguments: not valid JSON at offset 7: expected a key in double quotes, got "}"; remove the comma before it
}

// A map is read field by field; Name gives a key that outlives the arguments.
func ExampleCursor_Name() {
	c := codec.Open([]byte(`{"a":1,"b":2}`))
	labels := make(map[string]int)
	for c.Object(); c.Field(); {
		key := c.Name()
		if _, found := labels[key]; found {
			c.Duplicate()
		}
		labels[key] = c.Int()
	}
	c.Entries(len(labels), 1, 5)
	fmt.Println(labels, c.Close())
	// Output: map[a:1 b:2] <nil>
}

func ExampleUnique() {
	c := codec.Open([]byte(`{"ids":[7,8,7]}`))
	for c.Object(); c.Field(); {
		ids := make([]int, 0, c.Hint())
		for c.Array(); c.Item(); {
			ids = append(ids, c.Int())
		}
		codec.Unique(&c, ids)
	}
	fmt.Println(c.Close())
	// Output: ids: must not repeat an item; items 0 and 2 are equal
}

func ExampleAmong() {
	c := codec.Open([]byte(`{"level":4}`))
	for c.Object(); c.Field(); {
		codec.Among(&c, c.Int(), 1, 2, 3)
	}
	fmt.Println(c.Close())
	// Output: level: 4 is not one of 1, 2, 3
}

// Encoders append; the separators stand in the literals between them.
func ExampleAppendString() {
	b := append([]byte(nil), `{"city":`...)
	b = codec.AppendString(b, "Oslo \"by the fjord\"")
	b = append(b, `,"temperature":`...)
	b = codec.AppendFloat64(b, 21.5)
	b = append(b, `,"at":`...)
	b = codec.AppendTime(b, time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC))
	b = append(b, `,"every":`...)
	b = codec.AppendDuration(b, 90*time.Second)
	b = append(b, '}')
	fmt.Println(string(b))
	// Output: {"city":"Oslo \"by the fjord\"","temperature":21.5,"at":"2026-01-02T15:04:05Z","every":"1m30s"}
}

// Fields that may be left out are written with a comma behind them.
func ExampleEndObject() {
	b := []byte(`{"id":7,`)
	fmt.Println(string(codec.EndObject(b)))
	fmt.Println(string(codec.EndObject([]byte(`{`))))
	// Output:
	// {"id":7}
	// {}
}

func ExampleKeys() {
	fmt.Println(codec.Keys(map[string]int{"b": 1, "a": 2}))
	// Output: [a b]
}

// Finish settles what the encoders could only mark.
func ExampleFinish() {
	b := codec.AppendFloat64([]byte(`{"score":`), math.NaN())
	_, _, err := codec.Finish(append(b, '}'))
	fmt.Println(err)

	b = codec.AppendString([]byte(`{"name":`), "caf\xe9")
	b, notes, err := codec.Finish(append(b, '}'))
	fmt.Println(string(b), notes, err)
	// Output:
	// result.score is NaN, which JSON cannot carry
	// {"name":"caf�"} [{replaced_utf8 result.name 1 byte not UTF-8, the first at offset 12}] <nil>
}
