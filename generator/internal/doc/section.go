package doc

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/generator/internal/diag"
)

// funcReader takes the parts of a function's comment that describe parameters and results out of its blocks (D2, D3).
type funcReader struct {
	Subject
	*reading
	doc     Func
	returns []block // the Returns section, without what names a result
}

func (d *funcReader) names() names { return names{slices.Concat(d.Params, d.Silent)} }

// takeSections takes the introduced lists out and returns the blocks that are left.
func (d *funcReader) takeSections(blocks []block) []block {
	var out []block
	for len(blocks) > 0 {
		var kept []block
		n := 1
		switch b := blocks[0]; b.tag {
		case params:
			kept, n = d.takeParams(blocks)
		case returns:
			kept, n = d.takeReturns(blocks)
		case returnText:
			d.takeResults([]block{{lines: b.lines}})
		case tagged:
			entries, _ := d.entries(b)
			if len(blocks) > 1 && blocks[1].kind == codeBlock { // an indented second line
				n = 2
				last := &entries[len(entries)-1]
				last.text = join(append([]string{last.text}, blocks[1].lines...))
			}
			d.record(entries)
		default:
			kept = blocks[:1]
		}
		out = append(out, kept...)
		blocks = blocks[n:]
	}
	return out
}

// takeParams reads the section that blocks[0] introduces. It returns what stays in the description and how many blocks
// it read. Under a heading, prose may stand around the list; it stays, with the heading.
func (d *funcReader) takeParams(blocks []block) (kept []block, n int) {
	intro, taken := blocks[0], false
	for n = 1; n < len(blocks); n++ {
		b := blocks[n]
		if b.tag != plain || b.kind == headingBlock {
			break
		}
		entries, rest := d.entries(b)
		readable := slices.ContainsFunc(entries, func(e entry) bool { return e.names != nil || e.delimited })
		goesOn := readable && entries[0].names != nil
		if readable && (!taken || goesOn) {
			d.record(entries)
			taken = true
			if len(rest) > 0 {
				kept = append(kept, block{lines: rest})
			}
			continue
		}
		if taken || intro.kind != headingBlock {
			break
		}
		kept = append(kept, b)
	}
	switch {
	case !taken && n < len(blocks) && nothing(blocks[n]):
		return nil, n + 1
	case !taken && len(kept) == 1 && nothing(kept[0]):
		return nil, n
	case !taken && len(kept) > 0:
		return blocks[:n], n // a heading with prose alone
	case !taken:
		d.fail(intro.lines[0], "D2", fmt.Sprintf("%q introduces no list of parameters that can be read", intro.lines[0]), d.listToPaste())
		return blocks[:1], 1
	case len(kept) > 0 && intro.kind == headingBlock:
		kept = append([]block{intro}, kept...)
	}
	return kept, n
}

// nothing reports whether a block says that there is nothing to list.
func nothing(b block) bool {
	text := strings.ToLower(strings.Trim(join(b.lines), " .-()"))
	return b.tag == plain && (text == "none" || text == "n/a" || text == "nothing" || text == "无")
}

// listToPaste is a parameter list in the form that go/doc knows.
func (d *funcReader) listToPaste() string {
	name := "name"
	if len(d.Params) > 0 {
		name = d.Params[0]
	}
	return "write the parameters beneath it, one item each:\n//   - " + name + ": what it is"
}

// entries reads a block as parameter entries. rest are the lines before the first entry of a block that is no list.
func (d *funcReader) entries(b block) (entries []entry, rest []string) {
	if b.kind == listBlock {
		for _, item := range b.items {
			var all []string
			for _, p := range item.paragraphs {
				all = append(all, p...)
			}
			e, _ := parseEntry(join(all), d.names())
			e.line = first(all)
			entries = append(entries, e)
		}
		return entries, nil
	}
	if b.kind == headingBlock {
		return nil, nil
	}
	var texts [][]string
	for _, line := range b.lines {
		switch {
		case d.startsEntry(line):
			trimmed := strings.TrimSpace(line)
			texts = append(texts, []string{trimmed[len(mark.FindString(trimmed)):]})
		case len(texts) > 0:
			texts[len(texts)-1] = append(texts[len(texts)-1], line)
		case strings.TrimSpace(line) != "":
			rest = append(rest, strings.TrimSpace(line))
		}
	}
	for _, lines := range texts {
		e := d.parseLines(lines)
		e.line = first(lines)
		entries = append(entries, e)
	}
	if b.kind == paragraphBlock && len(rest) > 0 {
		return nil, nil // prose that happens to hold a colon
	}
	return entries, rest
}

// columns parts the columns of a table.
var columns = regexp.MustCompile(`\S(\t| {2,})\s*\S`)

