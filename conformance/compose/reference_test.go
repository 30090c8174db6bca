package compose

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"
)

// graph is a random plan, as the reference sees it.
type graph struct {
	Nodes    []vertex
	Limit    int
	FailFast bool
	Deadline time.Duration // after which the caller gives up; 0 for never
}

// vertex is one node: a call that takes as long as it says and fails if it says so.
type vertex struct {
	ID       string
	Needs    []int
	Refs     []int // needs whose results stand in the arguments
	Took     time.Duration
	Fails    bool
	ReadOnly bool
	Parallel bool
	Tolerant bool
	Keys     []string
}

// fate is what became of one node.
type fate struct {
	Class        string // "" for success
	Value        any    // what it returned
	Ran          bool
	Start, Finis time.Duration
}

// simulate says what becomes of a graph, and when. It looks at every node again at every moment at which something happens.
func simulate(g graph) []fate {
	order := inOrder(g)
	fates := make([]fate, len(g.Nodes))
	const (
		waiting = iota
		running
		over
	)
	state := make([]int, len(g.Nodes))
	limit := cmp.Or(g.Limit, 8)
	now := time.Duration(0)

	mayGoOn := func(at int) bool { // nothing that it has to wait for is left
		i := order[at]
		for _, need := range g.Nodes[i].needs() {
			if state[need] != over {
				return false
			}
		}
		for _, before := range order[:at] {
			if state[before] != over && conflict(g.Nodes[before], g.Nodes[i]) {
				return false
			}
		}
		return true
	}
	inVain := func(i int) bool {
		return !g.Nodes[i].Tolerant && slices.ContainsFunc(g.Nodes[i].needs(), func(need int) bool { return fates[need].Class != "" })
	}
	count := func(s int) (n int) {
		for _, have := range state {
			if have == s {
				n++
			}
		}
		return n
	}
	end := func(what int, class string) {
		for i := range state {
			if state[i] == what {
				state[i] = over
				fates[i].Class = class
				fates[i].Finis = now
			}
		}
	}

	for count(over) < len(g.Nodes) {
		for changed := true; changed; {
			changed = false
			for at, i := range order {
				if state[i] != waiting || !mayGoOn(at) {
					continue
				}
				if inVain(i) {
					state[i], fates[i].Class, changed = over, "skipped", true
				} else if count(running) < limit {
					state[i], changed = running, true
					fates[i].Ran, fates[i].Start, fates[i].Finis = true, now, now+g.Nodes[i].Took
				}
			}
		}
		next := -1
		for i := range state {
			if state[i] == running && (next < 0 || fates[i].Finis < fates[next].Finis) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		if g.Deadline > 0 && fates[next].Finis > g.Deadline {
			now = g.Deadline
			end(running, "timeout")
			end(waiting, "timeout")
			break
		}
		now = fates[next].Finis
		state[next] = over
		if g.Nodes[next].Fails {
			fates[next].Class = "failed"
			if g.FailFast {
				end(running, "canceled")
				end(waiting, "skipped")
				break
			}
			continue
		}
		fates[next].Value = value(g, next, fates)
	}
	return fates
}

// inOrder is the order of a plan: the nodes as they came, each after what it needs.
func inOrder(g graph) (order []int) {
	placed := map[int]bool{}
	var place func(int)
	place = func(i int) {
		if placed[i] {
			return
		}
		placed[i] = true
		for _, need := range g.Nodes[i].needs() {
			place(need)
		}
		order = append(order, i)
	}
	for i := range g.Nodes {
		place(i)
	}
	return order
}

func (v vertex) needs() []int { return append(slices.Clone(v.Needs), v.Refs...) }

// conflict reports whether two nodes must not run at the same time.
func conflict(a, b vertex) bool {
	alone := func(v vertex) bool { return !v.ReadOnly && !v.Parallel }
	return alone(a) || alone(b) || slices.ContainsFunc(a.Keys, func(key string) bool { return slices.Contains(b.Keys, key) })
}

// value is what the tool of these tests returns: its own ID and what it was given, one for each reference.
func value(g graph, i int, fates []fate) any {
	given := []any{}
	for _, ref := range g.Nodes[i].Refs {
		if class := fates[ref].Class; class != "" {
			given = append(given, class)
		} else {
			given = append(given, fates[ref].Value)
		}
	}
	return map[string]any{"id": g.Nodes[i].ID, "given": given}
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
