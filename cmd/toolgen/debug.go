package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/generator"
)

// debugVariable opens the hood: TOOLGENDEBUG=key=1,key=1 shows on standard error what debugKeys says. It changes nothing
// else.
const debugVariable = "TOOLGENDEBUG"

// debugKeys are all there are, in the order in which they show.
var debugKeys = []struct {
	name, help string
	show       func(w io.Writer, s *session, r *generator.Result, took time.Duration)
}{
	{"timing", "how long each phase took", showTiming},
	{"model", "the tools as the generator understood them", showModel},
	{"tolerated", "type errors in packages with tools that no signature needs", showTolerated},
}

// hood is the set of keys that are on.
type hood []string

// parseHood reads the value of the variable. An unknown key is an error that lists the known ones.
func parseHood(value string) (hood, error) {
	var on hood
	for setting := range strings.SplitSeq(value, ",") {
		name, flag, _ := strings.Cut(strings.TrimSpace(setting), "=")
		if name == "" {
			continue
		}
		var known, explained []string
		for _, k := range debugKeys {
			known = append(known, k.name)
			explained = append(explained, k.name+" ("+k.help+")")
		}
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("%s: there is no key %s; there are %s", debugVariable, name, strings.Join(explained, ", "))
		}
		switch flag {
		case "1":
			on = append(on, name)
		case "0":
		default:
			return nil, fmt.Errorf("%s: %s is 0 or 1, as in %s=1", debugVariable, name, name)
		}
	}
	return on, nil
}

// show writes what the keys ask for.
func (h hood) show(s *session, r *generator.Result, took time.Duration) {
	for _, k := range debugKeys {
		if slices.Contains(h, k.name) {
			k.show(s.stderr, s, r, took)
		}
	}
}

func showTiming(w io.Writer, _ *session, r *generator.Result, took time.Duration) {
	for _, phase := range r.Phases {
		fmt.Fprintf(w, "timing: %-8s %v\n", phase.Name, phase.Took.Round(time.Microsecond))
	}
	fmt.Fprintf(w, "timing: %-8s %v\n", "all", took.Round(time.Microsecond))
}

func showModel(w io.Writer, _ *session, r *generator.Result, _ time.Duration) {
	for _, p := range r.Packages {
		fmt.Fprintf(w, "model: package %s\n", p.Path)
		for _, t := range p.Tools {
			dump(w, t)
		}
	}
}

func showTolerated(w io.Writer, s *session, r *generator.Result, _ time.Duration) {
	for _, p := range r.Packages {
		if len(p.Tolerated) > 0 {
			fmt.Fprintf(w, "tolerated: package %s\n", p.Path)
			generator.PrintText(w, p.Tolerated, s.dir)
		}
	}
}
