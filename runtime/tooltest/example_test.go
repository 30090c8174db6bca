package tooltest_test

import (
	"context"
	"flag"
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/tooltest"
)

// In a test of a package with tools; weather.Tools() would stand for greetTools().
func ExampleContract() {
	_ = func(t *testing.T) {
		for _, tool := range greetTools() {
			t.Run(tool.Spec().Name, func(t *testing.T) { tooltest.Contract(t, tool, `{"name":"Bo"}`) })
		}
	}
}

func greetTools() runtime.Set { return runtime.Set{runtime.Func(greetSpec, greet)} }

func ExampleGolden() {
	update := flag.Bool("update-tools", false, "rewrite the golden files")
	_ = func(t *testing.T) {
		tooltest.Golden(t, "testdata/tools.json", *update, greetTools())
	}
}

func ExampleTexts() {
	_ = func(t *testing.T) {
		tooltest.Texts(t, map[color]string{1: "red"})
	}
}

// A program that is to survive a tool that fails now and then.
func ExampleFake() {
	search := tooltest.Fake(runtime.Spec{Name: "search"},
		runtime.Result{Err: runtime.NewError(runtime.ClassUnavailable, "try again").AsTransient(0)},
		runtime.Text("found it"),
	)
	for range 2 {
		fmt.Println(search.Execute(context.Background(), nil).Output())
	}
	// Output:
	// try again
	// found it
}

func ExampleRecord() {
	recorder := tooltest.Record(greetTools()[0])
	reg := runtime.NewRegistry()
	_ = reg.Register(runtime.Set{recorder})
	reg.Call(context.Background(), "greet", []byte(`{"name":"Ann"}`))
	for _, call := range recorder.Calls() {
		fmt.Println(string(call.Args), "->", call.Result.Output())
	}
	// Output: {"name":"Ann"} -> {"text":"Hello Ann. ","times":1}
}
