package directive

import (
	"slices"
	"strconv"
	"strings"
)

// tokens reads the entries that are left on the line. On the line's first one a gap may stand for "=".
func (p *parser) tokens() []token {
	var all []token
	for p.blanks(); !p.atEnd(); p.blanks() {
		first := p.pos == len(prefix) && strings.HasPrefix(p.text, prefix)
		t := p.token()
		if !t.bad {
			p.spaced(&t)
		}
		if first && !t.bad && !t.hasValue {
			p.synonym(&t)
		}
		all = append(all, t)
	}
	return all
}

// spaced reports blanks before or after "=", and reads the value all the same.
func (p *parser) spaced(t *token) {
	start := p.pos
	p.blanks()
	switch word := p.ahead(); {
	case !t.hasValue && strings.HasPrefix(word, "="):
		p.pos++
		p.blanks()
	case t.hasValue && t.value.Text == "" && !t.value.Quoted && word != "" && !p.known(word):
	default:
		p.pos = start
		return
	}
	from := t.key.End
	t.hasValue, t.bad = true, true
	if p.atEnd() {
		p.report(CodeNoValue, from, p.pos, t.key.Text+" needs a value", "write it as "+t.key.Text+"=VALUE, without blanks around =")
		return
	}
	gap := p.pos
	p.value(t)
	p.report(CodeNoValue, from, gap, "no blanks around =", p.replaced(from, gap, "="))
}

// synonym takes the next word for the value of a line's first key, if that key needs one.
func (p *parser) synonym(t *token) {
	d := meant(t.key.Text, p.at)
	if d == nil || d.Kind == Flag {
		return
	}
	start := p.pos
	p.blanks()
	word := p.ahead()
	if _, _, pair := strings.Cut(word, "="); word == "" || pair && p.known(word) {
		p.pos = start
		return
	}
	t.hasValue = true
	p.value(t)
}

// ahead returns the next word, up to a blank.
func (p *parser) ahead() string {
	word := p.text[p.pos:]
	if i := strings.IndexAny(word, " \t"); i >= 0 {
		word = word[:i]
	}
	return word
}

// known reports whether the word is a key of this target, alone or with "=".
func (p *parser) known(word string) bool {
	key, _, _ := strings.Cut(word, "=")
	return lookup(key, p.at) != nil
}

// entries asks what each token means, and returns those without a problem.
func (p *parser) entries(tokens []token) []Entry {
	var all []Entry
	seen := make(map[string]bool)
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if strings.HasPrefix(t.key.Text, "//") {
			p.report(CodeUnknownKey, t.key.Start, len(p.text), "no comment can follow a directive on its line",
				p.replaced(t.key.Start, len(p.text), ""))
			break
		}
		d := lookup(t.key.Text, p.at)
		if d == nil {
			if !t.bad {
				p.unknown(t)
				i, _ = p.spill(tokens, i, meant(t.key.Text, p.at))
			}
			continue
		}
		if last, first := p.spill(tokens, i, d); last > i {
			p.spilt(tokens, i, last, first, d)
			i = last
			continue
		}
		if seen[t.key.Text] && !d.Repeats {
			p.report(CodeTwice, t.key.Start, t.end(), t.key.Text+" is set twice on this line", "keep one of the two")
			continue
		}
		seen[t.key.Text] = true
		e := Entry{Key: t.key, Value: t.value, HasValue: t.hasValue, Def: d}
		if !e.HasValue {
			e.Value = Word{Start: t.key.Start, End: t.key.End}
		}
		if !t.bad && p.accept(e) {
			all = append(all, e)
		}
	}
	return p.consistent(all)
}

