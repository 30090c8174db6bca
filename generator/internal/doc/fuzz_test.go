package doc

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// FuzzReadFunc: whatever a comment holds, reading it ends without a panic; no text holds a directive of ours, a control
// character besides newline and tab, or bytes that are no UTF-8; and gofmt changes nothing about it.
func FuzzReadFunc(f *testing.F) {
	for _, form := range forms {
		comment, _, _ := strings.Cut(form.src, "\nfunc ")
		f.Add(comment)
	}
	f.Add("// Search finds //tool:tool: ////tool:tool:x\n//\n//\t//tool:x\n//   - //tool:y")
	f.Add("// Search finds\n//\n// Args:\n// - query (//tool:x): see //tool:y\n//   and ///tool:z\n//\n// Returns: //tool:a")
	f.Add("/*\n\n*\n * 0*/")
	f.Add("/**\n\n */")
	f.Add("/* Search finds\n   //tool:name=x\n*/")
	f.Fuzz(func(t *testing.T, comment string) {
		src := "package a\n\n" + comment + "\nfunc Search(query string, limit int) (docs []string, err error)\n"
		doc, ok := fuzzRead(t, src)
		if !ok {
			t.Skip()
		}
		formatted, err := format.Source([]byte(src))
		if err != nil {
			t.Skip()
		}
		again, err := format.Source(formatted)
		if err != nil || string(again) != string(formatted) {
			t.Skip() // gofmt itself has not come to rest
		}
		other, ok := fuzzRead(t, string(formatted))
		if ok && doc.Description != other.Description {
			t.Fatalf("gofmt changes the description of\n%s\nfrom %q\nto   %q", comment, doc.Description, other.Description)
		}
	})
}

func fuzzRead(t *testing.T, src string) (doc Func, ok bool) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments)
	if err != nil || len(file.Decls) != 1 {
		return doc, false
	}
	fn, ok := file.Decls[0].(*ast.FuncDecl)
	if !ok || fn.Name.Name != "Search" {
		return doc, false
	}
	r := Reader{Fset: fset, Resolve: func(string) string { return "tool" }}
	doc = r.ReadFunc(fn.Doc, Subject{Name: "Search", Params: []string{"query", "limit"}, Results: []string{"docs"}})
	texts := []string{doc.Description, doc.Returns, doc.Deprecated, doc.FirstSentence, FirstSentence(doc.Returns)}
	for _, text := range doc.Params {
		texts = append(texts, text)
	}
	for _, text := range doc.Results {
		texts = append(texts, text)
	}
	x := NewIndex(fset, file)
	for n := range x.items {
		texts = append(texts, r.ReadItem(x.Of(n)).Text)
	}
	texts = append(texts, r.ReadType(fn.Doc, "Search").Text, r.ReadItem(Comments{above: fn.Doc, after: fn.Doc}).Text)
	for _, text := range texts {
		checkDocText(t, text)
	}
	return doc, true
}

func checkDocText(t *testing.T, text string) {
	t.Helper()
	if strings.Contains(text, "//tool:") {
		t.Fatalf("a directive leaked: %q", text)
	}
	if !utf8.ValidString(text) {
		t.Fatalf("no UTF-8: %q", text)
	}
	for _, r := range text {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || r == '\u200b' || r == '\u202e' {
			t.Fatalf("hidden %U in %q", r, text)
		}
	}
}

// FuzzDocIndex: any parameter list that parses has a place for every name, and gofmt changes none of the texts.
func FuzzDocIndex(f *testing.F) {
	for _, s := range signatures {
		if list, ok := strings.CutPrefix(s.src, "func F("); ok {
			f.Add(list)
		}
	}
	f.Fuzz(func(t *testing.T, list string) {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "a.go", "package a\n\nfunc F("+list+"\n", parser.ParseComments)
		if err != nil {
			t.Skip()
		}
		x := NewIndex(fset, file)
		r := Reader{Fset: fset}
		ast.Inspect(file, func(n ast.Node) bool {
			if _, ok := n.(*ast.BlockStmt); ok {
				return false
			}
			if fn, ok := n.(*ast.FuncType); ok {
				for _, field := range fn.Params.List {
					for _, name := range field.Names {
						c, found := x.items[name]
						if !found {
							t.Fatalf("%s is not indexed", name.Name)
						}
						checkDocText(t, r.ReadItem(c).Text)
					}
				}
			}
			return true
		})
	})
}
