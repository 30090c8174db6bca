package provider_test

import (
	"fmt"

	"github.com/toolgen/toolgen/runtime/provider"
)

func ExampleMCP() {
	definition, err := provider.MCP(provider.Definition{
		Name:        "count_words",
		Description: "Counts the words of a text.",
		Input:       `{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false}`,
		Output:      `{"type":"integer"}`,
		Hints:       provider.Hints{ReadOnly: true, ClosedWorld: true},
	}, provider.MCP20260728)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(definition))
	// Output: {"name":"count_words","description":"Counts the words of a text.","inputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false},"outputSchema":{"type":"integer"},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}}
}
