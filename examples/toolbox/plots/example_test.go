package plots_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/toolgen/toolgen/examples/toolbox/files"
	"github.com/toolgen/toolgen/examples/toolbox/plots"
	"github.com/toolgen/toolgen/runtime"
)

func ExampleNew() {
	plotter, err := plots.New(plots.Options{})
	if err != nil {
		log.Fatal(err)
	}
	reg := runtime.NewRegistry()
	if err := reg.Register(plots.PlotterTools(plotter)); err != nil {
		log.Fatal(err)
	}
	call := func(args string) runtime.Result {
		return reg.Call(context.Background(), plots.ToolPlotData, []byte(args))
	}
	r := call(`{"kind":"bar","title":"Sales","labels":["May","June"],"series":[{"values":[12,19]}]}`)
	fmt.Println(r.Parts[0].MIME, len(r.Parts[0].Data) > 1000)
	fmt.Println(call(`{"kind":"bar","labels":["May","June"],"series":[{"values":[12]}]}`).Output())
	// Output:
	// image/png true
	// series[0].values: expected 2 values, one for each of labels, got 1; put null where there is none
}

func ExampleNewWriter() {
	folder, err := os.MkdirTemp("", "charts")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	root, err := os.OpenRoot(folder)
	if err != nil {
		log.Fatal(err)
	}
	defer root.Close()
	box, err := files.New(root, files.Options{})
	if err != nil {
		log.Fatal(err)
	}
	plotter, err := plots.New(plots.Options{})
	if err != nil {
		log.Fatal(err)
	}
	writer, err := plots.NewWriter(plotter, box)
	if err != nil {
		log.Fatal(err)
	}
	reg := runtime.NewRegistry()
	if err := reg.Register(plots.WriterTools(writer)); err != nil {
		log.Fatal(err)
	}
	r := reg.Call(context.Background(), plots.ToolPlotToFile, []byte(`{"path":"wear.svg","format":"svg","kind":"line","series":[{"x":[1,2,30],"values":[9,7,2]}]}`))
	if r.Err != nil {
		log.Fatal(r.Err)
	}
	info, err := os.Stat(folder + "/wear.svg")
	fmt.Println(err, info.Size() > 1000)
	// Output: <nil> true
}
