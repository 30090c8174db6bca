module github.com/toolgen/toolgen/runtime/sandbox

go 1.26.0

require (
	github.com/landlock-lsm/go-landlock v0.11.2
	github.com/stretchr/testify v1.12.1
	github.com/tetratelabs/wazero v1.12.0
	github.com/toolgen/toolgen v0.0.0
	golang.org/x/sys v0.49.0
)

require (
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	kernel.org/pub/linux/libs/security/libcap/psx v1.2.78 // indirect
)

replace github.com/toolgen/toolgen => ../..
