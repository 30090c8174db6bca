package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
)

// listTable writes one line a tool, under the name of its package where there are several.
func (s *session) listTable(tools []listedTool) error {
	if len(tools) == 0 {
		s.tell("no tools")
		return nil
	}
	byPackage := slices.Clone(tools)
	slices.SortStableFunc(byPackage, func(a, b listedTool) int { return strings.Compare(a.Package, b.Package) })
	several := byPackage[0].Package != byPackage[len(byPackage)-1].Package

	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tACCESS\tHINTS\tPERMISSIONS\tLIMITS\tPARAMETERS\tDESCRIPTION")
	group := ""
	for _, t := range byPackage {
		if several && t.Package != group {
			group = t.Package
			fmt.Fprintf(w, "%s\t\t\t\t\t\t\n", group)
		}
		row := []string{t.Name, t.Access, hints(t), strings.Join(t.Permissions, ","), t.limitsText(), parameters(t), firstLine(t.Description)}
		for i, cell := range row {
			if cell == "" {
				row[i] = "-"
			}
		}
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(text.String()) {
		if _, err := fmt.Fprintln(s.stdout, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

// hints shows what a tool does to the world, a dash for each that it does not: what is not declared is the worst.
func hints(t listedTool) string {
	text := []byte("----")
	for i, set := range []bool{t.ReadOnly, !t.ReadOnly && !t.Additive, t.Idempotent, !t.ClosedWorld} {
		if set {
			text[i] = "RDIO"[i]
		}
	}
	return string(text)
}

// parameters names the properties of the arguments, those with a ? may be left out.
func parameters(t listedTool) string {
	var names []string
	if t.Input != nil {
		for _, f := range t.Input.Fields {
			name := f.Name
			if f.Optional {
				name += "?"
			}
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}
