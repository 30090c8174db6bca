package codec

import "slices"

// holdsArray checks the items of an array and the array as a whole.
func (j *judge) holdsArray(s *Shape, i int, tell bool) bool {
	if s.PrefixItems == nil && s.Items == nil && s.Count == nil && !s.Unique && s.Contains == nil {
		return true
	}
	fine, n, contained := true, 0, 0
	at := space(j.text, i+1)
	for j.text[at] != ']' {
		item := s.Items
		if n < len(s.PrefixItems) {
			item = &s.PrefixItems[n]
		}
		if item != nil && !j.holds(item, at, tell) {
			fine = false
		}
		if s.Contains != nil && (fine || tell) && j.holds(s.Contains, at, false) {
			contained++
		}
		if !fine && !tell {
			return false
		}
		n++
		if at = space(j.text, pastValue(j.text, at)); j.text[at] == ',' {
			at = space(j.text, at+1)
		}
	}
	if s.Count != nil {
		fine = j.counted(*s.Count, n, "item", at, i, tell) && fine
	}
	if s.Contains != nil {
		fine = j.containing(s, contained, at, i, tell) && fine
	}
	if s.Unique && (fine || tell) {
		whole := Cursor{text: j.text, depth: shallow}
		if first, second := whole.equalItems(i); second > 0 {
			fine = false
			if tell {
				j.noted(at, i, appendRepeats(j.words, first, second))
			}
		}
	}
	return fine
}

// counted checks how many parts a container has, which ends at text[end].
func (j *judge) counted(r Range, n int, part string, end, begin int, tell bool) bool {
	switch {
	case n < r.Min:
		if tell {
			j.noted(end, begin, appendAtLeast(j.words, r.Min, n, part))
		}
	case r.Max >= 0 && n > r.Max:
		if tell {
			j.noted(end, begin, appendAtMost(j.words, r.Max, n, part))
		}
	default:
		return true
	}
	return false
}

// containing checks how many items of an array are of the kind that some must be.
func (j *judge) containing(s *Shape, n, end, begin int, tell bool) bool {
	r := Range{1, -1}
	if s.Contained != nil {
		r = *s.Contained
	}
	words := "must have at least "
	limit := r.Min
	if n >= r.Min {
		if r.Max < 0 || n <= r.Max {
			return true
		}
		words, limit = "must have at most ", r.Max
	}
	if tell {
		b := appendCount(append(j.words, words...), limit, "item")
		if limit == 1 {
			b = append(b, " that is "...)
		} else {
			b = append(b, " that are each "...)
		}
		j.noted(end, begin, appendHas(j.appendMeaning(b, s.Contains, 0), n))
	}
	return false
}

// holdsObject checks the keys and values of an object and the object as a whole.
func (j *judge) holdsObject(s *Shape, i int, tell bool) bool {
	fine, n := true, 0
	if s.Properties != nil || s.PatternProperties != nil || s.AdditionalProperties != nil || s.Closed || s.PropertyNames != nil || s.Size != nil {
		for ahead := lookInto(j.text, i); ahead.next(); n++ {
			fine = j.holdsField(s, i, ahead.name, ahead.value, tell) && fine
			if !fine && !tell {
				return false
			}
		}
	}
	end := pastValue(j.text, i) - 1
	if s.Size != nil {
		fine = j.counted(*s.Size, n, "entry", end, i, tell) && fine
	}
	fine = j.complete(s.Required, "", i, end, tell) && fine
	for _, d := range s.DependentRequired {
		if (fine || tell) && find(j.text, i, d.Name) >= 0 {
			fine = j.complete(d.Needs, d.Name, i, end, tell) && fine
		}
	}
	for _, d := range s.DependentSchemas {
		if (fine || tell) && find(j.text, i, d.Name) >= 0 {
			fine = j.holds(d.Shape, i, tell) && fine
		}
	}
	return fine
}

// holdsField checks one key of the object at text[i], and its value.
func (j *judge) holdsField(s *Shape, i, name, value int, tell bool) bool {
	key := j.textAt(name)
	fine := true
	if s.PropertyNames != nil && !j.holds(s.PropertyNames, name, false) {
		if tell {
			j.wrongKey(s.PropertyNames, i, name, key)
		}
		fine = false
	}
	known := false
	for _, p := range s.Properties {
		if string(key) == p.Name {
			known = true
			fine = (fine || tell) && j.holds(p.Shape, value, tell) && fine
			break
		}
	}
	for _, p := range s.PatternProperties {
		if p.Pattern.match(key) {
			known = true
			fine = (fine || tell) && j.holds(p.Shape, value, tell) && fine
		}
	}
	switch {
	case known:
	case s.Closed:
		if tell {
			j.noted(name, i, j.unknown(s, key))
		}
		return false
	case s.AdditionalProperties != nil:
		fine = (fine || tell) && j.holds(s.AdditionalProperties, value, tell) && fine
	}
	return fine
}

// wrongKey tells what is wrong with a key.
func (j *judge) wrongKey(s *Shape, i, name int, key []byte) {
	alone := j.aside()
	alone.holds(s, name, true)
	b := append(appendQuoted(append(j.words, "key "...), key), ' ')
	first := alone.found[0]
	j.noted(name, i, append(b, alone.words[first.from:first.to]...))
}

// unknown appends the problem of a key that no object has.
func (j *judge) unknown(s *Shape, key []byte) []byte {
	var room [16]string
	names := room[:0]
	for _, p := range s.Properties {
		if p.Shape == nil || !p.Shape.Never {
			names = append(names, p.Name)
		}
	}
	if len(names) == 0 && len(s.PatternProperties) > 0 {
		b := appendQuoted(append(j.words, "unknown key "...), key)
		b = append(b, "; keys must match "...)
		for k, p := range s.PatternProperties {
			if k > 0 {
				b = append(b, " or "...)
			}
			b = append(b, p.Pattern.expr...)
		}
		return b
	}
	return appendUnknown(j.words, key, names)
}

// complete checks that the object at text[i] has all keys; because is the key that asks for them, "" for none.
func (j *judge) complete(keys []string, because string, i, end int, tell bool) bool {
	fine := true
	b := j.words
	for _, key := range keys {
		if find(j.text, i, key) >= 0 {
			continue
		}
		if !tell {
			return false
		}
		if fine {
			b = append(b, "missing required "...)
		} else {
			b = append(b, ", "...)
		}
		fine = false
		b = appendQuoted(b, []byte(key))
	}
	if fine {
		return true
	}
	if because != "" {
		b = appendQuoted(append(b, ", because there is "...), []byte(because))
	}
	j.noted(end, i, b)
	return false
}

// aside is a judge whose findings are not yet those of j. They know the same of the text.
func (j *judge) aside() *judge {
	if j.seen == nil && len(j.root.Defs) > 0 {
		j.seen = map[visit]bool{}
	}
	return &judge{text: j.text, root: j.root, seen: j.seen, deep: j.deep + 1}
}

// adopt makes findings of another judge those of j.
func (j *judge) adopt(other *judge) {
	for _, f := range other.found {
		j.noted(f.at, f.value, append(slices.Clip(j.words), other.words[f.from:f.to]...))
	}
}
