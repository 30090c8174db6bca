package runtime_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// A tool that is written by hand reads its arguments as generated code does.
func ExampleInvalid() {
	greet := runtime.Func(runtime.Spec{
		Name:  "greet",
		Input: `{"type":"object","properties":{"name":{"type":"string"},"times":{"type":"integer","minimum":1,"maximum":3}},"required":["name"],"additionalProperties":false}`,
	}, func(_ context.Context, args []byte) runtime.Result {
		var (
			name  string
			times = 1
			seen  uint64
		)
		c := codec.Open(args)
		for c.Object(); c.Field(); {
			switch string(c.Key) {
			case "name":
				seen = c.Once(seen, 1<<0)
				name = c.String()
			case "times":
				seen = c.Once(seen, 1<<1)
				if !c.Null() {
					times = c.IntIn(1, 3)
				}
			default:
				c.Unknown("name", "times")
			}
		}
		c.Need(seen, 1<<0, "name", "times")
		if err := c.Close(); err != nil {
			return runtime.Invalid(err)
		}
		return runtime.Text(fmt.Sprintf("hello %s, %d times", name, times))
	})
	reg := runtime.NewRegistry()
	_ = reg.Register(runtime.Set{greet})
	for _, args := range []string{`{"name":"Ann","times":2}`, `{"times":9}`} {
		result := reg.Call(context.Background(), "greet", []byte(args))
		fmt.Println(result.IsError(), result.Output())
	}
	// Output:
	// false hello Ann, 2 times
	// true times: must be between 1 and 3, got 9
	// arguments: missing required "name"
}

func ExampleJSON() {
	good := codec.AppendFloat64([]byte(`{"score":`), 0.5)
	fmt.Println(runtime.JSON(append(good, '}')).Output())
	zero := 0.0
	bad := codec.AppendFloat64([]byte(`{"score":`), zero/zero)
	fmt.Println(runtime.JSON(append(bad, '}')).Output())
	// Output:
	// {"score":0.5}
	// result.score is NaN, which JSON cannot carry
}

func ExampleText() {
	result := runtime.Text("caf\xe9 au lait")
	fmt.Println(result.Output())
	fmt.Println(result.Notes[0].Text)
	// Output:
	// caf� au lait
	// 1 byte not UTF-8, the first at offset 3
}

func ExampleDone() {
	fmt.Println(runtime.Done().Output())
	// Output: ok
}

func ExampleResult() {
	var nothing runtime.Result // a tool that has nothing to say
	failed := runtime.Failed(context.Background(), errors.New("no such city"))
	fmt.Printf("%v %q\n", nothing.IsError(), nothing.Output())
	fmt.Printf("%v %q %s\n", failed.IsError(), failed.Output(), failed.Err.Class)
	// Output:
	// false ""
	// true "no such city" failed
}

func ExampleNewRegistry() {
	// The registry of a server: everybody may read, and nobody anything else.
	readers := runtime.AuthorizerFunc(func(_ context.Context, _ runtime.Principal, tool *runtime.Spec) error {
		if !tool.ReadOnly {
			return errors.New("only what reads")
		}
		return nil
	})
	reg := runtime.NewRegistry(runtime.Authorize(readers), runtime.Observe(printer{}))
	if err := reg.Register(weatherTools()); err != nil {
		fmt.Println(err)
		return
	}
	result := reg.Call(context.Background(), "reset_station", nil)
	fmt.Println("the caller sees:", result.Output())
	// Output:
	// reset_station denied: only what reads
	// the caller sees: unknown tool "reset_station"
}

func ExampleWithCall() {
	ctx := runtime.WithCall(context.Background(), runtime.Call{
		ID:        "call_7",
		Principal: runtime.Principal{Role: runtime.Public, ID: "ann"},
	})
	fmt.Println(runtime.CallFrom(ctx).ID, runtime.CallFrom(ctx).Attempt)
	fmt.Println(runtime.CallFrom(runtime.WithPrincipal(ctx, runtime.Principal{ID: "bob"})).Principal.ID)
	// Output:
	// call_7 1
	// bob
}
