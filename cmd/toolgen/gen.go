package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/toolgen/toolgen/generator"
)

const genHelp = `toolgen writes zz_tools.go for every package whose functions carry //tool: directives:
for each tool its JSON Schema and a typed adapter, and a constructor that a registry takes.

Packages are named as for the go command; without any it is the one in the current folder, as
under go generate. A package with an error in its source stays as it is, the others are written.
A zz_tools.go that toolgen did not write is never touched.

Exit code: 0 fine, 1 errors in the source, 2 trouble.`

// genCommand is the root command: generate and write.
func (s *session) genCommand() *cobra.Command {
	dry, force := false, false
	cmd := &cobra.Command{
		Use:     "toolgen [packages]",
		Short:   "Write zz_tools.go for annotated packages",
		Long:    genHelp,
		Example: "  toolgen ./...\n  toolgen -n ./weather\n  //go:generate go tool toolgen",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.gen(cmd.Context(), args, dry, force)
		},
	}
	cmd.Flags().BoolVarP(&dry, "dry-run", "n", false, "show what would be written, as a diff, and write nothing")
	s.forceFlag(cmd, &force)
	return cmd
}

func (s *session) gen(ctx context.Context, patterns []string, dry, force bool) error {
	r, err := s.load(ctx, patterns, s.cache(force))
	if err != nil {
		return meantVerb(patterns, err)
	}
	found := s.report(r.Diagnostics)
	if len(r.Packages) == 0 && len(r.Diagnostics) == 0 {
		s.tell("no //tool: directive in %s", list(patterns))
	}
	var failed error
	shown := false // what is not done now is still to do
	for _, p := range r.Packages {
		if p.Failed || !p.Change.Pending() {
			continue // go generate is silent where there is nothing to tell
		}
		if dry {
			shown = true
			io.WriteString(s.stdout, p.Change.Diff(s.name(p.Change.Path)))
		} else if err := s.commit(&generator.Result{Packages: []generator.Package{p}}); err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		s.tell("%s", s.done(p, dry))
	}
	if failed != nil {
		return failed
	}
	if !shown {
		s.keep(r)
	}
	return found
}

// done says what was written, or would be.
func (s *session) done(p generator.Package, dry bool) string {
	verb, file := "wrote", s.name(p.Change.Path)
	if p.Change.Want == nil {
		verb = "removed"
	}
	if dry {
		verb = map[string]string{"wrote": "would write", "removed": "would remove"}[verb]
	}
	if p.Change.Want == nil {
		return fmt.Sprintf("%s %s: the package has no tools any more", verb, file)
	}
	return fmt.Sprintf("%s %s: %s", verb, file, count(len(p.Tools), "tool"))
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
