package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/examples/toolbox/agents"
	"github.com/toolgen/toolgen/examples/toolbox/command"
	"github.com/toolgen/toolgen/examples/toolbox/database"
	"github.com/toolgen/toolgen/examples/toolbox/files"
	"github.com/toolgen/toolgen/examples/toolbox/plots"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/provider"
)

// script is a model whose turns are known: the next one is made of the results so far, turn by turn.
type script []func(results [][]runtime.Result) (agent.Turn, error)

// Next implements agent.Model.
func (s script) Next(_ context.Context, conversation []agent.Message, _ []provider.Definition) (agent.Turn, error) {
	var results [][]runtime.Result
	for _, message := range conversation {
		if message.Role == agent.Tool {
			results = append(results, message.Results)
		}
	}
	if len(results) == len(s) {
		return agent.Turn{}, errors.New("the script is at its end")
	}
	return s[len(results)](results)
}

// chiefly looks at the data, plots it, tries to show it by a program, and has the report written.
var chiefly = script{
	func([][]runtime.Result) (agent.Turn, error) {
		return calling(
			call(files.ToolFileRead, arguments{"path": distances}),
			call(database.ToolDatabaseSchema, arguments{}))
	},
	func([][]runtime.Result) (agent.Turn, error) {
		return calling(call(database.ToolDatabaseQuery, arguments{"sql": "SELECT planet, period_years FROM orbits ORDER BY period_years"}))
	},
	func(results [][]runtime.Result) (agent.Turn, error) {
		all, err := measured(results)
		if err != nil {
			return agent.Turn{}, err
		}
		var x, y []float64
		for _, p := range all {
			x, y = append(x, round(math.Log10(p.distance))), append(y, round(math.Log10(p.period)))
		}
		return calling(call(plots.ToolPlotToFile, arguments{
			"path": picture, "kind": plots.Scatter, "title": "The planets lie on a line",
			"x_title": "log10 of the distance in AU", "y_title": "log10 of the period in years",
			"series": []plots.Series{{Name: "planets", X: x, Values: pointers(y)}},
		}))
	},
	func([][]runtime.Result) (agent.Turn, error) {
		return calling(call(command.ToolBashExec, arguments{"script": "xdg-open " + picture}))
	},
	func(results [][]runtime.Result) (agent.Turn, error) {
		all, err := measured(results)
		if err != nil {
			return agent.Turn{}, err
		}
		task := "Write " + report + ": the square of a planet's period is the cube of its distance. Show the picture " + picture + ", and these ratios of the two:"
		for _, p := range all {
			task += fmt.Sprintf("\n%s %.4f", p.name, p.period*p.period/math.Pow(p.distance, 3))
		}
		return calling(call(agents.ToolDelegateToAgent, arguments{"agent": "writer", "task": task}))
	},
	func(results [][]runtime.Result) (agent.Turn, error) {
		all, err := measured(results)
		if err != nil {
			return agent.Turn{}, err
		}
		furthest := 0.0
		for _, p := range all {
			furthest = max(furthest, math.Abs(p.period*p.period/math.Pow(p.distance, 3)-1))
		}
		return agent.Turn{Text: fmt.Sprintf("There is: the square of the period is the cube of the distance, to within %.1f in a thousand for all %d planets. "+
			"It is Kepler's third law. No program could be started to show the picture.", 1000*furthest, len(all))}, nil
	},
}

// writerly writes what it is told.
var writerly = agent.ModelFunc(func(_ context.Context, conversation []agent.Message, _ []provider.Definition) (agent.Turn, error) {
	last := conversation[len(conversation)-1]
	if last.Role == agent.Tool {
		return agent.Turn{Text: "The report is in " + report + "."}, nil
	}
	_, ratios, _ := strings.Cut(last.Text, "\n")
	text := "# Kepler's third law\n\nThe square of a planet's period is the cube of its distance from the sun: in years and astronomical units the ratio\n" +
		"of the two is one.\n\n![the planets on a line](" + picture + ")\n\n| planet | ratio |\n|---|---|\n"
	for line := range strings.Lines(ratios) {
		text += "| " + strings.ReplaceAll(strings.TrimSpace(line), " ", " | ") + " |\n"
	}
	return calling(call(files.ToolFileWrite, arguments{"path": report, "content": text}))
})

// planet is what two results say of one.
type planet struct {
	name             string
	distance, period float64
}

// measured takes the planets out of the results: their distances from the CSV file, their periods from the database.
func measured(results [][]runtime.Result) ([]planet, error) {
	var read struct{ Content string }
	var found struct{ Rows [][]any }
	if err := errors.Join(json.Unmarshal(results[0][0].JSON, &read), json.Unmarshal(results[1][0].JSON, &found)); err != nil {
		return nil, err
	}
	far := map[string]float64{}
	for line := range strings.Lines(read.Content) {
		name, distance, _ := strings.Cut(strings.TrimSpace(line), ",")
		if au, err := strconv.ParseFloat(distance, 64); err == nil { // the head of the table has no number
			far[name] = au
		}
	}
	var all []planet
	for _, row := range found.Rows {
		name, _ := row[0].(string)
		years, _ := row[1].(float64)
		if far[name] == 0 || years == 0 {
			return nil, fmt.Errorf("no distance or no period of the planet %q", name)
		}
		all = append(all, planet{name, far[name], years})
	}
	return all, nil
}

type arguments map[string]any

func call(name string, args arguments) provider.Call {
	text, _ := json.Marshal(args)
	return provider.Call{Name: name, Args: text}
}

func calling(calls ...provider.Call) (agent.Turn, error) { return agent.Turn{Calls: calls}, nil }

func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

func pointers(values []float64) (all []*float64) {
	for i := range values {
		all = append(all, &values[i])
	}
	return all
}
