package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/toolgen/toolgen/generator"
)

func (s *session) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "explain [directive, key or code]",
		Short:   "Explain the directive language and every diagnostic",
		Long:    "toolgen explain prints the directive language; with a key such as default, a line such as //tool:param\nor the code of a diagnostic such as F13 it explains that, with an example and its fix.",
		Example: "  toolgen explain\n  toolgen explain default\n  toolgen explain F13",
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.explain(args)
		},
	}
}

func (s *session) explain(topics []string) error {
	if len(topics) == 0 {
		_, err := io.WriteString(s.stdout, generator.Overview())
		return err
	}
	for i, topic := range topics {
		text, found := generator.Explain(topic)
		if !found {
			if near := generator.Nearest(topic, generator.Topics()); near != "" {
				return fmt.Errorf("there is no directive, key or code %s; did you mean %s?", topic, near)
			}
			return fmt.Errorf("there is no directive, key or code %s; toolgen explain lists them", topic)
		}
		if i > 0 {
			text = "\n" + text
		}
		if _, err := io.WriteString(s.stdout, text); err != nil {
			return err
		}
	}
	return nil
}
