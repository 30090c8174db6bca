module github.com/toolgen/toolgen/conformance

go 1.26.0

require (
	github.com/go-json-experiment/json v1.27.2
	github.com/stretchr/testify v1.12.1
	github.com/toolgen/toolgen v0.0.0
)

require go.yaml.in/yaml/v3 v3.0.5 // indirect

replace github.com/toolgen/toolgen => ../
