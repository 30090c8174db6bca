package directive

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/generator/internal/diag"
)

// prefix begins every directive.
const prefix = "//tool:"

// Is reports whether Go takes the comment for a directive of ours: //tool: and a lower-case letter or digit. Comments
// that Is refuses go to NearMiss.
func Is(comment string) bool {
	rest, found := strings.CutPrefix(comment, prefix)
	return found && rest != "" && (isLower(rune(rest[0])) || isDigit(rune(rest[0])))
}

// Parse reads one "//tool:..." line that stands on the given target. The line may end in blanks and \r, which count for
// nothing (G16, G19). It never fails as a whole: what was understood is in the Line, the rest is in the problems, by
// their place.
//
// The grammar, where a gap is one or more blanks or tabs (and no other white space, G18):
//
//	line    = "//tool:" ( text | allow | param | named | union | keys )
//	text    = ( "example" | "limitation" ) ( gap | "=" ) rest of the line, or one literal
//	allow   = "allow" gap CODE gap rest of the line
//	param   = "param" gap item { "," item } { gap entry }
//	named   = ( "result" | "enum" | "skip" | "defaults" ) { gap entry }
//	union   = "union" [ gap item { "," item } ] { gap entry }
//	keys    = first { gap entry }
//	first   = entry | key gap value
//	entry   = key [ "=" value ]
//	value   = json | item { "," item }
//	item    = literal | bare
//	literal = a Go string literal, "..." or `...`
//	json    = a JSON array or object, which may hold blanks
//	bare    = anything else up to the first comma or gap; a value of one bare word may hold : / ? = # (G11)
//
// Which first words begin a line of their own depends on the target: on a function //tool:example takes JSON, on a
// parameter it is a key. The second form of first lets a gap stand for the first "=" of a line, so that
// //tool:name NAME means //tool:name=NAME. It holds for the first key alone, and only where that key needs a value: in
// //tool:readonly hidden both are flags, in //tool:description two the description is "two". A word that is itself
// KEY= of a known key is never taken for the value. A first word that is known and not supported yet is all that is
// said of its line.
//
// One key is set once on a line. There are no continuation lines and no comments after a directive.
func Parse(comment string, at Target) (Line, []Problem) {
	text := strings.TrimRight(comment, " \t\r\n")
	p := parser{scanner{text: text, paste: func(line string) string { return line }}, at}
	if !Is(text) {
		if near, found := NearMiss(text); found {
			return Line{}, []Problem{near}
		}
		p.report(CodeNearMiss, 0, len(text), "this is no //tool: directive", "write it as //tool:name=NAME")
		return Line{}, p.problems
	}
	if !p.sound() {
		return Line{}, p.problems
	}
	p.pos = len(prefix)
	line := p.line()
	return line, p.sorted()
}

// ParseTag reads the value of a struct tag tool:"..." by the same grammar: entries alone, where every key has its "=".
func ParseTag(tag string, at Target) ([]Entry, []Problem) {
	paste := func(tag string) string { return "tool:" + strconv.Quote(tag) }
	p := parser{scanner{text: strings.TrimRight(tag, " \t\r\n"), paste: paste}, at}
	if !p.sound() {
		return nil, p.problems
	}
	tokens := p.tokens()
	if len(tokens) == 0 {
		p.report(CodeIncomplete, 0, len(p.text), "the tag says nothing", `write it as tool:"min=1 max=14", or remove it`)
	}
	return p.entries(tokens), p.sorted()
}

// parser is a scanner that knows what the line stands on.
type parser struct {
	scanner
	at Target
}

