package files_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/toolgen/toolgen/examples/toolbox/files"
	"github.com/toolgen/toolgen/runtime"
)

func ExampleNew() {
	folder, err := os.MkdirTemp("", "notes")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	root, err := os.OpenRoot(folder)
	if err != nil {
		log.Fatal(err)
	}
	defer root.Close()
	box, err := files.New(root, files.Options{Quota: 1 << 20})
	if err != nil {
		log.Fatal(err)
	}
	reg := runtime.NewRegistry()
	if err := reg.Register(files.BoxTools(box)); err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	reg.Call(ctx, files.ToolFileWrite, []byte(`{"path":"todo.txt","content":"buy milk\n"}`))
	fmt.Println(reg.Call(ctx, files.ToolFileRead, []byte(`{"path":"todo.txt"}`)).Output())
	fmt.Println(reg.Call(ctx, files.ToolFileRead, []byte(`{"path":"../passwords"}`)).Output())
	// Output:
	// {"path":"todo.txt","size":9,"encoding":"utf8","content":"buy milk\n","offset":0,"truncated":false,"sha256":"409baa381eaebfc8c71676ecb0eed6659ea7510b4b42f101b152c7f0696150c5"}
	// path: expected a path relative to the folder, got .. in it; begin at the folder itself, as in notes/todo.txt
}
