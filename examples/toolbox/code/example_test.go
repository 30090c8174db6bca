package code_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/toolgen/toolgen/examples/toolbox/code"
	"github.com/toolgen/toolgen/runtime"
)

func ExampleNew() {
	dir, err := os.MkdirTemp("", "checkout")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	src := "package hello\n\nimport \"fmt\"\n\n// Hello greets.\nfunc Hello(name string) string { return fmt.Sprint(\"hello \", name) }\n"
	if err := os.WriteFile(dir+"/hello.go", []byte(src), 0o600); err != nil {
		log.Fatal(err)
	}
	analyzer, err := code.New(dir, code.Options{})
	if err != nil {
		log.Fatal(err)
	}
	reg := runtime.NewRegistry()
	if err := reg.Register(code.AnalyzerTools(analyzer)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(reg.Call(context.Background(), code.ToolCodeAnalyze, []byte(`{"parts":["symbols"]}`)).Output())
	// Output: {"packages":1,"vetted":false,"total":1,"symbols":[{"at":"hello.go:6:6","name":"Hello","kind":"func","code":"func Hello(name string) string"}]}
}
