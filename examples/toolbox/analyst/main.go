// Command analyst is an agent at work with the tools of this module: it reads a CSV file, queries a database of SQLite, plots what it has
// found, tries a tool that its policy denies, and has another agent write a report. It prints every call and where the picture is.
//
// The models are scripts, so that it runs anywhere and says the same each time; the tools are not: what the script plots comes from the
// results. With OPENAI_BASE_URL, such as http://localhost:11434/v1, a model does the work, the one that MODEL names, with OPENAI_API_KEY
// where it is set.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/toolgen/toolgen/examples/toolbox/agents"
	"github.com/toolgen/toolgen/examples/toolbox/files"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
)

func main() {
	folder := flag.String("folder", "", "where the agent works: a new or empty folder (default: a new one for temporary files)")
	flag.Parse()
	if err := work(context.Background(), os.Stdout, *folder); err != nil {
		log.Fatal(err)
	}
}

const task = "planets.csv has the distances of the planets from the sun, the database how long they take around it. " +
	"Is there a law in it? Show it in a picture, and have a report written."

// work sets up a folder, the tools, the policy and the agents, and runs the task.
func work(ctx context.Context, out io.Writer, folder string) error {
	folder, err := prepare(folder)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	box, err := files.New(root, files.Options{})
	if err != nil {
		return err
	}
	db, err := orbits(ctx, folder)
	if err != nil {
		return err
	}
	defer db.Close()
	reg, rules, err := registry(box, db)
	if err != nil {
		return err
	}
	chief, err := crew(&narrator{out: out, reg: reg, rules: rules})
	if err != nil {
		return err
	}

	fmt.Fprintf(out, "user says: %s\n", task)
	ctx = runtime.WithPrincipal(ctx, runtime.Principal{ID: "demo", RoleName: "analyst"})
	outcome := chief.Run(ctx, task)
	if outcome.Reason != agent.Done {
		return fmt.Errorf("the run ended with %s: %w", outcome.Reason, outcome.Err)
	}
	return found(out, folder)
}

// crew makes the agents: a chief, and a writer that it may hand work to, which can write files and nothing else.
func crew(story *narrator) (*agent.Agent, error) {
	chiefly, writerly, err := models()
	if err != nil {
		return nil, err
	}
	_, err = agents.New(story.reg, agents.Options{}, agent.Config{
		Name: "writer", Does: "Writes reports into Markdown files of the folder.", Model: story.tells("writer", 1, writerly),
		System: "Write the report that you are asked for with file_write, and answer with its name.",
		Tools:  []string{files.ToolFileWrite},
		Limits: agent.Limits{Steps: 4, Calls: 4, Time: time.Minute},
	})
	if err != nil {
		return nil, err
	}
	return agent.New(agent.Config{
		Name: "chief", Model: story.tells("chief", 0, chiefly), Registry: story.reg,
		System: "You find out what data says. Look at it before you draw conclusions; leave writing to the writer.",
		Limits: agent.Limits{Steps: 16, Calls: 32, Time: 5 * time.Minute},
	})
}

// found says where the files are that must be there now.
func found(out io.Writer, folder string) error {
	var missing []error
	fmt.Fprintln(out, "\nLook at")
	for _, name := range []string{picture, report} {
		path := filepath.Join(folder, name)
		info, err := os.Stat(path)
		if err != nil {
			missing = append(missing, err)
			continue
		}
		fmt.Fprintf(out, "%s (%d bytes)\n", path, info.Size())
	}
	return errors.Join(missing...)
}
