package codec

import (
	"bytes"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// maxNear is the length in bytes up to which names are compared.
const maxNear = 64

// Nearest returns the one of names that was most likely meant by got, and whether there is one: equal but for case, hyphens and
// underscores, or with few typing mistakes, or one of which got is the beginning.
func Nearest(got string, names []string) (name string, found bool) {
	return nearest([]byte(got), names)
}

// nearest returns the one of names that was most likely meant by got (J5, J6, T70): one that is equal when case, hyphens and
// underscores do not count, or else the one with the fewest typing mistakes, or one that got begins or that begins got.
func nearest(got []byte, names []string) (name string, found bool) {
	if len(got) > maxNear {
		return "", false
	}
	var typedRoom, knownRoom [maxNear]byte
	typed, typedSet, ascii := fold(&typedRoom, string(got))
	best := 2*maxNear + 2 // twice the distance, and one more for another first letter
	for _, candidate := range names {
		if len(candidate) > maxNear {
			continue
		}
		if !ascii && strings.EqualFold(candidate, string(got)) {
			return candidate, true
		}
		known, knownSet, _ := fold(&knownRoom, candidate)
		limit := max(len(typed), len(known)) / 3
		if min(len(typed), len(known)) >= 2 && (bytes.HasPrefix(known, typed) || bytes.HasPrefix(typed, known)) {
			limit = maxNear
		}
		limit = min(limit, (best-1)/2)
		// One mistake changes the length by one at most, and takes away or brings in one letter at most.
		if max(len(typed)-len(known), len(known)-len(typed), bits.OnesCount64(typedSet&^knownSet), bits.OnesCount64(knownSet&^typedSet)) > limit {
			continue
		}
		score := 2 * mistakes(typed, known)
		if score > 2*limit {
			continue
		}
		if len(typed) > 0 && len(known) > 0 && typed[0] != known[0] {
			score++
		}
		if score < best {
			best, name, found = score, candidate, true
		}
	}
	return name, found
}

// fold returns name, which is to fit into room, in lower case and without hyphens and underscores. Only ASCII letters are folded. The
// set has a bit for each letter, which others may share.
func fold(room *[maxNear]byte, name string) (folded []byte, set uint64, ascii bool) {
	n, high := 0, byte(0)
	for i := range min(len(name), len(room)) {
		char := name[i]
		if char == '-' || char == '_' {
			continue
		}
		if 'A' <= char && char <= 'Z' {
			char |= 0x20
		}
		high |= char
		set |= 1 << (char & 63)
		room[n] = char
		n++
	}
	return room[:n], set, high < utf8.RuneSelf
}

// mistakes returns how many bytes must be inserted, left out, replaced or swapped with their neighbour to make b from a: the optimal
// string alignment distance. a has at most 64 bytes, so that a column of the table fits into a word; the words hold the steps up and
// down between its rows (Gene Myers, A fast bit-vector algorithm, 1999; Heikki Hyyrö's form with swaps, 2003).
func mistakes(a, b []byte) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	distance, last := len(a), uint64(1)<<(len(a)-1)
	up, down := ^uint64(0), uint64(0)
	same, equalBefore := uint64(0), uint64(0)
	for _, char := range b {
		equal := uint64(0)
		for i := range a {
			if a[i] == char {
				equal |= 1 << i
			}
		}
		swapped := (^same & equal) << 1 & equalBefore
		same = ((equal & up) + up ^ up) | equal | down | swapped
		right, left := down|^(same|up), same&up
		if right&last != 0 {
			distance++
		}
		if left&last != 0 {
			distance--
		}
		right = right<<1 | 1
		up, down = left<<1|^(same|right), right&same
		equalBefore = equal
	}
	return distance
}
