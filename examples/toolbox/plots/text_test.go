package plots

import (
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
)

// safe are the elements and attributes that an SVG of ours has; none of them runs or loads anything.
var safe = map[string]string{
	"svg":    " viewBox xlink xmlns ",
	"path":   " d style stroke-dasharray ",
	"circle": " cx cy r style ",
	"text":   " x y style transform ",
}

// textsOf parses an SVG as a strict reader of XML does and returns the texts in it. All else in it must be safe.
func textsOf(t testing.TB, svg string) (texts []string) {
	t.Helper()
	in := xml.NewDecoder(strings.NewReader(svg))
	inText := false
	for {
		token, err := in.Token()
		if err == io.EOF {
			return texts
		}
		if err != nil {
			t.Fatalf("%v: %s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			attributes, ok := safe[token.Name.Local]
			if !ok {
				t.Fatalf("an element %s: %s", token.Name.Local, svg)
			}
			for _, a := range token.Attr {
				if !strings.Contains(attributes, " "+a.Name.Local+" ") || strings.Contains(a.Value, "url(") || strings.Contains(a.Value, "script") {
					t.Fatalf("%s has an attribute %s=%q", token.Name.Local, a.Name.Local, a.Value)
				}
			}
			if inText = token.Name.Local == "text"; inText {
				texts = append(texts, "")
			}
		case xml.EndElement:
			inText = false
		case xml.CharData:
			if !inText {
				t.Fatalf("text outside of texts: %q", token)
			}
			texts[len(texts)-1] += string(token)
		default:
			t.Fatalf("%T in %s", token, svg)
		}
	}
}

// everywhere is a chart that has a text in each place there is.
func everywhere(kind, text string) Object {
	args := Object{"kind": kind, "title": text, "width": 2000, "height": 1000, "format": "svg"}
	series := Object{"name": text, "values": []int{1, 2}}
	switch kind {
	case "scatter":
		series["x"] = []int{1, 2}
	case "line", "bar":
		args["labels"] = []string{text, "b"}
	case "pie":
		args["labels"] = []string{text, "b"}
	}
	if kind != "pie" {
		args["x_title"], args["y_title"] = text, text
	}
	args["series"] = []Object{series}
	return args
}

// The attacks of whoever can choose a text that is drawn: in the SVG it is text, and nothing else.
func TestAttacks(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"script", `<script>alert(1)</script>`, ""},
		{"end of text", `</text><image href="x" onerror="alert(1)"/>`, ""},
		{"end of everything", `</text></svg><svg onload="alert(1)">`, ""},
		{"quotes", `" onload="alert(1)" x='`, ""},
		{"entity", `&lt;b&gt; &#60; &amp; &`, ""},
		{"own entity", `<!ENTITY x SYSTEM "file:///etc/passwd">&x;`, ""},
		{"CDATA", `]]><![CDATA[ <b>`, ""},
		{"comment", `--><!-- x`, ""},
		{"instruction", `<?xml-stylesheet href="x"?>`, ""},
		{"style", `';fill:url(http://example.com/x)`, ""},
		{"template", `${x} {{x}} %s %n`, ""},
		{"newlines", "one\ntwo\r\nthree\u2028four\tfive", "one two three four five"},
		{"control characters", "a\x00b\x01\x1b[31mc\x7f\u0085d", "a b [31mc d"},
		{"bidi", "1\u202e2\u202c\u20663\u2069\u200e\u200f4", "1234"},
		{"invisible", "a\u200b\ufeff\u00ad\U000e0041b\ue000\ufffe\ufdd0\U0001ffffc", "abc"},
		{"joiners stay", "👩\u200d💻 می\u200cخواهم", ""},
		{"spaces", "  a \u00a0 b  ", "a b"},
		{"nothing is left", "\u202e\n", ""},
	} {
		if c.want == "" && c.name != "nothing is left" {
			c.want = c.text
		}
		t.Run(c.name, func(t *testing.T) {
			for _, kind := range []string{"line", "bar", "scatter", "pie", "histogram"} {
				got := Want[Plotted](t, ask(t, everywhere(kind, c.text)))
				texts := textsOf(t, got.SVG)
				for i, text := range texts {
					texts[i] = strings.TrimSuffix(text, " 33.3%")
				}
				times := map[string]int{"line": 5, "bar": 5, "scatter": 4, "pie": 2, "histogram": 4}[kind]
				if n := count(texts, c.want); n != times && c.want != "" {
					t.Errorf("%s: %q is %d times in %q, want %d", kind, c.want, n, texts, times)
				}
				if changed := c.want != c.text; changed != (got.Notes != nil) {
					t.Errorf("%s: notes %v", kind, got.Notes)
				}
			}
		})
	}
}