// accept checks an entry whose key is known here.
func (p *parser) accept(e Entry) bool {
	d := e.Def
	switch {
	case d.Form != Keys:
		p.report(CodeElsewhere, e.Key.Start, e.Value.End, e.Key.Text+" begins a line of its own", d.Example)
		return false
	case d.Later != "":
		p.report(CodeLater, e.Key.Start, e.Value.End, notYet(d), "remove it for now")
		return false
	case d.Kind == Flag && !e.HasValue:
		return true
	case e.Value.Text == "" && !e.Value.Quoted:
		fix := "write it as " + d.Example
		if d.Kind == Text || d.Kind == Value {
			fix += "; empty text is " + e.Key.Text + `=""`
		}
		p.report(CodeNoValue, e.Key.Start, e.Key.End, e.Key.Text+" needs a value", fix)
		return false
	}
	if i := p.joined(e.Value); i >= 0 {
		p.report(CodeQuoting, i, i+1, "keys are separated by blanks; quote the value where "+p.text[i:i+1]+" belongs to it",
			p.replaced(i, i+1, " "))
		return false
	}
	if problem := e.check(); problem != nil {
		if problem.Fix == "" && problem.instead == "" {
			problem.Fix = "write it as " + d.Example
		}
		p.keep(*problem)
		return false
	}
	return true
}

// joined finds a comma or semicolon in a bare value that a known KEY= follows, as in min=1,max=2.
func (p *parser) joined(value Word) int {
	if value.Quoted || jsonEnd(value.Text) == len(value.Text) {
		return -1
	}
	for i := range len(value.Text) {
		if c := value.Text[i]; c == ',' || c == ';' {
			if key, _, pair := strings.Cut(value.Text[i+1:], "="); pair && lookup(key, p.at) != nil {
				return value.Start + i
			}
		}
	}
	return -1
}

// spill finds the words after the bare value of tokens[i] that are no keys and were meant as part of it, as in
// default=a b. It returns the index of the last one, i where there are none, and the first of them that is no key.
func (p *parser) spill(tokens []token, i int, d *Definition) (last int, first string) {
	t, last := tokens[i], i
	if d == nil || t.bad || !t.hasValue || t.value.Quoted || t.value.Text == "" ||
		!slices.Contains([]ValueKind{Text, List, NameList, JSON, Value}, d.Kind) {
		return i, ""
	}
	for j := i + 1; j < len(tokens) && !tokens[j].hasValue && !tokens[j].bad && !strings.HasPrefix(tokens[j].key.Text, "//"); j++ {
		word := tokens[j].key.Text
		switch known := lookup(word, p.at); {
		case known == nil:
			last = j
			if first == "" {
				first = word
			}
		case known.Kind != Flag:
			last = j // a key that needs a value and has none is as little a key as an unknown word
		}
	}
	if first == "" {
		return i, ""
	}
	if near := nearest(first, p.at); last == i+1 && near != nil && slices.Contains(near.On, p.at) {
		return i, "" // one word that is nearly a key is a misspelt key
	}
	return last, first
}

// spilt reports what spill found.
func (p *parser) spilt(tokens []token, i, last int, first string, d *Definition) {
	value, end := tokens[i].value, tokens[last].end()
	if d.Kind == List && strings.HasSuffix(value.Text, ",") || d.Kind == NameList && strings.HasSuffix(value.Text, ";") {
		p.report(CodeQuoting, value.Start, end, "the items of a list have no blanks between them",
			p.replaced(value.Start, end, strings.Join(strings.Fields(p.text[value.Start:end]), "")))
		return
	}
	message := "unknown key " + short(first) + "; quote the value"
	if c := value.Text[0]; (c == '{' || c == '[') && jsonEnd(value.Text) == 0 {
		message += ", which is no complete JSON"
	}
	p.report(CodeUnknownKey, tokens[i+1].key.Start, end, message,
		p.replaced(value.Start, end, strconv.Quote(p.text[value.Start:end])))
}

// consistent returns the entries without those that an earlier one of the line excludes, and reports them.
func (p *parser) consistent(all []Entry) []Entry {
	var kept []Entry
	for _, e := range all {
		i := slices.IndexFunc(kept, func(other Entry) bool {
			return other.isSet() && e.isSet() && slices.Contains(other.Def.Against, e.Def.Name)
		})
		if i >= 0 {
			p.report(CodeAgainst, e.Key.Start, e.Value.End, e.Key.Text+" contradicts "+kept[i].Key.Text, "keep one of the two")
			continue
		}
		kept = append(kept, e)
	}
	return kept
}

