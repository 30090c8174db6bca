package compose

import "strings"

// graph says which tasks wait for which. Tasks are known by their index in the input.
type graph struct {
	needs [][]int32 // without what one returns, the other cannot run; each need once
	order []int32   // all tasks, every one after its needs; otherwise as they came
	next  [][]edge  // who waits for a task
	waits []int32   // for how many others a task waits
}

type edge struct {
	to   int32
	need bool // else only the order of the two is fixed
}

// sort finds the order: the tasks as they came, except that what a task needs comes before it. It returns the cycles that
// make this impossible, at least one of each group of tasks that are in each other's way. It does not recurse: a chain of
// tasks may be as long as the plan.
func (g *graph) sort() (cycles [][]int32) {
	const (
		unseen = iota
		open   // on the way from the first task of trail to its last
		closed
	)
	state := make([]byte, len(g.needs))
	at := make([]int32, len(g.needs)) // how many needs of a task have been followed
	var trail []int32
	g.order = make([]int32, 0, len(g.needs))
	for first := range g.needs {
		if state[first] != unseen {
			continue
		}
		trail = append(trail[:0], int32(first))
		state[first] = open
		for len(trail) > 0 {
			task := trail[len(trail)-1]
			if int(at[task]) == len(g.needs[task]) {
				state[task] = closed
				g.order = append(g.order, task)
				trail = trail[:len(trail)-1]
				continue
			}
			need := g.needs[task][at[task]]
			at[task]++
			switch state[need] {
			case unseen:
				state[need] = open
				trail = append(trail, need)
			case open:
				begin := len(trail) - 1
				for trail[begin] != need {
					begin--
				}
				cycles = append(cycles, append([]int32(nil), trail[begin:]...))
			}
		}
	}
	return cycles
}

// link makes the edges: a task waits for its needs, for the one before it in order with the same key, and, where it runs alone,
// for all before it, as all behind it wait for it. Every edge goes forward in the order, so the tasks never wait for each
// other.
func (g *graph) link(keys func(task int32) []string, alone func(task int32) bool) {
	g.next, g.waits = make([][]edge, len(g.needs)), make([]int32, len(g.needs))
	add := func(from, to int32, need bool) {
		g.next[from] = append(g.next[from], edge{to, need})
		g.waits[to]++
	}
	last := map[string]int32{} // who had a key last
	barrier := int32(-1)       // the last task that runs alone
	since := g.order[:0:0]     // those behind it
	for _, task := range g.order {
		for _, need := range g.needs[task] {
			add(need, task, true)
		}
		for _, key := range keys(task) {
			if before, taken := last[key]; taken && before != task {
				add(before, task, false)
			}
			last[key] = task
		}
		if barrier >= 0 {
			add(barrier, task, false)
		}
		if alone(task) {
			for _, before := range since {
				add(before, task, false)
			}
			barrier, since = task, since[:0]
			continue
		}
		since = append(since, task)
	}
}

// cycleText names a cycle from its first task on: a -> c -> b -> a. Of a very long one it has the first and the last.
func cycleText(cycle []int32, name func(int32) string) string {
	const most = 8
	var b strings.Builder
	for i, task := range cycle {
		if len(cycle) > most && i > most/2 && i < len(cycle)-most/2 {
			if i == most/2+1 {
				b.WriteString("… -> ")
			}
			continue
		}
		b.WriteString(name(task) + " -> ")
	}
	return b.String() + name(cycle[0])
}
