package output

import (
	"slices"
	"sort"
)

// pair says that line a of one text stands for line b of the other.
type pair struct{ a, b int }

// matching finds lines that two texts have in common, in order.
//
// It is Bram Cohen's patience diff: lines that occur once in both texts, in the longest run that keeps their order, are
// the anchors, and what lies between two anchors is matched alike. Generated code is full of lines such as "}" that match
// anything; anchors keep a function together with its own name. A stretch without anchors is matched exactly where it is
// short, and replaced as a whole where it is long.
type matching struct {
	a, b  []int
	pairs []pair
}

// exactLimit bounds the table of an exact match, in cells.
const exactLimit = 1 << 20

func (m *matching) match(a0, a1, b0, b1 int) {
	for a0 < a1 && b0 < b1 && m.a[a0] == m.b[b0] {
		m.pairs = append(m.pairs, pair{a0, b0})
		a0, b0 = a0+1, b0+1
	}
	tail := 0
	for a0 < a1-tail && b0 < b1-tail && m.a[a1-tail-1] == m.b[b1-tail-1] {
		tail++
	}
	a1, b1 = a1-tail, b1-tail

	if a0 < a1 && b0 < b1 {
		if anchors := m.anchors(a0, a1, b0, b1); len(anchors) > 0 {
			for _, p := range anchors {
				m.match(a0, p.a, b0, p.b)
				m.pairs = append(m.pairs, p)
				a0, b0 = p.a+1, p.b+1
			}
			m.match(a0, a1, b0, b1)
		} else if (a1-a0)*(b1-b0) <= exactLimit {
			m.exact(a0, a1, b0, b1)
		}
	}
	for i := range tail {
		m.pairs = append(m.pairs, pair{a1 + i, b1 + i})
	}
}

// anchors returns the longest run of lines that occur once in each stretch, in the order of both.
func (m *matching) anchors(a0, a1, b0, b1 int) []pair {
	type place struct{ inA, inB, at int }
	seen := map[int]place{}
	for _, id := range m.a[a0:a1] {
		p := seen[id]
		p.inA++
		seen[id] = p
	}
	for i, id := range m.b[b0:b1] {
		p := seen[id]
		p.inB++
		p.at = b0 + i
		seen[id] = p
	}
	var unique []pair
	for i, id := range m.a[a0:a1] {
		if p := seen[id]; p.inA == 1 && p.inB == 1 {
			unique = append(unique, pair{a0 + i, p.at})
		}
	}
	return longestRun(unique)
}

// longestRun returns a longest subsequence in which b rises, given pairs in which a does.
func longestRun(pairs []pair) []pair {
	before := make([]int, len(pairs)) // the pair before each in the best run that ends with it
	var ends []int                    // ends[n] ends the run of n+1 pairs with the smallest b
	for i, p := range pairs {
		n := sort.Search(len(ends), func(n int) bool { return pairs[ends[n]].b >= p.b })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	if len(ends) == 0 {
		return nil
	}
	var run []pair
	for i := ends[len(ends)-1]; i >= 0; i = before[i] {
		run = append(run, pairs[i])
	}
	slices.Reverse(run)
	return run
}

// exact matches a longest common subsequence, by the textbook's table.
func (m *matching) exact(a0, a1, b0, b1 int) {
	a, b := m.a[a0:a1], m.b[b0:b1]
	width := len(b) + 1
	best := make([]int32, (len(a)+1)*width) // best[i*width+j]: how many lines a[i:] and b[j:] have in common
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				best[i*width+j] = best[(i+1)*width+j+1] + 1
			} else {
				best[i*width+j] = max(best[(i+1)*width+j], best[i*width+j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			m.pairs = append(m.pairs, pair{a0 + i, b0 + j})
			i, j = i+1, j+1
		case best[(i+1)*width+j] >= best[i*width+j+1]:
			i++
		default:
			j++
		}
	}
}
