package code

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// A program that imports this package becomes the process of a call when it is started under that name, before its main and before
// the packages that import this one are set up. There is nothing to call for it, and so nothing to forget.
func init() {
	if len(os.Args) > 0 && os.Args[0] == processName {
		os.Exit(work())
	}
}

// maxStack is how many bytes of stack the parser and the type checker may need for one expression. What is nested deeper ends the
// process, and not this one's host.
const maxStack = 256 << 20

func work() int {
	in := bufio.NewReader(os.Stdin)
	line, err := in.ReadBytes('\n')
	if err != nil {
		return 2
	}
	var o order
	if err := json.Unmarshal(line, &o); err != nil {
		return 2
	}
	if err := limit(o.Memory); err != nil {
		_, _ = os.Stderr.WriteString("limit: " + err.Error())
		return 2
	}
	debug.SetMaxStack(maxStack)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() { // whoever asked is gone, or no longer wants to know
		_, _ = io.Copy(io.Discard, in)
		cancel()
		time.Sleep(time.Second) // for the go command to end; type-checking and analyzers know of no end
		os.Exit(2)
	}()
	w := worker{order: o, ctx: ctx, hide: hider(o)}
	w.run()
	data, err := json.Marshal(w.answer)
	if err != nil {
		return 2
	}
	if _, err := os.Stdout.Write(data); err != nil {
		return 2
	}
	return 0
}

// worker does the work of a call.
type worker struct {
	order
	ctx    context.Context
	hide   *strings.Replacer
	answer answer
}

func (w *worker) has(p Part) bool { return slices.Contains(w.Parts, p) }

// hider takes the folders of this machine out of messages.
func hider(o order) *strings.Replacer {
	pairs := []string{o.Dir + string(filepath.Separator), "", o.Dir, "."}
	for i := 0; i+1 < len(o.Hide); i += 2 {
		if o.Hide[i] != "" {
			pairs = append(pairs, o.Hide[i], o.Hide[i+1])
		}
	}
	return strings.NewReplacer(pairs...)
}

// maxText is how many bytes a message or a signature has.
const maxText = 600

// text is a text that was made from what a module says, in one line and of bounded length.
func (w *worker) text(s string) string {
	s = w.hide.Replace(strings.ToValidUTF8(s, "\uFFFD"))
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' || r == '\t' }), " ")
	if len(s) > maxText {
		end := maxText
		for !utf8.RuneStart(s[end]) {
			end--
		}
		s = s[:end] + "…"
	}
	return s
}

// path is a file of the copy as results show it; ok says whether it is one.
func (w *worker) path(name string) (path string, ok bool) {
	rel, err := filepath.Rel(w.Dir, name)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

func (w *worker) run() {
	files := w.parse()
	if w.ctx.Err() != nil {
		return
	}
	if w.has(Complexity) {
		w.complexity(files)
	}
	if w.has(Symbols) {
		w.symbols(files)
	}
	if w.has(Imports) {
		w.imports(files)
	}
	if w.has(Vet) {
		w.vet(files)
	}
}
