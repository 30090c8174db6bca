// Command guest is the plug-in: the tools of package texts, compiled to WebAssembly by
//
//	GOOS=wasip1 GOARCH=wasm go build -o texts.wasm ./guest
package main

import (
	"github.com/toolgen/toolgen/examples/plugin/texts"
	"github.com/toolgen/toolgen/runtime/sandbox/plugin"
)

func main() { plugin.Main(texts.Tools()) }
