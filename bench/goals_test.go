package bench

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/bench/measure"
)

var enforce = flag.Bool("goals", false, "take the time to measure times, and judge all goals")

// A goal is one line of the specification with what was measured. What is the same on every run is always judged; times are
// only with -goals, where nothing else should run.
type goal struct {
	text    string
	value   float64
	limit   float64
	least   bool    // limit is a lower bound
	asked   bool    // judged only with -goals
	ceiling float64 // where the limit is out of reach, or so near that the noise decides: what is reached, with slack; else 0
}

func (g goal) met() bool {
	if g.least {
		return g.value >= g.limit
	}
	return g.value <= g.limit
}

// verdict words how the goal stands, and reports whether that is a failure: a goal that is known to be missed may not get worse.
func (g goal) verdict() (text string, failed bool) {
	switch {
	case g.asked && !*enforce:
		return "not judged", false
	case g.met():
		return "met", false
	case g.least && g.ceiling > 0 && g.value >= g.ceiling:
		return "missed, at least " + number(g.ceiling), false
	case !g.least && g.value <= g.ceiling:
		return "missed, at most " + number(g.ceiling), false
	}
	return "FAILED", true
}

// TestGoals prints how the contenders compare and checks the goals of the specification that concern them.
func TestGoals(t *testing.T) {
	rows, registrations := measured(t)
	var goals []goal
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "workload\tcontender\tratio\tallocations\tbytes\trefused\tallocations\t")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\t%.2f\t%d\t%d\t", r.Workload, r.Name, r.Ratio, r.Allocations, r.Bytes)
		if r.Refused > 0 {
			fmt.Fprintf(w, "%.2f\t%d\t\n", r.Refused, r.RefusedAllocations)
		} else {
			fmt.Fprint(w, "\t\t\n")
		}
	}
	for _, load := range Workloads() {
		goals = append(goals, callGoals(load, rows)...)
	}
	if !testing.Short() {
		starts, judged := startup(t, registrations)
		goals = append(goals, judged...)
		fmt.Fprintln(w, "\nlibrary\ta tool registered, in calls of S\tallocations\tKB above hello with fmt\t")
		for _, s := range starts {
			fmt.Fprintf(w, "%s\t", s.library)
			if s.perTool > 0 {
				fmt.Fprintf(w, "%.2f\t%.2f\t", s.perTool, s.allocations)
			} else {
				fmt.Fprint(w, "\t\t")
			}
			fmt.Fprintf(w, "%.0f\t\n", kilobytes(s.above))
		}
	}
	require.NoError(t, w.Flush())

	w = tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\ngoal\tmeasured\tlimit\t")
	for _, g := range goals {
		sign := "<="
		if g.least {
			sign = ">="
		}
		verdict, failed := g.verdict()
		fmt.Fprintf(w, "%s\t%s\t%s %s\t%s\n", g.text, number(g.value), sign, number(g.limit), verdict)
		if failed {
			t.Errorf("%s: %s, wanted %s %s", g.text, number(g.value), sign, number(g.limit))
		}
	}
	require.NoError(t, w.Flush())
	t.Log("\n" + table.String())
}

// measured returns the rows of the table. With -goals the program of bench/peers measures all of them in one process, the
// libraries that this module does without included; else only this module's are, and their times mean little.
func measured(t *testing.T) (rows []Row, registrations []registration) {
	t.Helper()
	if *enforce {
		return peerRows(t)
	}
	for _, w := range Workloads() {
		rows = append(rows, Rows(measure.Plan{Rounds: 3, Slice: time.Millisecond}, w)...)
	}
	return rows, nil
}

// number prints a ratio with two places and a count with none.
func number(v float64) string {
	if v == float64(int(v)) {
		return strconv.Itoa(int(v))
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

// What a refused call of a workload may cost where the goal is out of reach, and in L where the noise may hide that it is reached.
var refusalCeilings = map[string]float64{"S": 2.7, "L": 1.4}

// What a registry may add to a call of S where the noise may hide that the goal is reached.
var callCeilings = map[string]float64{Authorized: 0.35, Judged: 0.35}

// peerSlack is how much of a goal against a library must be reached whatever else the machine does: eino's lead is so small
// that the noise decides.
const peerSlack = 0.8

// callGoals are the goals of one workload.
func callGoals(w Workload, rows []Row) []goal {
	at := map[string]Row{}
	for _, r := range rows {
		if r.Workload == w.Name {
			at[r.Name] = r
		}
	}
	gen := at[Generated().Name]
	goals := []goal{
		{text: w.Name + " generated against the baseline, CPU", value: gen.Ratio, limit: 1.15, asked: true},
		{text: w.Name + " allocations", value: float64(gen.Allocations), limit: float64(w.Allocations)},
		{text: w.Name + " refused against accepted, CPU", value: gen.Refused / gen.Ratio, limit: 1.2, ceiling: refusalCeilings[w.Name], asked: true},
		{text: w.Name + " refused, allocations above accepted", value: float64(gen.RefusedAllocations - gen.Allocations), limit: 4},
	}
	if r, measured := at[Guessed]; measured {
		goals = append(goals,
			goal{text: w.Name + " refused with a proposal against accepted, CPU", value: r.Ratio / gen.Ratio, limit: 1.2, ceiling: 3.1, asked: true},
			goal{text: w.Name + " refused with a proposal, allocations above accepted", value: float64(r.Allocations - gen.Allocations), limit: 4})
	}
	for _, r := range rows {
		if r.Workload == w.Name && r.Slower > 0 {
			goals = append(goals, goal{text: w.Name + " times faster than " + r.Name, value: r.Ratio / gen.Ratio, limit: r.Slower, ceiling: peerSlack * r.Slower, least: true, asked: true})
		}
	}
	for _, name := range []string{Registered, Authorized, Judged} {
		if r, measured := at[name]; measured {
			goals = append(goals,
				goal{text: w.Name + " " + name + ": added, in calls", value: (r.Ratio - gen.Ratio) / gen.Ratio, limit: 0.25, ceiling: callCeilings[name], asked: true},
				goal{text: w.Name + " " + name + ": allocations added", value: float64(r.Allocations - gen.Allocations), limit: 0})
		}
	}
	return goals
}
