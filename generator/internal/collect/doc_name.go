package collect

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// cutLeadingName removes the Go name that a doc comment starts with, for the tool has another (D4). Go's convention is
// "Search finds documents"; but "Search documents by word" starts with the verb itself, and cutting that would lose it.
// So the name goes where it is surely only a name:
//
//   - a colon or dash follows it: "Search: finds documents"; or a call's brackets: "Search(ctx) finds";
//   - a verb in the third person follows it, with or without an adverb between: "Search quickly finds documents";
//   - it is several words in one and no sentence could mean it: "GetForecast the forecast for a city";
//   - the text goes on in a script without capitals: "Search 搜索文档".
//
// It stays before is, was and the like, before prepositions and punctuation, and where a plural may follow an
// imperative: "List issues in a repository". A name of several words that stays becomes the tool's.
func (r docReader) cutLeadingName(blocks []docBlock, s docSubject) {
	if len(blocks) == 0 || blocks[0].kind != docParagraph {
		return
	}
	text := docJoin(blocks[0].lines)
	tool := ""
	if r.resolve != nil {
		tool = r.resolve(strings.TrimPrefix(s.Recv+"."+s.Name, "."))
	}
	names := []string{s.Name}
	if s.Recv != "" {
		names = []string{s.Recv + "." + s.Name, "(*" + s.Recv + ")." + s.Name, s.Name}
	}
	if strings.Contains(tool, "_") {
		names = append(names, tool) // [Search] at the start is the tool's name already (D7)
	}
	for _, name := range names {
		rest, ok := docAfterName(text, name)
		if !ok {
			continue
		}
		compound := docIsCompound(name)
		switch cut, ok := docCut(rest, name, compound); {
		case ok:
			text = cut
		case compound && tool != "":
			text = tool + rest
		}
		blocks[0].lines = []string{text}
		return
	}
}

// docAfterName returns what follows a name at the start of a text, the name's quotes and call brackets cut.
func docAfterName(text, name string) (rest string, ok bool) {
	if quoted, found := strings.CutPrefix(text, "`"+name); found {
		_, rest, ok = strings.Cut(quoted, "`")
		return rest, ok
	}
	rest, ok = strings.CutPrefix(text, name)
	if !ok || docInWord(rest) {
		return "", false
	}
	if strings.HasPrefix(rest, "(") {
		if _, after := docNoteOf(rest); after != rest {
			rest = after
		}
	}
	return rest, true
}

// docIsCompound reports whether a name is several words in one, so that no sentence can start with it.
func docIsCompound(name string) bool {
	for i, r := range name {
		if i > 0 && (r == '_' || r == '.' || unicode.IsUpper(r) && strings.ToUpper(name) != name) {
			return true
		}
	}
	return false
}

// docCut decides whether the name before rest goes, and returns the text without it.
func docCut(rest, name string, compound bool) (text string, ok bool) {
	if delim := docDelim.FindString(rest); delim != "" {
		return docCapital(rest[len(delim):]), rest[len(delim):] != ""
	}
	text = strings.TrimLeft(rest, " ")
	words := strings.Fields(text)
	first, _ := utf8.DecodeRuneInString(text)
	switch {
	case len(words) == 0:
		return "", false
	case unicode.IsLetter(first) && first > unicode.MaxLatin1 && !unicode.IsUpper(first) && !unicode.IsLower(first):
		return text, true
	case text == rest: // punctuation, as in "Search, find and sort"
		return "", false
	}
	if docHolds(" function func method tool ", words[0]) && len(words) > 1 { // "Search function finds documents"
		text = strings.TrimPrefix(text[len(words[0]):], " ")
		cut, ok := docCut(" "+text, name, false)
		return cut, ok
	}
	word := docBareWord(words[0])
	verb := words
	if docIsAdverb(word) && len(words) > 1 {
		verb = words[1:]
	}
	next := append(verb[1:len(verb):len(verb)], "", "")
	switch {
	case docHolds(docKeepers, word):
		return "", false
	case docIsThirdPerson(docBareWord(verb[0]), name, compound, docBareWord(next[0]), docBareWord(next[1])),
		compound && first < utf8.RuneSelf && unicode.IsLetter(first):
		return docCapital(text), true
	}
	return "", false
}

func docBareWord(word string) string { return strings.ToLower(strings.TrimRight(word, ".,:;!?")) }

// docHolds reports whether a word is one of those in a list that is parted and framed by blanks.
func docHolds(list, word string) bool {
	return word != "" && strings.Contains(list, " "+word+" ")
}

// Words after which a leading name stays.
const docKeepers = " is are was were be will would can could may might must should shall for by from in into with without of on onto to " +
	"at as via using through across between within under over after before during until and or but that which who whose " +
	"when while where if unless because so than "

// Adverbs that may stand between the name and its verb, besides those in -ly.
const docAdverbs = " also always never only just then first now often sometimes again "

func docIsAdverb(word string) bool {
	return docHolds(docAdverbs, word) || len(word) > 4 && strings.HasSuffix(word, "ly")
}

