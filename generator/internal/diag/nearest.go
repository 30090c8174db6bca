package diag

import (
	"slices"
	"strings"
)

// Nearest is every "did you mean" of the generator. It returns the candidate with the fewest edits to the word, the first in the order of the alphabet among
// equals; "" if even that one is too far to be meant.
func Nearest(word string, candidates []string) string {
	best, edits := "", 1+min(2, len(word)/3)
	for _, c := range slices.Sorted(slices.Values(candidates)) {
		if n := distance(strings.ToLower(word), strings.ToLower(c)); n < edits {
			best, edits = c, n
		}
	}
	return best
}

// distance counts the bytes to insert, delete, replace or swap with their neighbour that turn a into b.
func distance(a, b string) int {
	if len(a)-len(b) > 2 || len(b)-len(a) > 2 {
		return 3 // further than anything that Nearest accepts, whatever the words
	}
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
