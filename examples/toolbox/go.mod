module github.com/toolgen/toolgen/examples/toolbox

go 1.26.0

tool github.com/toolgen/toolgen/cmd/toolgen

require github.com/toolgen/toolgen v0.0.0

require (
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/spf13/cobra v1.10.2 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

replace github.com/toolgen/toolgen => ../..
