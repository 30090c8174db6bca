module github.com/toolgen/toolgen/examples

go 1.26.0

tool github.com/toolgen/toolgen/cmd/toolgen

require (
	github.com/modelcontextprotocol/go-sdk v1.8.0
	github.com/toolgen/toolgen v0.0.0
)

require (
	github.com/google/jsonschema-go v0.4.3 // indirect
	github.com/segmentio/asm v1.1.3 // indirect
	github.com/segmentio/encoding v0.5.4 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	golang.org/x/oauth2 v0.35.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/time v0.15.0 // indirect
)

require (
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/spf13/cobra v1.10.2 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
	github.com/toolgen/toolgen/runtime/mcp v0.0.0
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

replace github.com/toolgen/toolgen => ../

replace github.com/toolgen/toolgen/runtime/mcp => ../runtime/mcp
