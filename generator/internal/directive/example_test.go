package directive_test

import (
	"fmt"

	"github.com/toolgen/toolgen/generator/internal/directive"
)

func ExampleParse() {
	line, problems := directive.Parse("//tool:param days,nights default=3 min=1 mxa=14", directive.OnFunc)
	for _, name := range line.Names {
		fmt.Println("name", name.Text)
	}
	for _, e := range line.Entries {
		fmt.Println("key", e.Key.Text, e.Value.Text)
	}
	for _, p := range problems {
		fmt.Printf("%d-%d: %s [%s]\n%s\n", p.Start, p.End, p.Message, p.Code, p.Fix)
	}
	// Output:
	// name days
	// name nights
	// key default 3
	// key min 1
	// 41-47: unknown key mxa; did you mean max? [K1]
	// //tool:param days,nights default=3 min=1 max=14
}

func ExampleNearMiss() {
	p, _ := directive.NearMiss("// tool:name=get_forecast")
	fmt.Println(p.Message)
	fmt.Println(p.Fix)
	// Output:
	// this is no directive: nothing stands between // and tool:, and no blank after it
	// //tool:name=get_forecast
}

func ExampleEntry_List() {
	entries, _ := directive.ParseTag(`enum=low,"very high"`, directive.OnField)
	items, _ := entries[0].List()
	for _, item := range items {
		fmt.Println(item.Text)
	}
	// Output:
	// low
	// very high
}
