package directive_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	. "github.com/toolgen/toolgen/generator/internal/directive"
)

// Laws of Parse, for any comment on any target:
//
//  1. It does not panic.
//  2. Every problem has 0 <= Start <= End <= len(comment), a code, a message of one line and a fix; problems come in order.
//  3. Every word lies inside the comment, and is there what it says.
//  4. A line without problems prints as a line that parses, without problems, to the same line, places apart.
//  5. Blanks and \r at the end change nothing.
//  6. A comment is a directive, or a near-miss, or neither; never the first two.
func FuzzParse(f *testing.F) {
	for _, c := range accepted {
		f.Add(c.line, uint8(c.at))
	}
	for _, c := range refused {
		f.Add(strings.NewReplacer("«", "", "»", "").Replace(c.line), uint8(c.at))
	}
	for _, c := range nearMisses {
		f.Add(c.comment, uint8(OnFunc))
	}
	for _, d := range Definitions() {
		f.Add(d.Example, uint8(d.On[0]))
	}
	f.Fuzz(func(t *testing.T, comment string, target uint8) {
		at := Target(target % uint8(OnUnion+1))
		checkLaws(t, comment, at)
		if !Is(comment) {
			checkLaws(t, "//tool:"+comment, at) // most mutations break the beginning
		}
	})
}

func checkLaws(t *testing.T, comment string, at Target) {
	line, problems := Parse(comment, at)
	checkProblems(t, comment, problems)
	for _, e := range line.Entries {
		checkEntry(t, comment, e)
	}
	for _, name := range line.Names {
		require.LessOrEqual(t, name.End, len(comment))
		require.Equal(t, name.Quoted, name.Text != comment[name.Start:name.End])
	}

	again, same := Parse(strings.TrimRight(comment, " \t\r\n")+" \t\r", at)
	require.Equal(t, line, again)
	require.Equal(t, problems, same)

	near, found := NearMiss(comment)
	require.False(t, found && Is(comment))
	if found {
		checkProblems(t, comment, []Problem{near})
	}

	if len(problems) > 0 {
		return
	}
	printed := line.String()
	again, problems = Parse(printed, at)
	require.Empty(t, problems, printed)
	require.Equal(t, withoutPlaces(line), withoutPlaces(again), printed)
	require.Equal(t, printed, again.String())
}

// The same laws for tags.
func FuzzParseTag(f *testing.F) {
	for _, c := range accepted {
		f.Add(strings.TrimPrefix(c.line, "//tool:"))
	}
	f.Fuzz(checkTagLaws)
}

func checkTagLaws(t *testing.T, tag string) {
	entries, problems := ParseTag(tag, OnField)
	checkProblems(t, tag, problems)
	var parts []string
	for _, e := range entries {
		checkEntry(t, tag, e)
		parts = append(parts, e.String())
	}
	if len(problems) > 0 {
		return
	}
	printed := strings.Join(parts, " ")
	again, problems := ParseTag(printed, OnField)
	require.Empty(t, problems, printed)
	require.Equal(t, withoutPlaces(Line{Entries: entries}), withoutPlaces(Line{Entries: again}))
}

func checkProblems(t *testing.T, comment string, problems []Problem) {
	last := 0
	for _, p := range problems {
		require.True(t, 0 <= p.Start && p.Start <= p.End && p.End <= len(comment), "%+v", p)
		require.LessOrEqual(t, last, p.Start)
		last = p.Start
		require.NotEmpty(t, p.Code)
		require.NotEmpty(t, p.Message)
		require.NotEmpty(t, p.Fix, p.Message)
		require.NotContains(t, p.Message, "\n")
		if utf8.ValidString(comment) {
			require.True(t, utf8.ValidString(p.Message) && utf8.ValidString(p.Fix), "%+v", p)
		}
	}
}

func checkEntry(t *testing.T, comment string, e Entry) {
	require.Equal(t, e.Key.Text, comment[e.Key.Start:e.Key.End])
	require.NotNil(t, e.Def)
	require.Empty(t, e.Def.Later, "nothing is taken in that has no effect")
	source := comment[e.Value.Start:e.Value.End]
	switch {
	case !e.HasValue:
		require.Equal(t, e.Key.Text, source)
		require.Equal(t, Flag, e.Def.Kind)
	case e.Value.Quoted:
		require.Contains(t, "\"`", source[:1])
		require.True(t, utf8.ValidString(e.Value.Text))
	default:
		require.Equal(t, e.Value.Text, source)
	}
}

func withoutPlaces(l Line) Line {
	clear := func(w *Word) { w.Start, w.End = 0, 0 }
	clear(&l.Text)
	clear(&l.Code)
	l.Names, l.Entries = append([]Word(nil), l.Names...), append([]Entry(nil), l.Entries...)
	for i := range l.Names {
		clear(&l.Names[i])
	}
	for i := range l.Entries {
		clear(&l.Entries[i].Key)
		clear(&l.Entries[i].Value)
	}
	return l
}
