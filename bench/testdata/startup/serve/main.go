// Command serve registers ten tools and calls the one that its arguments say.
package main

import (
	"context"
	"os"

	"startup.test/ten"

	"github.com/toolgen/toolgen/runtime"
)

func main() {
	reg := runtime.NewRegistry()
	if err := reg.Register(ten.Tools()); err != nil {
		panic(err)
	}
	result := reg.Call(context.Background(), os.Args[1], []byte(os.Args[2]))
	os.Stdout.WriteString(result.Output())
	if result.IsError() {
		os.Exit(1)
	}
}
