package doc

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
func (r Reader) cutLeadingName(blocks []block, s Subject) {
	if len(blocks) == 0 || blocks[0].kind != paragraphBlock {
		return
	}
	text := join(blocks[0].lines)
	tool := ""
	if r.Resolve != nil {
		tool = r.Resolve(strings.TrimPrefix(s.Recv+"."+s.Name, "."))
	}
	names := []string{s.Name}
	if s.Recv != "" {
		names = []string{s.Recv + "." + s.Name, "(*" + s.Recv + ")." + s.Name, s.Name}
	}
	if strings.Contains(tool, "_") {
		names = append(names, tool) // [Search] at the start is the tool's name already (D7)
	}
	for _, name := range names {
		rest, ok := afterName(text, name)
		if !ok {
			continue
		}
		compound := isCompound(name)
		switch cut, ok := cut(rest, name, compound); {
		case ok:
			text = cut
		case compound && tool != "":
			text = tool + rest
		}
		blocks[0].lines = []string{text}
		return
	}
}

// afterName returns what follows a name at the start of a text, the name's quotes and call brackets cut.
func afterName(text, name string) (rest string, ok bool) {
	if quoted, found := strings.CutPrefix(text, "`"+name); found {
		_, rest, ok = strings.Cut(quoted, "`")
		return rest, ok
	}
	rest, ok = strings.CutPrefix(text, name)
	if !ok || inWord(rest) {
		return "", false
	}
	if strings.HasPrefix(rest, "(") {
		if _, after := noteOf(rest); after != rest {
			rest = after
		}
	}
	return rest, true
}

// isCompound reports whether a name is several words in one, so that no sentence can start with it.
func isCompound(name string) bool {
	for i, r := range name {
		if i > 0 && (r == '_' || r == '.' || unicode.IsUpper(r) && strings.ToUpper(name) != name) {
			return true
		}
	}
	return false
}

