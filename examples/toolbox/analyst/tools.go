package main

import (
	"github.com/toolgen/toolgen/examples/toolbox/agents"
	"github.com/toolgen/toolgen/examples/toolbox/command"
	"github.com/toolgen/toolgen/examples/toolbox/database"
	"github.com/toolgen/toolgen/examples/toolbox/files"
	"github.com/toolgen/toolgen/examples/toolbox/plots"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/policy"
)

// registry has the tools of the folder, the database, the charts and the shell, under a policy that denies the last.
func registry(box *files.Box, db *database.Database) (*runtime.Registry, *policy.Policy, error) {
	plotter, err := plots.New(plots.Options{})
	if err != nil {
		return nil, nil, err
	}
	writer, err := plots.NewWriter(plotter, box)
	if err != nil {
		return nil, nil, err
	}
	programs, absent := shell()
	tools := []runtime.Set{files.BoxTools(box), database.DatabaseTools(db), plots.PlotterTools(plotter), plots.WriterTools(writer), programs}
	rules, err := policy.New(policy.Config{
		Absent: absent,
		Roles:  map[string]runtime.Access{"analyst": runtime.Admin},
		Layers: []policy.Layer{
			{Name: "no programs", Deny: []string{command.ToolBashExec}},
			{Name: "one picture, one report", Args: []policy.Rule{
				{Name: "the report", Tools: []string{files.ToolFileWrite}, Path: "path", OneOf: []any{report}},
				{Name: "the picture", Tools: []string{plots.ToolPlotToFile}, Path: "path", OneOf: []any{picture}},
			}},
		},
	}, append(tools, agents.Declared())...)
	if err != nil {
		return nil, nil, err
	}
	reg := runtime.NewRegistry(runtime.Authorize(rules))
	return reg, rules, reg.Register(tools...)
}

// shell is bash_exec, where this machine can confine programs: there has to be a tool before a policy can be seen to deny it. Where it
// cannot, nothing is there to be denied, and the policy has the name all the same.
func shell() (tools runtime.Set, absent []string) {
	bash, err := command.NewBash(command.Options{})
	if err != nil {
		return nil, []string{command.ToolBashExec}
	}
	return bash.Tools(), nil
}
