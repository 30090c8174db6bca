package law

import (
	"slices"
	"strings"
)

// maxTries bounds the work on one disagreement.
const maxTries = 2000

// shrink makes the arguments of a disagreement shorter as long as they show the same.
func (e *engine) shrink(arguments []byte, o outcome) ([]byte, outcome) {
	s := &shrinker{engine: e, best: arguments, outcome: o}
	if v, err := read(arguments); err == nil {
		s.root = v
		for again := true; again && s.tries < maxTries; {
			again = s.tree(&s.root)
		}
	} else {
		for size := len(s.best) / 2; size > 0 && s.tries < maxTries; size /= 2 {
			for at := 0; at+size <= len(s.best); {
				if !s.try(slices.Concat(s.best[:at], s.best[at+size:])) {
					at += size
				}
			}
		}
	}
	return s.best, s.outcome
}

type shrinker struct {
	*engine
	root    *node
	best    []byte
	outcome outcome
	tries   int
}

// try takes a text over if it shows the same and is shorter.
func (s *shrinker) try(b []byte) bool {
	s.tries++
	if len(b) >= len(s.best) || s.tries > maxTries {
		return false
	}
	o := s.hold(b)
	if kindOfWhy(o.why) != kindOfWhy(s.outcome.why) || o.accepted != s.outcome.accepted {
		return false
	}
	s.best, s.outcome = b, o
	return true
}

// kindOfWhy is what is wrong without the place.
func kindOfWhy(why string) string {
	words := strings.Fields(why)
	return strings.Join(words[:min(len(words), 4)], " ")
}

// tree tries to leave out and to simplify every part of the value; it reports whether something helped.
func (s *shrinker) tree(at **node) (helped bool) {
	v := *at
	attempt := func(change func(), undo func()) {
		change()
		if s.try([]byte(s.root.String())) {
			helped = true
		} else {
			undo()
		}
	}
	for i := len(v.items) - 1; i >= 0; i-- {
		keys, items := v.keys, v.items
		attempt(func() {
			if v.kind == object {
				v.keys = slices.Delete(slices.Clone(keys), i, i+1)
			}
			v.items = slices.Delete(slices.Clone(items), i, i+1)
		}, func() { v.keys, v.items = keys, items })
	}
	for _, simple := range []*node{{kind: null}, {kind: number, text: "0"}, {kind: text}, {kind: array}, {kind: object}} {
		attempt(func() { *at = simple }, func() { *at = v })
		if *at == simple {
			return true
		}
	}
	if v.kind == text {
		for _, shorter := range []string{v.text[:len(v.text)/2], v.text[len(v.text)/2:], v.text[:max(0, len(v.text)-1)], v.text[min(1, len(v.text)):]} {
			was := v.text
			attempt(func() { v.text = strings.ToValidUTF8(shorter, "") }, func() { v.text = was })
		}
	}
	for i := range v.items {
		if s.tree(&v.items[i]) {
			helped = true
		}
	}
	return helped
}
