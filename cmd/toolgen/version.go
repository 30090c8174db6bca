package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (s *session) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of this program",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			info, _ := debug.ReadBuildInfo()
			_, err := fmt.Fprintln(s.stdout, version(info))
			return err
		},
	}
}

// version tells what was built, from what, with which Go. info may be nil.
func version(info *debug.BuildInfo) string {
	if info == nil {
		return "toolgen, of unknown version"
	}
	text := "toolgen " + info.Main.Version
	if info.Main.Version == "" {
		text = "toolgen (devel)"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if revision := settings["vcs.revision"]; revision != "" {
		text += ", revision " + revision
		if settings["vcs.modified"] == "true" {
			text += " with changes"
		}
	}
	return text + ", built with " + info.GoVersion
}