// cut decides whether the name before rest goes, and returns the text without it.
func cut(rest, name string, compound bool) (text string, ok bool) {
	if delim := delim.FindString(rest); delim != "" {
		return capital(rest[len(delim):]), rest[len(delim):] != ""
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
	if holds(" function func method tool ", words[0]) && len(words) > 1 { // "Search function finds documents"
		text = strings.TrimPrefix(text[len(words[0]):], " ")
		cut, ok := cut(" "+text, name, false)
		return cut, ok
	}
	word := bareWord(words[0])
	verb := words
	if isAdverb(word) && len(words) > 1 {
		verb = words[1:]
	}
	next := append(verb[1:len(verb):len(verb)], "", "")
	if bareWord(verb[0]) != strings.ToLower(verb[0]) {
		next = []string{"", ""} // the clause ends with the word
	}
	switch {
	case holds(keepers, word):
		return "", false
	case isThirdPerson(bareWord(verb[0]), name, compound, bareWord(next[0]), bareWord(next[1])),
		compound && first < utf8.RuneSelf && unicode.IsLetter(first):
		return capital(text), true
	}
	return "", false
}

func bareWord(word string) string { return strings.ToLower(strings.TrimRight(word, ".,:;!?")) }

// holds reports whether a word is one of those in a list that is parted and framed by blanks.
func holds(list, word string) bool {
	return word != "" && strings.Contains(list, " "+word+" ")
}

// Words after which a leading name stays.
const keepers = " is are was were be will would can could may might must should shall for by from in into with without of on onto to " +
	"at as via using through across between within under over after before during until and or but that which who whose " +
	"when while where if unless because so than "

// Adverbs that may stand between the name and its verb, besides those in -ly.
const adverbs = " also always never only just then first now often sometimes again "

func isAdverb(word string) bool {
	return holds(adverbs, word) || len(word) > 4 && strings.HasSuffix(word, "ly")
}

// Verbs whose third person is no plural that an imperative is likely to govern: "uses" and "updates" are left out.
const verbs = " accepts acquires activates adds adjusts advances aggregates allocates allows analyses analyzes announces appends" +
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
const objects = " a an the all any both each every either another one two three it its them their his her this that these those " +
	"no not nothing up out off down back exactly whether how what at most least more nil true false zero "

// isThirdPerson reports whether a word after a name is a verb: known as nothing else, of the same stem as the name
// ("Search searches"), or followed by what only a verb governs or by a second verb. After a compound name any -s will do.
func isThirdPerson(word, name string, compound bool, next, afterNext string) bool {
	if len(word) < 3 || !strings.HasSuffix(word, "s") || strings.HasSuffix(word, "ss") || strings.HasSuffix(word, "'s") || holds(" this its as across always ", word) {
		return false
	}
	if compound || holds(verbs, word) {
		return true
	}
	stem := strings.ToLower(name)
	for _, form := range []string{stem + "s", stem + "es", strings.TrimSuffix(stem, "y") + "ies"} {
		if word == form {
			return true
		}
	}
	return holds(objects, next) || holds(" and or ", next) && holds(verbs, afterNext) || governs(next)
}

// governs reports whether a word is likely to be what the word before it governs, so that one is a verb: "Rate stores
// ratings". After a plural a preposition or a participle is likelier: "List issues in", "List issues assigned to".
func governs(word string) bool {
	return word != "" && !holds(keepers, word) && !isAdverb(word) && !strings.HasSuffix(word, "ed") && !strings.HasSuffix(word, "ing")
}

// typeVerb is how the comment of a type goes on after its name.
var typeVerb = regexp.MustCompile(`^ (?:is|are) `)

// CutName removes the Go name that the text of a type or constant starts with: a model does not know it.
func CutName(text, name string) string {
	rest, ok := afterName(text, name)
	if !ok {
		return text
	}
	if verb := typeVerb.FindString(rest); verb != "" {
		return capital(rest[len(verb):])
	}
	if cut, ok := cut(rest, name, isCompound(name)); ok {
		return cut
	}
	return text
}

// capital makes the first letter a capital, unless the first word has capitals of its own, such as gRPC.
func capital(text string) string {
	word, _, _ := strings.Cut(text, " ")
	if strings.ToLower(word) != word {
		return text
	}
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}

// FirstSentence returns the first sentence of a description: of its first paragraph, up to a full stop that ends a
// sentence, or the whole paragraph.
func FirstSentence(text string) string {
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" || strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "\t") {
			continue
		}
		line = strings.TrimSpace(line)
		return line[:sentenceEnd(line)]
	}
	return ""
}

// lastSentence parts the last sentence of a paragraph from those before it.
func lastSentence(text string) (before, last string) {
	for rest := text; ; {
		end := sentenceEnd(rest)
		if strings.TrimSpace(rest[end:]) == "" {
			return strings.TrimSpace(text[:len(text)-len(rest)]), strings.TrimSpace(rest)
		}
		rest = rest[end:]
	}
}

// abbreviations end in a full stop that ends no sentence.
const abbreviations = " e.g. i.e. etc. cf. vs. approx. resp. incl. excl. no. nos. fig. eq. sec. min. max. dr. mr. mrs. ms. st. u.s. "

// sentenceEnd is the length of the first sentence of a paragraph.
func sentenceEnd(text string) int {
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
			if next[0] != ' ' || r == '.' && stopsNothing(text[:i+1], next) {
				continue
			}
			return i + 1 + closing
		}
	}
	return len(text)
}

// stopsNothing reports whether the full stop at the end of text belongs to an abbreviation or initial.
func stopsNothing(text, next string) bool {
	word := strings.TrimLeft(text[strings.LastIndexByte(text, ' ')+1:], `("'[`)
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(next, " "))
	if unicode.IsLower(first) || holds(" e.g. i.e. cf. vs. dr. mr. mrs. ms. ", strings.ToLower(word)) {
		return true
	}
	initial, _ := utf8.DecodeRuneInString(word)
	if utf8.RuneCountInString(word) == 2 && unicode.IsUpper(initial) {
		return true
	}
	return holds(abbreviations, strings.ToLower(word)) && !unicode.IsUpper(first)
}