// isSet reports whether the entry says something: a flag that is false does not.
func (e Entry) isSet() bool { return e.Def.Kind != Flag || e.Value.Text != "false" }

// unknown reports a token whose key means nothing on this target, with the best hint there is.
func (p *parser) unknown(t token) {
	key := t.key.Text
	source := p.text[t.key.Start:t.end()]
	if i := strings.IndexAny(key, ",;:"); i > 0 && lookup(key[:i], p.at) != nil {
		at, with, hint := t.key.Start+i, " ", "keys are separated by blanks"
		if key[i] == ':' {
			with, hint = "=", "a value follows =, not :"
		}
		p.report(CodeUnknownKey, t.key.Start, t.end(), "unknown key "+short(key)+"; "+hint, p.replaced(at, at+1, with))
		return
	}
	if d := elsewhere(key); d != nil {
		p.misplaced(d, t.key.Start, t.end(), source)
		return
	}
	if name := calledHere[key]; name != "" {
		message := key + " is called " + name + " here"
		bare, _, pair := strings.Cut(name, "=")
		if d := lookup(bare, p.at); d == nil {
			message += ", and belongs " + belongs(bare)
		}
		fix := "write it as " + name
		if !pair || !t.hasValue {
			fix = p.replaced(t.key.Start, t.key.End, name)
		}
		p.report(CodeUnknownKey, t.key.Start, t.end(), message, fix)
		return
	}
	message, fix := "unknown key "+short(key), "toolgen explain lists the keys"
	if d := nearest(key, p.at); d != nil {
		message += "; did you mean " + d.Name + "?"
		if slices.Contains(d.On, p.at) {
			fix = p.replaced(t.key.Start, t.key.End, d.Name)
		} else {
			message += " It belongs " + belongs(d.Name)
			fix = "write it there: " + d.Example
		}
	} else if p.at == OnFunc && t.key.Start == len(prefix) && !t.hasValue && NameProblem(key) == "" {
		message += "; a tool's name follows name="
		fix = p.replaced(t.key.Start, t.key.Start, "name=")
	}
	p.report(CodeUnknownKey, t.key.Start, t.end(), message, fix)
}

// misplaced reports a key or line that belongs on another target than this one.
func (p *parser) misplaced(d *Definition, start, end int, source string) {
	if d.Later != "" {
		p.report(CodeLater, start, end, notYet(d)+", and belongs "+belongs(d.Name), "remove it for now")
		return
	}
	fix := "write it there: " + d.Example
	on := targets(d.Name)
	switch {
	case d.Form == Param && (p.at == OnParam || p.at == OnField):
		if parts := strings.Fields(source); len(parts) > 2 {
			fix = prefix + strings.Join(parts[2:], " ")
		}
	case p.at == OnFunc && slices.Contains(on, OnParam):
		fix = prefix + "param NAME " + source
	case p.at == OnFunc && slices.Contains(on, OnPackage) && d.Form == Keys:
		fix = prefix + "defaults " + source + " in the package comment"
	case slices.Contains(on, OnFunc):
		fix = "in the function's comment: " + prefix + source
	}
	p.report(CodeElsewhere, start, end, d.Name+" belongs "+belongs(d.Name)+", not "+p.at.where(), fix)
}

// targets are all targets on which the word means something.
func targets(word string) []Target {
	var on []Target
	for _, d := range Definitions() {
		if d.Name == word {
			on = append(on, d.On...)
		}
	}
	slices.Sort(on)
	return slices.Compact(on)
}

// belongs says on what the word means something: "on a parameter or on a field".
func belongs(word string) string {
	var places []string
	for _, t := range targets(word) {
		places = append(places, t.where())
	}
	return orList(places)
}
