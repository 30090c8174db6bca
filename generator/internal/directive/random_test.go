package directive_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	. "github.com/toolgen/toolgen/generator/internal/directive"
)

var (
	randomLines = flag.Int("directive.n", 50_000, "how many random lines TestRandomLines reads; make fuzz reads a million")
	randomSeed  = flag.Uint64("directive.seed", 1, "where the random lines of TestRandomLines begin")
)

// TestRandomLines holds the laws of FuzzParse, and those of FuzzParseTag, for lines that are made from the language itself:
// every form of line, every key with values of its kind and of others, on the right target and on wrong ones, and then
// broken in some places. That lines of both sorts are made in numbers is a law too: a generator that makes only nonsense,
// or none, would find nothing.
func TestRandomLines(t *testing.T) {
	fine, refused := 0, map[string]int{}
	for i := range *randomLines {
		l := liner{rand.New(rand.NewPCG(*randomSeed, uint64(i)))}
		at := Target(l.IntN(int(OnUnion) + 1))
		comment := l.comment(at)
		checking(t, i, comment, at, func() {
			checkLaws(t, comment, at)
			tag := strings.TrimPrefix(comment, "//tool:")
			if _, problems := Parse(comment, at); len(problems) == 0 {
				fine++
			} else {
				refused[problems[0].Code]++
			}
			if l.IntN(8) == 0 {
				checkTagLaws(t, tag)
			}
		})
	}
	t.Logf("%d lines from seed %d: %d fine, the others by their first code: %v", *randomLines, *randomSeed, fine, refused)
	if least := *randomLines / 8; fine < least || *randomLines-fine < least {
		t.Errorf("%d of %d lines are fine: the generator has gone astray", fine, *randomLines)
	}
	if *randomLines >= 10_000 && len(refused) < 12 {
		t.Errorf("only these codes are met: %v", refused)
	}
}

// checking says which line it was when a law fails or the parser panics.
func checking(t *testing.T, i int, comment string, at Target, check func()) {
	t.Helper()
	done := false
	defer func() {
		if !done {
			t.Errorf("line %d of seed %d, on a %s: %q", i, *randomSeed, at, comment)
		}
	}()
	check()
	done = true
}

// liner makes lines.
type liner struct{ *rand.Rand }

func one[T any](l liner, of []T) T { return of[l.IntN(len(of))] }

// in is true once in n times.
func (l liner) in(n int) bool { return l.IntN(n) == 0 }

// comment is a whole line. Two in three are left as they were made.
func (l liner) comment(at Target) string {
	text := l.head() + l.body(at)
	for l.in(3) {
		text = l.broken(text)
	}
	if l.in(6) {
		text += one(l, []string{" ", "\t", "\r", "\r\n", "  "})
	}
	return text
}

func (l liner) head() string {
	if l.in(20) {
		return one(l, []string{"// tool:", "//tool: ", "//Tool:", "//tools:", "/*tool:", "//tool", "//TOOL:", "// +tool:", "//tool;", "///tool:", "//go:"})
	}
	return "//tool:"
}

func (l liner) body(at Target) string {
	forms := []Definition{}
	for _, d := range Definitions() {
		if d.Form != Keys && (slices.Contains(d.On, at) || l.in(40)) {
			forms = append(forms, d)
		}
	}
	if len(forms) == 0 || !l.in(3) && at != OnPackage {
		return l.entries(at)
	}
	d := one(l, forms)
	gap := l.gap()
	switch d.Form {
	case Param:
		return "param" + gap + l.names() + l.gap() + l.entries(OnParam)
	case Result:
		return "result" + gap + l.entries(OnResult)
	case Example:
		return "example" + one(l, []string{gap, "="}) + l.json(2)
	case Limitation:
		return "limitation" + gap + one(l, []string{"covers Europe only", `"quoted text"`, "`raw`", "日本 only", l.word()})
	case Allow:
		return "allow" + gap + one(l, []string{"K14", "D1", "T22", "d1", "X99", "k14", l.word()}) + gap + one(l, []string{"a reason", "", l.word()})
	case Enum:
		return "enum" + gap + l.entries(OnEnum)
	case Union:
		return "union" + gap + one(l, []string{l.names() + " ", ""}) + l.entries(OnUnion)
	case Skip:
		return "skip" + one(l, []string{"", "", gap, gap + l.word()})
	case Defaults:
		return "defaults" + gap + l.entries(OnPackage)
	case Schema:
		return "schema" + gap + l.json(2)
	case Map:
		return "map" + gap + one(l, []string{"example.com/geo.Point", "time.Time", "geo", "a/b", "."}) + "=" + l.json(1)
	}
	return d.Name + gap + l.word()
}

// entries are up to four keys of a target, now and then of another.
func (l liner) entries(at Target) string {
	if l.in(12) {
		at = Target(l.IntN(int(OnUnion) + 1))
	}
	var keys []Definition
	for _, d := range Definitions() {
		if d.Form == Keys && slices.Contains(d.On, at) && (d.Later == "" || l.in(10)) {
			keys = append(keys, d)
		}
	}
	if len(keys) == 0 {
		return one(l, []string{"", l.word()})
	}
	var parts []string
	for n := 1 + l.IntN(4)*l.IntN(2); n > 0; n-- {
		parts = append(parts, l.entry(one(l, keys)))
	}
	return strings.Join(parts, l.gap())
}