// Verbs whose third person is no plural that an imperative is likely to govern: "uses" and "updates" are left out.
const docVerbs = " accepts acquires activates adds adjusts advances aggregates allocates allows analyses analyzes announces appends" +
	" applies approves archives asks assembles assesses assigns associates attaches attempts authenticates authorises" +
	" authorizes begins brings broadcasts calculates cancels chooses classifies cleans clears closes collects combines" +
	" compares compiles completes composes compresses computes concatenates configures confirms connects constructs" +
	" consumes contains continues converts crawls creates deactivates declines decodes decompresses decreases decrypts" +
	" defines delegates deletes delivers derives describes deserializes destroys detects determines disables discards" +
	" discovers dispatches displays divides does doubles drains eliminates emits enables encodes encrypts ensures enters" +
	" enumerates erases escalates establishes estimates evaluates examines executes expands expects explains explores" +
	" exposes extends extracts fails fetches fills finds finishes flushes forbids gathers generates gets gives goes grabs" +
	" greets grows guarantees handles has helps hides identifies ignores implements increments indicates informs" +
	" initialises initializes inserts inspects installs instructs interprets invites invokes iterates keeps kills listens" +
	" locates maintains makes manages merges modifies multiplies navigates normalises normalizes notifies obtains opens" +
	" operates optimises optimizes overwrites packs parses performs picks populates predicts prepares prevents prints" +
	" produces provides provisions publishes pulls purges pushes puts rebuilds receives recomputes reconciles reconnects" +
	" recovers reduces refreshes refuses registers rejects reloads removes renames renders reorders repeats replaces" +
	" represents requires reserves resizes resolves responds restarts restores resumes retrieves returns reverses reverts" +
	" revokes rewrites rotates saves scans seeks selects sends serialises serializes serves shuts simplifies simulates" +
	" skips sleeps solves spawns specifies splits strips submits subscribes subtracts suggests summarises summarizes" +
	" suspends synchronises synchronizes tells terminates transcribes translates traverses trims truncates unlocks" +
	" unmarshals unregisters upserts validates verifies waits warns writes "

// Words that begin what a verb governs; after a plural they are rare.
const docObjects = " a an the all any both each every either another one two three it its them their his her this that these those " +
	"no not nothing up out off down back exactly whether how what at most least more nil true false zero "

// docIsThirdPerson reports whether a word after a name is a verb: known as nothing else, of the same stem as the name
// ("Search searches"), or followed by what only a verb governs or by a second verb. After a compound name any -s will do.
func docIsThirdPerson(word, name string, compound bool, next, afterNext string) bool {
	if len(word) < 3 || !strings.HasSuffix(word, "s") || strings.HasSuffix(word, "ss") || docHolds(" this its as across always ", word) {
		return false
	}
	if compound || docHolds(docVerbs, word) {
		return true
	}
	stem := strings.ToLower(name)
	for _, form := range []string{stem + "s", stem + "es", strings.TrimSuffix(stem, "y") + "ies"} {
		if word == form {
			return true
		}
	}
	return docHolds(docObjects, next) || docHolds(" and or ", next) && docHolds(docVerbs, afterNext)
}

// docTypeVerb is how the comment of a type goes on after its name.
var docTypeVerb = regexp.MustCompile(`^ (?:is|are) `)

// docCutType removes the name that a type's comment starts with: a model does not know it.
func docCutType(text, name string) string {
	rest, ok := docAfterName(text, name)
	if !ok {
		return text
	}
	if verb := docTypeVerb.FindString(rest); verb != "" {
		return docCapital(rest[len(verb):])
	}
	if cut, ok := docCut(rest, name, docIsCompound(name)); ok {
		return cut
	}
	return text
}

// docCapital makes the first letter a capital, unless the first word has capitals of its own, such as gRPC.
func docCapital(text string) string {
	word, _, _ := strings.Cut(text, " ")
	if strings.ToLower(word) != word {
		return text
	}
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}

// firstSentence returns the first sentence of a description: of its first paragraph, up to a full stop that ends a
// sentence, or the whole paragraph.
func firstSentence(text string) string {
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" || strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "\t") {
			continue
		}
		line = strings.TrimSpace(line)
		return line[:docSentenceEnd(line)]
	}
	return ""
}

// docLastSentence parts the last sentence of a paragraph from those before it.
func docLastSentence(text string) (before, last string) {
	for rest := text; ; {
		end := docSentenceEnd(rest)
		if strings.TrimSpace(rest[end:]) == "" {
			return strings.TrimSpace(text[:len(text)-len(rest)]), strings.TrimSpace(rest)
		}
		rest = rest[end:]
	}
}

// docAbbreviations end in a full stop that ends no sentence.
const docAbbreviations = " e.g. i.e. etc. cf. vs. approx. resp. incl. excl. no. nos. fig. eq. sec. min. max. dr. mr. mrs. ms. st. u.s. "

// docSentenceEnd is the length of the first sentence of a paragraph.
func docSentenceEnd(text string) int {
	for i, r := range text {
		after := text[i+utf8.RuneLen(r):]
		switch r {
		case '。', '！', '？':
			return i + utf8.RuneLen(r)
		case '.', '!', '?':
			closing := len(after) - len(strings.TrimLeft(after, `)]"'”’*`))
			next := after[closing:]
			if next == "" {
				return len(text)
			}
			if next[0] != ' ' || r == '.' && docStopsNothing(text[:i+1], next) {
				continue
			}
			return i + 1 + closing
		}
	}
	return len(text)
}

// docStopsNothing reports whether the full stop at the end of text belongs to an abbreviation or initial.
func docStopsNothing(text, next string) bool {
	word := strings.TrimLeft(text[strings.LastIndexByte(text, ' ')+1:], `("'[`)
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(next, " "))
	if unicode.IsLower(first) || docHolds(" e.g. i.e. cf. vs. dr. mr. mrs. ms. ", strings.ToLower(word)) {
		return true
	}
	initial, _ := utf8.DecodeRuneInString(word)
	if utf8.RuneCountInString(word) == 2 && unicode.IsUpper(initial) {
		return true
	}
	return docHolds(docAbbreviations, strings.ToLower(word)) && !unicode.IsUpper(first)
}
