package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/toolgen/toolgen/generator"
	"github.com/toolgen/toolgen/runtime/provider"
)

// toolJSON is one tool in the list of --format json. The form is stable: fields keep their names and meaning, new ones may
// be added. What is false, empty or not declared is left out, apart from the four hints and cancelable.
type toolJSON struct {
	Name         string          `json:"name"`
	Package      string          `json:"package"`            // import path
	Func         string          `json:"func"`               // Go name of the function or method
	Receiver     string          `json:"receiver,omitempty"` // Go name of the method's type
	Title        string          `json:"title,omitempty"`
	Description  string          `json:"description,omitempty"`
	Deprecated   bool            `json:"deprecated,omitempty"`
	Hidden       bool            `json:"hidden,omitempty"`
	Category     string          `json:"category,omitempty"` // execution, network, agent or specialized
	Access       string          `json:"access,omitempty"`   // public, trusted, admin or system
	Grade        string          `json:"grade"`              // reads, adds or destroys, and -outside where the world is open
	Permissions  []string        `json:"permissions,omitempty"`
	ReadOnly     bool            `json:"readOnly"`
	Destructive  bool            `json:"destructive"`
	Idempotent   bool            `json:"idempotent"`
	OpenWorld    bool            `json:"openWorld"`
	Cancelable   bool            `json:"cancelable"` // the function takes a context, so it is told when its time is over
	Limits       *limitsJSON     `json:"limits,omitempty"`
	Errors       string          `json:"errors,omitempty"` // opaque where models do not read what went wrong
	Estimate     *estimateJSON   `json:"estimate,omitempty"`
	Limitations  []string        `json:"limitations,omitempty"`
	Dependencies []string        `json:"dependencies,omitempty"`
	Secrets      []string        `json:"secrets,omitempty"`  // JSON paths of arguments
	Examples     []any           `json:"examples,omitempty"` // arguments
	Input        json.RawMessage `json:"input"`              // JSON Schema of the arguments
	Output       json.RawMessage `json:"output,omitempty"`   // JSON Schema of the result
}

type estimateJSON struct {
	Time   string `json:"time,omitempty"`   // as Go writes durations
	CPU    string `json:"cpu,omitempty"`    // the same
	Memory int64  `json:"memory,omitempty"` // bytes
}

// listJSON writes {"tools":[...]}, sorted by name.
func (s *session) listJSON(tools []listedTool) error {
	list := struct {
		Tools []toolJSON `json:"tools"`
	}{Tools: []toolJSON{}}
	for _, t := range tools {
		list.Tools = append(list.Tools, t.json())
	}
	enc := json.NewEncoder(s.stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(list)
}

func (t listedTool) json() toolJSON {
	j := toolJSON{
		Name: t.Name, Package: t.Package, Func: t.Func, Title: t.Title, Description: t.Description,
		Deprecated: t.Deprecated, Hidden: t.Hidden, Category: t.Category, Access: t.Access, Grade: grade(t), Permissions: t.Permissions,
		ReadOnly: t.ReadOnly, Destructive: !t.ReadOnly && !t.Additive, Idempotent: t.Idempotent, OpenWorld: !t.ClosedWorld,
		Cancelable: t.Cancelable(), Limits: t.limits(),
		Limitations: t.Limitations, Dependencies: t.Dependencies, Secrets: t.Secrets,
		Input: json.RawMessage(t.Schema.InputText()),
	}
	if t.Opaque {
		j.Errors = "opaque"
	}
	if t.Recv != nil {
		j.Receiver = t.Recv.Type.Name
	}
	if output := t.Schema.OutputText(); output != "" {
		j.Output = json.RawMessage(output)
	}
	if t.EstimateTime != 0 || t.EstimateCPU != 0 || t.EstimateMem != 0 {
		j.Estimate = &estimateJSON{Memory: t.EstimateMem}
		if t.EstimateTime != 0 {
			j.Estimate.Time = time.Duration(t.EstimateTime).String()
		}
		if t.EstimateCPU != 0 {
			j.Estimate.CPU = t.EstimateCPU.String()
		}
	}
	for _, e := range t.Examples {
		j.Examples = append(j.Examples, json.RawMessage(e))
	}
	return j
}

// grade says in one word how much a tool can do, as runtime.Spec.Grade does.
func grade(t listedTool) string {
	word := "destroys"
	switch {
	case t.ReadOnly:
		word = "reads"
	case t.Additive:
		word = "adds"
	}
	if !t.ClosedWorld {
		word += "-outside"
	}
	return word
}

// listMCP writes the result of tools/list in that revision, sorted by name. Hidden tools are not in it, as a server does not list them.
func listMCP(revision provider.Revision) func(*session, []listedTool) error {
	return func(s *session, tools []listedTool) error { return s.listMCP(tools, revision) }
}

func (s *session) listMCP(tools []listedTool, revision provider.Revision) error {
	text := []byte(`{"tools":[`)
	for _, t := range tools {
		if t.Hidden {
			continue
		}
		definition, err := provider.MCP(generator.Definition(t.Tool, t.Schema), revision)
		if err != nil {
			return fmt.Errorf("%s: tool %s: %w", t.Package, t.Name, err)
		}
		if text[len(text)-1] != '[' {
			text = append(text, ',')
		}
		text = append(text, definition...)
	}
	_, err := io.WriteString(s.stdout, string(text)+"]}\n")
	return err
}
