module github.com/toolgen/toolgen/examples/toolbox

go 1.26.0

tool github.com/toolgen/toolgen/cmd/toolgen

require (
	github.com/go-analyze/charts v0.6.4
	github.com/golang/freetype v0.0.0-20170609003504-e2365dfdc4a0
	github.com/toolgen/toolgen v0.0.0
	go.opentelemetry.io/otel/sdk v1.47.0
	golang.org/x/image v0.48.0
	golang.org/x/net v0.61.0
	modernc.org/libc v1.80.1
	modernc.org/sqlite v1.62.0
)

require (
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/dustin/go-humanize v1.1.0 // indirect
	github.com/go-analyze/bulk v0.1.6 // indirect
	github.com/go-logr/logr v1.4.4 // indirect
	github.com/go-logr/stdr v1.2.2 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/landlock-lsm/go-landlock v0.11.2 // indirect
	github.com/mattn/go-isatty v0.0.24 // indirect
	github.com/ncruces/go-strftime v1.1.0 // indirect
	github.com/remyoudompheng/bigfft v0.0.0-20230129092748-24d4a6f8daec // indirect
	github.com/tetratelabs/wazero v1.12.0 // indirect
	go.opentelemetry.io/auto/sdk v1.2.1 // indirect
	go.opentelemetry.io/otel v1.47.0 // indirect
	go.opentelemetry.io/otel/log v1.47.0 // indirect
	go.opentelemetry.io/otel/metric v1.47.0 // indirect
	go.opentelemetry.io/otel/trace v1.47.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	kernel.org/pub/linux/libs/security/libcap/psx v1.2.78 // indirect
	modernc.org/mathutil v1.7.1 // indirect
	modernc.org/memory v1.12.1 // indirect
)

require (
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/spf13/cobra v1.10.2 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
	github.com/toolgen/toolgen/runtime/otel v0.0.0
	github.com/toolgen/toolgen/runtime/sandbox v0.0.0
	golang.org/x/mod v0.42.0
	golang.org/x/sync v0.25.0 // indirect
	golang.org/x/text v0.44.0 // indirect
	golang.org/x/tools v0.52.0
)

replace github.com/toolgen/toolgen => ../..

replace github.com/toolgen/toolgen/runtime/otel => ../../runtime/otel

replace github.com/toolgen/toolgen/runtime/sandbox => ../../runtime/sandbox
