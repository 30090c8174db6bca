// Command quickstart registers the tools of package weather, prints the schema of one, and calls it rightly and wrongly.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log"

	"github.com/toolgen/toolgen/examples/quickstart/weather"
	"github.com/toolgen/toolgen/runtime"
)

func main() {
	reg := runtime.NewRegistry()
	if err := reg.Register(weather.Tools(), weather.AlarmsTools(new(weather.Alarms))); err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()

	fmt.Println("Tools:")
	for _, spec := range reg.Specs(ctx) {
		fmt.Printf("  %-14s %s\n", spec.Name, spec.Description)
	}

	tool, _ := reg.Lookup(weather.ToolGetForecast)
	var schema bytes.Buffer
	if err := json.Indent(&schema, []byte(tool.Spec().Input), "  ", "  "); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("\nThe input schema of %s:\n  %s\n", tool.Spec().Name, &schema)

	for _, args := range []string{
		`{"city":"Paris","days":2}`,
		`{"days":"2","unit":"Celsius","citty":"Paris"}`,
	} {
		r := reg.Call(ctx, weather.ToolGetForecast, []byte(args))
		answer := "result"
		if r.IsError() {
			answer = "error, as the model reads it"
		}
		fmt.Printf("\n%s %s\n%s:\n%s\n", weather.ToolGetForecast, args, answer, indent(r.Output()))
	}
}

// indent puts two blanks before every line.
func indent(text string) string {
	return "  " + string(bytes.ReplaceAll([]byte(text), []byte("\n"), []byte("\n  ")))
}
