package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/toolgen/toolgen/generator"
)

// world is all that a run touches. Tests put their own in its place.
type world struct {
	args           []string
	dir            string // the folder to work in; "" is the process's own
	getenv         func(string) string
	stdout, stderr io.Writer
	terminal       bool // stderr is one

	generate func(context.Context, generator.Options) (*generator.Result, error)
	commit   func(*generator.Result) error
	remember func(*generator.Result) error // nil for a run that leaves nothing behind
}

// The exit codes of all verbs.
const (
	exitFine     = 0
	exitFindings = 1
	exitTrouble  = 2
)

// errFindings ends a run with exit code 1. What was found has been printed.
var errFindings = errors.New("findings")

// run is the whole command: arguments in, exit code out.
func run(ctx context.Context, w world) int {
	s := &session{world: w}
	err := s.start(ctx)
	switch {
	case err == nil:
		return exitFine
	case errors.Is(err, errFindings):
		return exitFindings
	case errors.Is(err, context.Canceled):
		err = errors.New("interrupted")
	}
	s.say("%v", err)
	return exitTrouble
}

// session is one run of the command.
type session struct {
	world
	hood hood

	diagnostics string // --diagnostics
	werror      bool   // -werror
}

func (s *session) start(ctx context.Context) error {
	if s.dir == "" {
		dir, err := os.Getwd()
		if err != nil {
			return err
		}
		s.dir = dir
	}
	var err error
	if s.hood, err = parseHood(s.getenv(debugVariable)); err != nil {
		return err
	}
	root := s.genCommand()
	root.AddCommand(s.checkCommand(), s.listCommand(), s.explainCommand(), s.versionCommand())
	root.SetHelpCommand(helpCommand())
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
	})
	flags := root.PersistentFlags()
	flags.StringVar(&s.diagnostics, "diagnostics", "", "how to report problems: text, json, or github (the default in GitHub Actions)")
	flags.BoolVar(&s.werror, "werror", false, "exit with 1 on warnings, too")
	flags.SortFlags = false
	root.SetOut(s.stdout)
	root.SetErr(s.stderr)
	root.SetArgs(append([]string{}, goStyle(s.args)...)) // never nil: that would mean the process's own
	return root.ExecuteContext(ctx)
}

// goStyle lets long flags be written with one dash, as for the go command: -werror is --werror. There are no clusters of
// one-letter flags to confuse them with.
func goStyle(args []string) []string {
	out := slices.Clone(args)
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if name, _, _ := strings.Cut(arg, "="); len(name) > 2 && arg[0] == '-' && arg[1] != '-' {
			out[i] = "-" + arg
		}
	}
	return out
}

// say writes one line for people.
func (s *session) say(format string, args ...any) {
	fmt.Fprintf(s.stderr, "toolgen: "+format+"\n", args...)
}

// tell is say for what is only good to know. Standard error is JSON and nothing else where the run was asked for that
// and went well.
func (s *session) tell(format string, args ...any) {
	if s.diagnostics != "json" {
		s.say(format, args...)
	}
}

// cache is the folder where runs are remembered, "" for this one is to be made in any case: it was forced, it runs in CI,
// where a check proves something, or the hood is open.
func (s *session) cache(force bool) string {
	ci := s.getenv("CI")
	if force || ci != "" && ci != "false" && ci != "0" || len(s.hood) > 0 || s.remember == nil {
		return ""
	}
	return generator.CacheFolder(s.getenv)
}

// load runs the generator on the patterns. What the source has wrong is in the Result; an error is trouble. cache is the
// folder of remembered runs, "" for none.
func (s *session) load(ctx context.Context, patterns []string, cache string) (*generator.Result, error) {
	if _, err := s.printer(); err != nil {
		return nil, err // before the work
	}
	start := time.Now()
	tell, stop := s.progress("loading packages")
	r, err := s.generate(ctx, generator.Options{Dir: s.dir, Patterns: patterns, Cache: cache, Progress: tell})
	stop()
	if err != nil {
		return nil, err
	}
	s.hood.show(s, r, time.Since(start))
	return r, nil
}

// keep remembers a run that leaves nothing to do. That it cannot be kept is nobody's trouble: the next run is made then.
func (s *session) keep(r *generator.Result) {
	if s.remember != nil && !r.Recalled {
		_ = s.remember(r)
	}
}

// forceFlag lets a verb run whatever is remembered.
func (s *session) forceFlag(cmd *cobra.Command, force *bool) {
	cmd.Flags().BoolVar(force, "force", false, "make the run even where nothing has changed since the last one")
}

// printer writes a list of diagnostics in some form, with file names relative to dir.
type printer func(w io.Writer, list []generator.Diagnostic, dir string) error

// printer returns the form that was asked for.
func (s *session) printer() (printer, error) {
	switch s.diagnostics {
	case "text":
		return generator.PrintText, nil
	case "json":
		return generator.PrintJSON, nil
	case "github":
		return generator.PrintGitHub, nil
	case "":
		if s.getenv("GITHUB_ACTIONS") == "true" {
			return generator.PrintGitHub, nil
		}
		return generator.PrintText, nil
	}
	return nil, fmt.Errorf("--diagnostics=%s is none of text, json, github", s.diagnostics)
}

// report prints the diagnostics and returns errFindings if the exit code shows them.
func (s *session) report(list []generator.Diagnostic) error {
	print, err := s.printer()
	if err != nil {
		return err
	}
	dir := s.dir
	if root := s.getenv("GITHUB_WORKSPACE"); s.getenv("GITHUB_ACTIONS") == "true" && root != "" {
		dir = root // where GitHub looks for files
	}
	if len(list) > 0 || s.diagnostics == "json" {
		if err := print(s.stderr, list, dir); err != nil {
			return err
		}
	}
	for _, d := range list {
		if d.Severity == generator.Error || s.werror {
			return errFindings
		}
	}
	return nil
}

// name is a file's name for people: relative to the working folder where the file is inside, with forward slashes.
func (s *session) name(file string) string {
	if rel, err := filepath.Rel(s.dir, file); err == nil && filepath.IsLocal(rel) {
		file = rel
	}
	return filepath.ToSlash(file)
}

// command is how to generate the package in dir.
func (s *session) command(dir string) string {
	switch name := s.name(dir); {
	case name == ".":
		return "go tool toolgen"
	case name == filepath.ToSlash(dir): // outside of the working folder
		return "go tool toolgen " + name
	default:
		return "go tool toolgen ./" + name
	}
}
