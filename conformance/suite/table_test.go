package suite

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A tally is what came out for one file of the suite in one of the two ways.
type tally struct {
	groups, tests    int            // that can be expressed
	agreeing         int            // tests where the decoder says what the suite says
	explained        map[string]int // tests by the exception that explains the difference
	groupsWithout    map[string]int // groups that cannot be expressed, by the reason
	testsWithout     map[string]int // tests of other groups that cannot be expressed, by the reason
	testsOfNoneGroup int            // tests of groups that cannot be expressed
}

func newTally() *tally {
	return &tally{explained: map[string]int{}, groupsWithout: map[string]int{}, testsWithout: map[string]int{}}
}

func (a *tally) add(b *tally) {
	a.groups += b.groups
	a.tests += b.tests
	a.agreeing += b.agreeing
	a.testsOfNoneGroup += b.testsOfNoneGroup
	for to, from := range map[*map[string]int]map[string]int{&a.explained: b.explained, &a.groupsWithout: b.groupsWithout, &a.testsWithout: b.testsWithout} {
		for key, n := range from {
			(*to)[key] += n
		}
	}
}

// A row is one file in the table.
type row struct {
	name          string
	groups, tests int
	ways          []*tally // in the order of the ways
	expressed     int      // tests that can be expressed in one of the ways
}

// page writes the table and the reasons.
func page(rows []row, titles []string) string {
	total := row{name: "all"}
	for range titles {
		total.ways = append(total.ways, newTally())
	}
	for _, r := range rows {
		total.groups += r.groups
		total.tests += r.tests
		total.expressed += r.expressed
		for i, t := range r.ways {
			total.ways[i].add(t)
		}
	}
	var b strings.Builder
	b.WriteString(introduction + "| file | in the suite |")
	for _, title := range titles {
		fmt.Fprintf(&b, " %s | agree | by exception |", title)
	}
	b.WriteString(" tests expressed |\n|---|---|" + strings.Repeat("---|", 3*len(titles)) + "---|\n")
	for _, r := range append(rows, total) {
		fmt.Fprintf(&b, "| %s | %d/%d |", r.name, r.groups, r.tests)
		for _, t := range r.ways {
			fmt.Fprintf(&b, " %d/%d | %d | %s |", t.groups, t.tests, t.agreeing, counts(t.explained))
		}
		fmt.Fprintf(&b, " %d |\n", r.expressed)
	}
	for i, title := range titles {
		fmt.Fprintf(&b, "\n## Not expressed: %s\n\n| groups | why |\n|---|---|\n", title)
		reasons(&b, total.ways[i].groupsWithout)
		fmt.Fprintf(&b, "\nThese groups have %d tests. Tests of other groups:\n\n| tests | why |\n|---|---|\n", total.ways[i].testsOfNoneGroup)
		reasons(&b, total.ways[i].testsWithout)
	}
	return b.String()
}

const introduction = `# The JSON Schema test suite through the decoders

Draft 2020-12, counted as groups/tests. The schema of a group is written in Go, as far as Go can say it, and toolgen makes a tool of
that. The instances go through the tool's decoder. "agree" counts the tests where decoder and suite say the same; the others are
explained by an exception of the closed list, and there is no third kind. By an independent validator the emitted schema agrees with
the suite on every test that is counted as expressible. ` + "`go test ./suite -update`" + ` in the folder conformance writes this page.

`

func counts(m map[string]int) string {
	var parts []string
	for _, key := range slices.SortedFunc(maps.Keys(m), func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) }) {
		parts = append(parts, fmt.Sprintf("%s: %d", key, m[key]))
	}
	return strings.Join(parts, ", ")
}

// reasons writes the most frequent first.
func reasons(b *strings.Builder, m map[string]int) {
	keys := slices.SortedFunc(maps.Keys(m), func(a, b string) int { return cmp.Or(m[b]-m[a], strings.Compare(a, b)) })
	for _, key := range keys {
		fmt.Fprintf(b, "| %d | %s |\n", m[key], cell(key))
	}
	if len(keys) == 0 {
		b.WriteString("| 0 | |\n")
	}
}
