package runtime

import (
	"context"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// proposals is how many names the answer to an unknown one offers at most.
const proposals = 3

// unknown is the answer to a name that does not exist or that the caller in ctx may not see. It is made of the name and of
// what the caller may see alone, so the two have the same bytes.
func (r *Registry) unknown(ctx context.Context, name string) Result {
	message := "unknown tool " + quoteName(name)
	if near := r.nearest(ctx, name); len(near) > 0 {
		message += "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return Result{Err: &Error{Class: ClassUnknownTool, Message: message}}
}

// nearest returns the names that the caller may see and that are most like name, quoted, the nearest first.
func (r *Registry) nearest(ctx context.Context, name string) []string {
	if len(name) > 2*64 { // no misspelling of a name that has 64 bytes at most
		return nil
	}
	type candidate struct {
		name     string
		distance int
	}
	var near []candidate
	wanted := fold(name)
	entries := r.entries()
	for i := range entries {
		e := &entries[i]
		d, like := distance(wanted, fold(e.name))
		if like && !e.spec.Hidden && r.denied(ctx, e.spec) == nil {
			near = append(near, candidate{quoteName(e.name), d})
			for at := len(near) - 1; at > 0 && near[at].distance < near[at-1].distance; at-- { // package slices' sort is 10 KB
				near[at], near[at-1] = near[at-1], near[at]
			}
		}
	}
	var names []string
	for _, c := range near[:min(len(near), proposals)] {
		names = append(names, c.name)
	}
	return names
}

// fold brings the ways to write a name together: getForecast, get-forecast, get_forecast. Case is that of Unicode, because decoders
// that take no notice of it read the Kelvin sign as a k.
func fold(name string) string {
	folded := make([]byte, 0, len(name))
	for _, r := range name {
		switch {
		case r == '_' || r == '-' || r == '.' || r == ' ':
			continue
		case r >= utf8.RuneSelf:
			least := r
			for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
				least = min(least, next)
			}
			r = least
		}
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		folded = utf8.AppendRune(folded, r)
	}
	return string(folded)
}

// distance counts the letters to insert, drop, change or swap with their neighbour (optimal string alignment) to get from
// a to b, and reports whether that is few for their length. A name that contains the other is close as well: models put
// namespaces before names and leave verbs out.
func distance(a, b string) (d int, like bool) {
	if a == b {
		return 0, true
	}
	limit := 1 + max(len(a), len(b))/5
	if shorter := min(len(a), len(b)); shorter >= 4 && (strings.Contains(a, b) || strings.Contains(b, a)) {
		return limit, true
	}
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return 0, false
	}
	// Three rows of the table: before last, last, current.
	rows := make([]int, 3*(len(b)+1))
	two, one, row := rows[:len(b)+1], rows[len(b)+1:2*(len(b)+1)], rows[2*(len(b)+1):]
	for j := range one {
		one[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(one[j]+1, row[j-1]+1, one[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], two[j-2]+1)
			}
		}
		two, one, row = one, row, two
	}
	return one[len(b)], one[len(b)] <= limit
}

// quoteName shows a name that may be any text: quoted, at most 64 bytes of it.
func quoteName(name string) string {
	if len(name) <= 64 {
		return strconv.Quote(name)
	}
	end := 64
	for !utf8.RuneStart(name[end]) && end > 60 {
		end--
	}
	return strconv.Quote(name[:end]) + "…"
}
