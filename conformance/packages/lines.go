package packages

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// toolLines are the lines about the tool itself, and its name.
func (w *world) toolLines(name, receiver string, params []*param, isSnake, hasContext bool) (string, []string) {
	tool := snake(name)
	if receiver != "" {
		tool = snake(receiver) + "_" + tool
	}
	var keys []string
	if w.in(2) || strings.Trim(tool, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" || w.tools[strings.ReplaceAll(tool, "_", "")] {
		tool = of(w.random, "get_forecast", "search", "save", "list", "do_it", "type", "string", "error", "x", "run", "3d_view", "codec", "runtime_tool")
		for n := 2; w.tools[strings.ReplaceAll(tool, "_", "")]; n++ {
			tool = strings.TrimRight(tool, "0123456789") + strconv.Itoa(n)
		}
		keys = append(keys, "name="+tool)
	}
	w.tools[strings.ReplaceAll(tool, "_", "")] = true
	maybe := func(n int, key string) {
		if w.in(n) {
			keys = append(keys, key)
		}
	}
	maybe(12, "title="+strconv.Quote(w.sentence()))
	maybe(12, "description="+strconv.Quote(w.sentence()))
	maybe(8, "category="+of(w.random, "execution", "network", "agent", "specialized"))
	maybe(3, "access="+of(w.random, "public", "trusted", "admin", "system"))
	maybe(12, "permissions=fs.read,fs.write")
	switch w.IntN(8) {
	case 0:
		keys = append(keys, of(w.random, "readonly", "readonly=true"))
		maybe(2, "retries=2 backoff=1ms")
		if !slices.ContainsFunc(params, func(p *param) bool { return p.role == "injected" }) {
			maybe(2, "cache=1m")
		}
	case 1:
		keys = append(keys, of(w.random, "destructive", "destructive=false", "readonly=false"))
	}
	// What wrappers hold back must not be what the law takes for an answer: the bounds are wide.
	switch w.IntN(10) {
	case 0:
		keys = append(keys, "timeout=50s")
		if !hasContext || w.in(3) {
			keys = append(keys, "hard")
		}
	case 1:
		if hasContext {
			keys = append(keys, "attempt=20s")
		}
	}
	maybe(16, "rate=1000000/s")
	maybe(16, "concurrency=64")
	maybe(16, "maxoutput=10MiB")
	maybe(16, "errors="+of(w.random, "opaque", "shown"))
	maybe(16, "estcpu=10ms")
	maybe(12, "strict="+of(w.random, "auto", "on", "off"))
	maybe(8, of(w.random, "idempotent", "idempotent=false"))
	maybe(8, of(w.random, "openworld=false", "openworld"))
	maybe(12, "esttime=2s")
	maybe(12, "estmemory=64MiB")
	maybe(12, "depends=external:git,external:network")
	maybe(16, "deprecated")
	maybe(16, "hidden")
	maybe(12, "keepname")
	if w.in(12) {
		keys = append(keys, "go="+w.name(w.home, "Named"+strings.ReplaceAll(tool, "_", "")))
	}
	maybe(10, "unknown="+of(w.random, "refuse", "ignore", "warn"))
	maybe(8, "coerce="+of(w.random, "json", "number,bool", "empty,wrapper", "none", "json,number,bool,scalar-to-string,enum,single,empty,wrapper"))
	w.noteCoercions(keys)
	if isSnake {
		keys = append(keys, "names=snake")
	}
	if len(keys) == 0 {
		keys = append(keys, "access=public")
	}
	lines := w.split(keys)
	maybeLine := func(n int, line string) {
		if w.in(n) {
			lines = append(lines, line)
		}
	}
	maybeLine(10, "limitation "+w.sentence())
	maybeLine(10, "allow D1 "+w.sentence())
	if strings.HasPrefix(lines[0], "name=") && w.in(3) {
		lines[0] = "name " + strings.TrimPrefix(lines[0], "name=")
	}
	return tool, lines
}

func (w *world) noteCoercions(keys []string) {
	for _, key := range keys {
		if words, ok := strings.CutPrefix(key, "coerce="); ok {
			w.coercions = append(w.coercions, strings.Split(words, ",")...)
		}
	}
}

// example writes a line of example arguments, where every one can be written down.
func (w *world) example(params []*param) {
	var parts []string
	for _, p := range params {
		if p.role == "injected" || p.variadic {
			continue
		}
		sample := p.sample
		if sample == "" {
			sample = p.typ.json(w.random, false)
		}
		if p.role == "flat" || p.role == "root" || p.typ.has(union, coded, own, free, option, null) || sample == "" || strings.Contains(sample, ":,") {
			return
		}
		parts = append(parts, fmt.Sprintf("%q:%s", p.wire, sample))
	}
	w.line("//tool:example {%s}", strings.Join(parts, ","))
}

// header writes the package comment with the defaults of the package.
func (w *world) header() {
	later := w.home.header.pieces
	w.home.header.pieces = nil
	w.at, w.numbers = &w.home.header, nil
	if w.in(2) {
		w.line("// Package %s %s.", w.home.name, w.sentence())
	}
	var keys []string
	maybe := func(n int, key string) {
		if w.in(n) {
			keys = append(keys, key)
		}
	}
	maybe(8, "access="+of(w.random, "public", "trusted"))
	maybe(8, "category=network")
	maybe(8, "unknown="+of(w.random, "ignore", "warn"))
	maybe(8, "coerce="+of(w.random, "json", "number,bool", "none"))
	maybe(8, "openworld=false")
	maybe(8, "keepname")
	maybe(12, "func=AgentTools")
	maybe(12, "docs=optional")
	maybe(32, "providers="+of(w.random, "openai", "responses,anthropic", "gemini", "gemini-legacy", "bedrock,mistral", "ollama"))
	w.noteCoercions(keys)
	if w.snake {
		keys = append(keys, "names=snake")
	}
	if len(keys) > 0 {
		w.line("//\n//tool:defaults %s", strings.Join(keys, " "))
	}
	w.home.header.pieces = append(w.home.header.pieces, later...)
	w.end()
}

// spelledWire is a parameter's JSON name as a directive line writes it.
func (w *world) spelledWire(p *param) string {
	if strings.Trim(p.wire, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
		return p.name
	}
	return p.wire
}

func (w *world) lineOrder(lines []string) []string {
	w.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	return lines
}

// split writes keys on one line or on several.
func (w *world) split(keys []string) []string {
	if len(keys) > 1 && w.in(3) {
		return []string{keys[0], strings.Join(keys[1:], " ")}
	}
	if len(keys) == 0 {
		return nil
	}
	return []string{strings.Join(keys, " ")}
}