// sound refuses what spoils a line as a whole: invalid UTF-8 (G18) and a continuation (G14).
func (p *parser) sound() bool {
	for i, r := range p.text {
		if r == utf8.RuneError && !strings.HasPrefix(p.text[i:], string(utf8.RuneError)) {
			p.report(CodeCharacter, i, i+1, "the directive is not valid UTF-8", "save the file as UTF-8")
			return false
		}
	}
	if last := len(p.text) - 1; last >= 0 && p.text[last] == '\\' {
		p.report(CodeQuoting, last, last+1, `a directive does not go on after \`,
			"a directive is one line (gofmt tears a second one off); write another //tool: line, or put long text in the doc comment")
		return false
	}
	return true
}

func (p *parser) sorted() []Problem {
	slices.SortStableFunc(p.problems, func(a, b Problem) int { return cmp.Compare(a.Start, b.Start) })
	return p.problems
}

// line reads the first word and what it asks for.
func (p *parser) line() Line {
	head := p.text[p.pos:]
	if i := strings.IndexAny(head, " \t="); i >= 0 {
		head = head[:i]
	}
	d := lookup(head, p.at)
	if d == nil {
		if other := elsewhere(head); other != nil && other.Form != Keys {
			p.misplaced(other, p.pos, len(p.text), p.text[p.pos:])
			return Line{}
		}
	}
	if d == nil || d.Form == Keys {
		return p.keys(d)
	}
	start := p.pos
	p.pos += len(head)
	line := Line{Form: d.Form}
	switch {
	case d.Later != "":
		p.report(CodeLater, start, p.pos, notYet(d), "remove the line for now")
	case d.Form == Example:
		line.Text = p.example()
	case d.Form == Limitation:
		line.Text = p.rest("limitation")
	case d.Form == Enum && !p.ends(p.pos):
		p.report(CodeValue, p.pos, len(p.text), "the values of a type's enum are its constants; the line takes none", prefix+"enum")
	case !p.gap(head):
	case d.Form == Allow:
		line.Code, line.Text = p.allow()
	case d.Form == Param:
		line.Names, line.Entries = p.param()
	case d.Form == Result:
		line.Entries = p.named(OnResult, d)
	case d.Form == Enum:
		line.Entries = p.named(OnEnum, nil)
	case d.Form == Union:
		line.Names, line.Entries = p.union(d)
	case d.Form == Skip:
		line.Entries = p.named(OnConst, nil)
	case d.Form == Schema:
		line.Text = p.schema("schema", d)
	case d.Form == Map:
		line.Names, line.Text = p.mapping(d)
	case d.Form == Defaults:
		line.Entries = p.named(OnPackage, d)
	}
	return line
}

// keys reads a line of plain keys, the first of which is d.
func (p *parser) keys(d *Definition) Line {
	if p.at == OnPackage && d != nil {
		p.report(CodeElsewhere, p.pos, len(p.text), "the keys of a package stand on a line //tool:defaults",
			p.replaced(p.pos, p.pos, "defaults "))
		return Line{}
	}
	return Line{Entries: p.entries(p.tokens())}
}

// gap skips what must follow the first word of a line: a blank, or the end.
func (p *parser) gap(head string) bool {
	if !p.ends(p.pos) {
		p.report(CodeIncomplete, p.pos, p.pos+1, "a blank follows "+head+", not =", p.replaced(p.pos, p.pos+1, " "))
		return false
	}
	p.blanks()
	return true
}

// named reads the entries of a line that has its own keys. Where d is given, there must be some.
func (p *parser) named(at Target, d *Definition) []Entry {
	p.at = at
	tokens := p.tokens()
	if len(tokens) == 0 && d != nil {
		p.report(CodeIncomplete, len(prefix), len(p.text), "//tool:"+d.Name+" says nothing", "write it as "+d.Example)
	}
	return p.entries(tokens)
}

// param reads the names and keys of //tool:param.
func (p *parser) param() ([]Word, []Entry) {
	if p.atEnd() {
		p.report(CodeIncomplete, len(prefix), len(p.text), "//tool:param names no parameter", "write it as //tool:param days default=3")
		return nil, nil
	}
	start := p.pos
	words, ok := p.list()
	if !ok {
		return nil, nil
	}
	end := p.pos
	for _, w := range words {
		switch {
		case w.Text == "":
			p.report(CodeIncomplete, w.Start, w.End, "//tool:param names no parameter", "write it as //tool:param days default=3")
		case !w.Quoted && strings.Contains(w.Text, "="):
			p.report(CodeIncomplete, start, end, "the names of the parameters come first: //tool:param NAMES key=value", p.replaced(start, start, "NAME "))
			return nil, nil
		}
	}
	p.at = OnParam
	tokens := p.tokens()
	if len(tokens) == 0 {
		p.report(CodeIncomplete, len(prefix), len(p.text), "//tool:param says nothing about "+short(p.text[start:end]),
			"write it as "+p.text+" optional, or with any other keys of a parameter")
	}
	return words, p.entries(tokens)
}

// list reads the names that a line begins with.
func (p *parser) list() ([]Word, bool) {
	var names token
	p.value(&names)
	if names.bad {
		return nil, false
	}
	if end := names.value.End; strings.HasSuffix(names.value.Text, ",") && !names.value.Quoted && !p.atEnd() {
		p.blanks()
		p.report(CodeQuoting, end, p.pos, "the names have no blank between them", p.replaced(end, p.pos, ""))
		return nil, false
	}
	words, problem := list(names.value)
	if problem != nil {
		p.keep(*problem)
		return nil, false
	}
	for i, w := range words {
		if slices.ContainsFunc(words[:i], func(other Word) bool { return other.Text == w.Text }) {
			p.report(CodeTwice, w.Start, w.End, w.Text+" is named twice on this line", p.replaced(w.Start-1, w.End, "")) // with the comma before it
		}
	}
	return words, true
}

// union reads the types and keys of //tool:union. A first word that is no key is the list of types.
func (p *parser) union(d *Definition) ([]Word, []Entry) {
	p.at = OnUnion
	start := p.pos
	word := p.ahead()
	var words []Word
	if key, _, pair := strings.Cut(word, "="); word != "" && !pair && lookup(key, p.at) == nil {
		var ok bool
		if words, ok = p.list(); !ok {
			return nil, nil
		}
	}
	tokens := p.tokens()
	if p.pos == start && len(tokens) == 0 {
		p.report(CodeIncomplete, len(prefix), len(p.text), "//tool:union says nothing", "write it as "+d.Example)
	}
	return words, p.entries(tokens)
}

// example reads one JSON object.
func (p *parser) example() Word {
	return p.object(p.rest("example"), "the example", "an example is a JSON object with the arguments of a call", `write it as //tool:example {"city":"Paris"}`)
}

// schema reads the JSON Schema that a line declares; what it may say, collect knows.
func (p *parser) schema(head string, d *Definition) Word {
	return p.object(p.rest(head), "the schema", "a schema is a JSON object", "write it as "+d.Example)
}

// object returns w, the rest of a line, if it is one JSON object; what is its name, is says what belongs there.
func (p *parser) object(w Word, what, is, fix string) Word {
	if w.Text == "" {
		return w
	}
	var object map[string]json.RawMessage
	err := json.Unmarshal([]byte(w.Text), &object)
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		at := w.Start + max(0, min(int(syntax.Offset)-1, len(w.Text)-1))
		p.report(CodeValue, at, w.End, what+" is not JSON: "+syntax.Error(), fix)
		return Word{}
	}
	if err != nil || w.Text[0] != '{' || w.Quoted {
		p.report(CodeValue, w.Start, w.End, is, fix)
		return Word{}
	}
	return w
}

// mapping reads path.Type=JSON: a type of another package and its schema.
func (p *parser) mapping(d *Definition) ([]Word, Word) {
	start := p.pos
	for p.pos < len(p.text) && p.text[p.pos] != '=' && !p.ends(p.pos) {
		p.pos++
	}
	name := p.word(start)
	slash := strings.LastIndexByte(name.Text, '/') + 1
	if dot := strings.LastIndexByte(name.Text, '.'); dot <= slash || dot == len(name.Text)-1 || p.ends(p.pos) {
		p.report(CodeIncomplete, start, p.pos, "//tool:map needs the import path of a type, = and its schema", "write it as "+d.Example)
		return nil, Word{}
	}
	return []Word{name}, p.schema("map "+name.Text+"=", d)
}

// allow reads a code and the reason for silencing it.
func (p *parser) allow() (code, reason Word) {
	start := p.pos
	p.skipWord()
	code = p.word(start)
	if code.Text == "" {
		p.report(CodeIncomplete, len(prefix), len(p.text), "//tool:allow needs a code and a reason", "write it as //tool:allow K14 the name is public already")
		return Word{}, Word{}
	}
	rule, found := diag.RuleOf(code.Text)
	if !found {
		p.report(CodeValue, code.Start, code.End, "there is no code "+short(code.Text), "use the code in brackets at the end of the warning")
		return Word{}, Word{}
	}
	code.Text = rule.Code
	return code, p.rest("allow " + code.Text)
}

// rest reads the rest of the line as one text, after a gap or "=". One Go string literal is what it stands for.
func (p *parser) rest(head string) Word {
	if !p.ends(p.pos) && p.text[p.pos] == '=' {
		p.pos++
	}
	p.blanks()
	start := p.pos
	p.pos = len(p.text)
	w := p.word(start)
	if it, ok := scanItem(p.text, start); it.literal && ok && it.end == len(p.text) {
		if !p.literal(it) {
			return Word{}
		}
		w.Text, _ = strconv.Unquote(w.Text)
		w.Quoted = true
	}
	if strings.TrimSpace(w.Text) == "" {
		first, _, _ := strings.Cut(head, " ")
		p.report(CodeIncomplete, len(prefix), len(p.text), "text is missing after //tool:"+head, "write it as "+lookup(first, p.at).Example)
		return Word{}
	}
	if i := strings.IndexFunc(w.Text, func(r rune) bool { return unicode.IsControl(r) && r != '\t' }); i >= 0 && !w.Quoted {
		p.report(CodeCharacter, start+i, start+i+1, "there is a control character in the text", p.replaced(start+i, start+i+1, ""))
		return Word{}
	}
	return w
}

// notYet answers a key or line that is known and not built.
func notYet(d *Definition) string {
	return d.Name + " is not supported yet; " + d.Later
}
