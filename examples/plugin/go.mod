module github.com/toolgen/toolgen/examples/plugin

go 1.26.0

tool github.com/toolgen/toolgen/cmd/toolgen

require (
	github.com/toolgen/toolgen v0.0.0
	github.com/toolgen/toolgen/runtime/sandbox v0.0.0
)

require (
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/landlock-lsm/go-landlock v0.11.2 // indirect
	github.com/spf13/cobra v1.10.2 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
	github.com/tetratelabs/wazero v1.12.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
	kernel.org/pub/linux/libs/security/libcap/psx v1.2.78 // indirect
)

replace (
	github.com/toolgen/toolgen => ../..
	github.com/toolgen/toolgen/runtime/sandbox => ../../runtime/sandbox
)