func (l liner) entry(d Definition) string {
	name := d.Name
	if strings.HasPrefix(name, "items.") {
		name = strings.Repeat("items.", 1+l.IntN(3)) + one(l, []string{"min", "max", "pattern", "unique", "enum", "format", "nullable", "set", "encoding", "name", "nonsense"})
	}
	switch {
	case l.in(30):
		name = l.broken(name)
	case l.in(30):
		name = strings.ToUpper(name[:1]) + name[1:]
	}
	if d.Kind == Flag && !l.in(3) {
		return name
	}
	return name + one(l, []string{"=", "=", "=", "=", "=", "=", "=", " ", "= ", ":="}) + l.value(d)
}

// value is mostly one of the key's kind.
func (l liner) value(d Definition) string {
	kind := d.Kind
	if l.in(15) {
		kind = ValueKind(l.IntN(int(Value) + 1))
	}
	switch kind {
	case Flag:
		return one(l, []string{"true", "false", "true", "false", "yes"})
	case Text:
		return l.text()
	case Name:
		return one(l, []string{"get_forecast", "a-b", "get", "list_2", "9", "Ünder", strings.Repeat("n", 60+l.IntN(10)), l.word()})
	case Ident:
		return one(l, []string{"Tools", "AgentTools", "tools", "Tool-s", "Überall"})
	case OneOf:
		if d.Values != nil {
			return l.quoted(one(l, d.Values))
		}
	case List:
		var items []string
		for range 1 + l.IntN(3) {
			if d.Values != nil {
				items = append(items, l.quoted(one(l, d.Values)))
			} else {
				items = append(items, l.text())
			}
		}
		return strings.Join(items, one(l, []string{",", ",", ",", ",", ", ", "|", ",,"}))
	case NameList:
		return strings.Join([]string{one(l, []string{"id", "name", "ID"}), l.text(), one(l, []string{"slug", "a b", "", l.word()})}, one(l, []string{";", ";", ";", ",", "; "}))
	case Int:
		return one(l, []string{"0", "3", "12", "-1", "007", "1e3", "9223372036854775808"})
	case Duration:
		return one(l, []string{"250ms", "1h30m", "2s", "5", "0s", "-1s", "PT1H", "1µs"})
	case Size:
		return one(l, []string{"4096", "64KiB", "10MiB", "2GiB", "8388608TiB", "1KB", "-1"})
	case JSON:
		return l.json(2)
	}
	return one(l, []string{l.number(), l.text(), l.json(1), "2026-01-02T03:04:05Z", "1h"})
}

func (l liner) quoted(word string) string {
	if l.in(8) {
		return strconv.Quote(word)
	}
	return word
}

func (l liner) number() string {
	return one(l, []string{"0", "1", "-3", "0.5", "1e3", "01", "1.", ".5", "9007199254740993", "1e400", "NaN"})
}

func (l liner) text() string {
	if !l.in(4) {
		return one(l, []string{"asc", "Paris", `"two words"`, "`^[a-z]{2,8}$`", "https://example.com/a?b=c#d", `"\u00e9\n"`})
	}
	return one(l, []string{
		l.word(), "asc", "Paris", `"two words"`, "`^[a-z]{2,8}$`", "https://example.com/a?b=c#d", `"\u00e9\n"`, `"`, "`", "'x'", `""`, "a=b", "x/y:z", `"a"b`, `"\x"`, `"\xff"`, "“q”",
	})
}

func (l liner) names() string {
	var names []string
	for range 1 + l.IntN(3)*l.IntN(2) {
		names = append(names, one(l, []string{"days", "city", "user_id", "名前", "*Scroll", "geo.Line", `"Pair[string,int]"`, `"a b"`, l.word()}))
	}
	return strings.Join(names, one(l, []string{",", ",", ",", ", ", " "}))
}

func (l liner) json(depth int) string {
	if depth > 0 && !l.in(3) {
		if l.in(2) {
			return fmt.Sprintf(`{"type":%s,%q:%s}`, l.json(depth-1), l.word(), l.json(depth-1))
		}
		return fmt.Sprintf(`[%s, %s]`, l.json(depth-1), l.json(depth-1))
	}
	return one(l, []string{`"string"`, "1", "-0.5e3", "true", "null", "{}", "[]", `"a b"`, `"\ud800"`, `{"a":1`, "[1,]", "'x'", "{} x", `{"a":{"b":[]}}`})
}

func (l liner) gap() string {
	if l.in(25) {
		return one(l, []string{"", "\u00a0", "\n"})
	}
	return one(l, []string{" ", " ", " ", "  ", "\t"})
}

// word is any text without a gap.
func (l liner) word() string {
	const runes = "abcxyzABC019_-.,=:/*#$%&'\"`{}[]()<>|\\éß日\u200b\u202e"
	all := []rune(runes)
	word := make([]rune, 1+l.IntN(6))
	for i := range word {
		word[i] = one(l, all)
		if !l.in(4) {
			word[i] = one(l, all[:10])
		}
	}
	return string(word)
}

// broken changes one place of a text: any byte may come or go, and a part may come twice.
func (l liner) broken(text string) string {
	at, to := l.IntN(len(text)+1), l.IntN(len(text)+1)
	at, to = min(at, to), max(at, to)
	switch l.IntN(6) {
	case 0:
		return text[:at] + text[to:]
	case 1:
		return text[:to] + text[at:]
	case 2:
		return text[:at] + string([]byte{byte(l.IntN(256))}) + text[at:]
	case 3:
		return text[:at] + one(l, []string{" ", "=", ",", `"`, "`", "\\", "{", "]", "\x00", "\u00a0", "\n", "items."}) + text[at:]
	case 4:
		return text[:at] + l.word() + text[to:]
	}
	return text[:at]
}
