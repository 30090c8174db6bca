package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"
	"github.com/toolgen/toolgen/generator"
)

const checkHelp = `toolgen check generates in memory and compares with what is on disk. It reports every zz_tools.go
that is missing, stale, edited or left over, prints the difference as a unified diff on standard
output, and writes nothing. Line endings alone make no difference.

Exit code: 0 all is current, 1 it is not or the source has errors, 2 trouble.`

func (s *session) checkCommand() *cobra.Command {
	force := false
	cmd := &cobra.Command{
		Use:     "check [packages]",
		Short:   "Compare zz_tools.go with the source, for CI",
		Long:    checkHelp,
		Example: "  toolgen check ./...",
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.check(cmd.Context(), args, force)
		},
	}
	s.forceFlag(cmd, &force)
	return cmd
}

func (s *session) check(ctx context.Context, patterns []string, force bool) error {
	r, err := s.load(ctx, patterns, s.cache(force))
	if err != nil {
		return err
	}
	if len(r.Packages) == 0 && len(r.Diagnostics) == 0 {
		s.tell("no //tool: directive in %s", list(patterns))
	}
	found, pending := r.Diagnostics, false
	for _, p := range r.Packages {
		if p.Failed || !p.Change.Pending() {
			continue
		}
		pending = true
		d, _ := p.Change.Diagnostic()
		d.Package = p.Path
		d.Fix = "run " + s.command(p.Dir)
		found = append(found, d)
		if _, err := io.WriteString(s.stdout, p.Change.Diff(s.name(p.Change.Path))); err != nil {
			return err
		}
	}
	if !pending {
		s.keep(r)
	}
	return s.report(generator.Sorted(found))
}
