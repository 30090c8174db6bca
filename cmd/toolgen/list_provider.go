package main

import (
	"fmt"
	"io"

	"github.com/toolgen/toolgen/generator"
	"github.com/toolgen/toolgen/runtime/provider"
)

// offered writes the tools as a request to a provider has them: one object with the request's member. Hidden tools are
// not in it. Tools that the provider cannot take are named on stderr, and are findings.
func offered(f provider.Format, strict provider.Strictness) func(*session, []listedTool) error {
	return func(s *session, tools []listedTool) error {
		var definitions []provider.Definition
		for _, t := range tools {
			if !t.Hidden {
				d := generator.Definition(t.Tool, t.Schema)
				if strict != "" {
					d.Strict = strict
				}
				definitions = append(definitions, d)
			}
		}
		value, refused := provider.Tools(definitions, f, provider.Options{})
		text := "{}\n" // a request without tools does not have the member
		if value != nil {
			text = `{"` + provider.Member(f) + `":` + string(value) + "}\n"
		}
		if _, err := io.WriteString(s.stdout, text); err != nil || refused == nil {
			return err
		}
		fmt.Fprintln(s.stderr, refused)
		return errFindings
	}
}
