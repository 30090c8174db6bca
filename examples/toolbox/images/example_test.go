package images_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"log"
	"os"

	"github.com/toolgen/toolgen/examples/toolbox/files"
	"github.com/toolgen/toolgen/examples/toolbox/images"
	"github.com/toolgen/toolgen/runtime"
)

func ExampleNew() {
	folder, err := os.MkdirTemp("", "pictures")
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
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewRGBA(image.Rect(0, 0, 640, 480))); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(folder+"/large.png", picture.Bytes(), 0o600); err != nil {
		log.Fatal(err)
	}

	processor, err := images.New(images.Options{Box: box})
	if err != nil {
		log.Fatal(err)
	}
	writer, err := images.NewWriter(processor)
	if err != nil {
		log.Fatal(err)
	}
	reg := runtime.NewRegistry()
	if err := reg.Register(images.ProcessorTools(processor), images.WriterTools(writer)); err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	r := reg.Call(ctx, images.ToolImageProcess, []byte(`{"path":"large.png","resize":{"width":64},"rotate":90}`))
	small, err := png.DecodeConfig(bytes.NewReader(r.Parts[0].Data))
	fmt.Println(r.Parts[0].MIME, small.Width, small.Height, err)
	fmt.Println(reg.Call(ctx, images.ToolImageProcess, []byte(`{"path":"large.png","crop":{"x":600,"y":0,"width":100,"height":50}}`)).Output())
	fmt.Println(reg.Call(ctx, images.ToolImageToFile, []byte(`{"path":"large.png","save_as":"../small.jpg","format":"jpeg"}`)).Output())
	// Output:
	// image/png 64 85 <nil>
	// crop: expected a part of 640 by 480 pixels, got 100 by 50 from 600, 0
	// save_as: expected a path relative to the folder, got .. in it; begin at the folder itself, as in notes/todo.txt
}