// startsEntry reports whether a line without indentation starts an entry. Without a marker before it, a word that is no
// known name must begin in lower case, as parameters do: "Note:" goes on with the entry before.
func (d *funcReader) startsEntry(line string) bool {
	if leading(line) > 0 || strings.TrimSpace(line) == "" {
		return false
	}
	if mark.MatchString(line) {
		return true
	}
	e, ok := parseEntry(line, d.names())
	if !ok {
		return false
	}
	if e.names != nil {
		return e.delimited || columns.MatchString(line) || strings.TrimSpace(e.text) == ""
	}
	r, _ := utf8.DecodeRuneInString(e.unknown)
	return unicode.IsLower(r)
}

// parseLines reads an entry of several lines. The name is looked for in the first one alone.
func (d *funcReader) parseLines(lines []string) entry {
	e, _ := parseEntry(lines[0], d.names())
	e.text = join(append([]string{e.text}, lines[1:]...))
	return e
}

func first(lines []string) string {
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" {
			return l
		}
	}
	return ""
}

// record notes what the entries say of parameters, and warns of those that speak of none.
func (d *funcReader) record(entries []entry) {
	for _, e := range entries {
		for _, name := range e.names {
			old, twice := d.doc.Params[name]
			switch {
			case e.text == "", note(e.text, true), slices.Contains(d.Silent, name):
			case !twice:
				d.doc.Params[name] = e.text
				d.doc.ParamOrder = append(d.doc.ParamOrder, name)
			case old != e.text:
				d.doc.Params[name] = join([]string{old, e.text})
				d.warn(e.line, "D2", name+" is listed twice: the second text follows the first", "join the two items")
			}
		}
		switch {
		case e.names != nil:
		case e.delimited:
			d.warn(e.line, "D2", fmt.Sprintf("%q names no parameter of %s: the item is left out", e.unknown, d.Name), d.nearest(e.unknown))
		default:
			d.warn(e.line, "D2", "this item names no parameter of "+d.Name+" and is left out", "start it with a name and a colon")
		}
	}
}

// nearest proposes the name that an unknown one may have meant, preferably one that nothing describes yet.
func (d *funcReader) nearest(unknown string) string {
	left := slices.DeleteFunc(slices.Clone(d.Params), func(n string) bool { return d.doc.Params[n] != "" })
	for _, names := range [][]string{left, d.Params} {
		if near := diag.Nearest(unknown, names); near != "" {
			return "did you mean " + near + "? Otherwise remove the item"
		}
	}
	if len(d.Params) == 0 {
		return "remove the item"
	}
	return "remove the item or use one of " + strings.Join(d.Params, ", ")
}

var (
	looseIntro = regexp.MustCompile(`(?i)\b(?:parameters?|params|arguments?|args|inputs?|options|where)\b|参数`)
	ofResults  = regexp.MustCompile(`(?i)\b(?:returns?|returned|results?|outputs?|responses?|repl(?:y|ies))\b|返回`)
)

// takeBareLists takes out the lists that nothing introduces and whose every item starts with a parameter's name (D2).
func (d *funcReader) takeBareLists(blocks []block) []block {
	var out []block
	for _, b := range blocks {
		if b.kind != listBlock {
			out = append(out, b)
			continue
		}
		entries, _ := d.entries(b)
		known := 0
		for _, e := range entries {
			if e.names != nil && e.delimited {
				known++
			}
		}
		before := ""
		if len(out) > 0 && out[len(out)-1].kind == paragraphBlock {
			_, before = lastSentence(join(out[len(out)-1].lines))
		}
		if ofResults.MatchString(before) && strings.HasSuffix(before, ":") {
			known = 0 // the list says what comes back
		}
		if known < len(entries) || known == 0 {
			if known > 1 && known == len(entries)-1 {
				d.warnAlmost(entries)
			}
			out = append(out, b)
			continue
		}
		d.record(entries)
		d.closeIntro(out)
	}
	return out
}

func (d *funcReader) warnAlmost(entries []entry) {
	i := slices.IndexFunc(entries, func(e entry) bool { return e.names == nil || !e.delimited })
	d.warn(entries[i].line, "D2", "all other items of this list name parameters of "+d.Name+", so the list stays in the description and describes none",
		"write Parameters: above the list, or mend this item")
}

// closeIntro mends the sentence before a list that was taken out: one that says no more than "the arguments are:" goes
// with it, any other ends in a full stop.
func (d *funcReader) closeIntro(out []block) {
	if len(out) == 0 || out[len(out)-1].kind != paragraphBlock {
		return
	}
	last := &out[len(out)-1]
	before, sentence := lastSentence(join(last.lines))
	bare := strings.TrimRight(sentence, ":：")
	if bare == sentence {
		return
	}
	first := len(out) == 1 && before == ""
	switch {
	case !first && looseIntro.MatchString(bare) && len(strings.Fields(bare)) <= 8:
		last.lines = []string{before}
	case isWide(lastRune(bare)):
		last.lines = []string{before, bare + "。"}
	default:
		last.lines = []string{before, bare + "."}
	}
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}