func count(texts []string, text string) (n int) {
	for _, t := range texts {
		if t == text {
			n++
		}
	}
	return n
}

// The law: whatever the texts are, the picture is one, an SVG is safe and has all of them as they can be drawn, or shortened and noted.
func FuzzTexts(f *testing.F) {
	for _, text := range []string{"a", "", " ", "</text>", "&amp;", "]]>", "\u202e", "日本語", "👩\u200d💻", strings.Repeat("W", 100), "\x00"} {
		f.Add(text, uint8(0), uint16(800))
	}
	f.Fuzz(func(t *testing.T, text string, which uint8, width uint16) {
		if !utf8.ValidString(text) {
			t.Skip("JSON has no such text")
		}
		if r := []rune(text); len(r) > 100 {
			text = string(r[:100])
		}
		kind := []string{"line", "bar", "scatter", "pie", "histogram"}[which%5]
		args := everywhere(kind, text)
		args["width"], args["height"] = 320+int(width)%700, 200
		got := Want[Plotted](t, ask(t, args))
		texts := textsOf(t, got.SVG)
		if line := oneLine(text); line != "" && !slices.ContainsFunc(got.Notes, func(n Note) bool { return n.Path == "title" && strings.HasPrefix(n.Note, "shortened") }) {
			if !slices.Contains(texts, line) {
				t.Errorf("%q is not in %q", line, texts)
			}
		}
		for _, text := range texts {
			if strings.ContainsFunc(text, unicode.IsControl) {
				t.Errorf("a control character: %q", text)
			}
		}
		args["format"] = "png"
		pixels(t, ask(t, args).Parts[0].Data)
	})
}

// What the fonts have, and what a model is told of the rest.
func TestFonts(t *testing.T) {
	for _, c := range []struct{ name, text, missing string }{
		{"Latin", "Grüße, naïve façade, Łódź, Hà Nội, ĳ", ""},
		{"Greek", "Ελληνικά Ω", ""},
		{"Cyrillic", "Привет, Україна, ѓ", ""},
		{"symbols", "€ £ ₿ ° ± × ≤ ≥ ≠ ∞ √ → ← ↑ ■ ● ★ ✓ “”‘’–—…", ""},
		{"CJK", "東京 a 東", "東京"},
		{"Hangul", "서울", "서울"},
		{"Hebrew", "שלום", "שלום"},
		{"Arabic", "سلام", "سلام"},
		{"Devanagari", "नम", "नम"},
		{"Thai", "กข", "กข"},
		{"emoji", "😀", "😀"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := Object{"kind": "bar", "title": c.text, "width": 2000, "series": []Object{{"values": []int{1}}}}
			notes := Want[Plotted](t, ask(t, args)).Notes
			switch {
			case c.missing == "" && notes != nil:
				t.Errorf("%v", notes)
			case c.missing != "" && (len(notes) != 1 || notes[0].Path != "title" || !strings.Contains(notes[0].Note, "lack "+c.missing+",")):
				t.Errorf("%v, want %s", notes, c.missing)
			}
			args["format"] = "svg"
			if got := Want[Plotted](t, ask(t, args)); got.Notes != nil || !slices.Contains(textsOf(t, got.SVG), c.text) {
				t.Errorf("svg: %v", got.Notes)
			}
		})
	}
}
