package law

import (
	"context"
	"fmt"
	"maps"
	goruntime "runtime"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// engine is what holding one subject to the law needs.
type engine struct {
	subject Subject
	schema  *schema
	input   *judge
	output  *judge // nil where the tool has no output schema
	allowed map[X]bool
	formats map[string]*judge    // of formats, made when they are asked for
	pool    map[*schema][]string // texts that were taken, by place
	good    []string             // texts that the type's own parser takes
}

func newEngine(s Subject) *engine {
	spec := s.Tool.Spec()
	e := &engine{subject: s, allowed: map[X]bool{}, formats: map[string]*judge{}, pool: map[*schema][]string{}}
	for _, x := range slices.Concat(always, s.Allowed) {
		e.allowed[x] = true
	}
	must := func(err error, what string) {
		if err != nil {
			panic(fmt.Sprintf("%s: %s schema: %v", spec.Name, what, err))
		}
	}
	var err error
	e.input, err = newJudge(spec.Input)
	must(err, "input")
	e.schema, err = parseSchema(spec.Input)
	must(err, "input")
	if spec.Output != "" {
		e.output, err = newJudge(spec.Output)
		must(err, "output")
	}
	for _, t := range samples {
		if s.Parse != nil && s.Parse(t) == nil {
			e.good = append(e.good, t)
		}
	}
	return e
}

// arguments makes one case.
func (e *engine) arguments(r source) ([]byte, []madeText) {
	m := &maker{source: r, pool: e.pool, good: e.good, deprecated: e.subject.Deprecated, size: 60}
	way := r.IntN(100)
	if 40 <= way && way < 70 {
		m.wrong = 3 + r.IntN(20)
	}
	if r.chance(30) {
		m.size = 2000
	}
	v := m.value(e.schema, 1)
	if e.allowed[X9] && r.chance(2) {
		for range 1 + r.IntN(3) {
			m.misspell(v)
		}
		if r.chance(8) {
			v = &node{kind: object, keys: []string{one(r, "arguments", "parameters", "input", "args")}, items: []*node{v}}
		}
	}
	if 70 <= way && way < 92 {
		for range 1 + r.IntN(3) {
			m.mutate(v)
		}
	}
	if 92 <= way && way < 94 {
		v = r.any(4)
	}
	var as speller = plain{}
	if r.chance(3) {
		as = fancy{r}
	}
	b := v.append(nil, as)
	if way >= 94 {
		b = r.damage(b)
	}
	return b, m.made
}

// maxPool is how many texts of one place are kept.
const maxPool = 64

// remember keeps texts that the decoder has taken, so that later cases get past it more often.
func (e *engine) remember(made []madeText) {
	for _, t := range made {
		if pool := e.pool[t.s]; len(pool) < maxPool && len(t.text) < 200 && !slices.Contains(pool, t.text) {
			e.pool[t.s] = append(pool, t.text)
		}
	}
}

// outcome is what came of one case.
type outcome struct {
	valid, accepted bool
	exceptions      []X
	judge, decoder  string
	why             string // "" where the law holds
}

// execute runs the tool. A panic is its error, unless the function behind the decoder panics, which is none of the law's.
func (e *engine) execute(arguments []byte) (result runtime.Result, panicked any) {
	defer func() {
		if panicked = recover(); panicked != nil && inFunction() {
			result, panicked = runtime.Result{Err: runtime.NewError(runtime.ClassInternal, "a panic")}, nil
		}
	}()
	return e.subject.Tool.Execute(context.Background(), slices.Clone(arguments)), nil
}

// inFunction reports, while a panic is recovered from, whether it came from a tool's own function.
func inFunction() bool {
	var callers [64]uintptr
	frames := goruntime.CallersFrames(callers[:goruntime.Callers(3, callers[:])])
	for more := true; more; {
		var frame goruntime.Frame
		frame, more = frames.Next()
		if !strings.HasPrefix(frame.Function, "runtime.") {
			return !strings.HasSuffix(frame.File, "/zz_tools.go") && !strings.Contains(frame.Function, "/toolgen/runtime")
		}
	}
	return false
}

// unread are the classes of what may stop a call before its arguments are read.
var unread = []runtime.Class{
	runtime.ClassTimeout, runtime.ClassCanceled, runtime.ClassUnavailable, runtime.ClassResourceExhausted, runtime.ClassSkipped,
}

// hold compares the judges with the tool on one case.
func (e *engine) hold(arguments []byte) (o outcome) {
	result, panicked := e.execute(arguments)
	if panicked != nil {
		return outcome{why: "a panic", decoder: fmt.Sprint(panicked)}
	}
	if result.Err != nil && slices.Contains(unread, result.Err.Class) {
		return outcome{}
	}
	o.accepted = result.Err == nil || result.Err.Class != runtime.ClassInvalidArguments
	if o.decoder = "accepted"; !o.accepted {
		o.decoder = result.Err.Message
		if o.why = wellFormed(result.Err); o.why != "" {
			return o
		}
	} else if o.why = e.promised(result); o.why != "" {
		return o
	}
	v, err := read(arguments)
	if blank := strings.Trim(string(arguments), " \t\r\n"); blank == "" || blank == "null" { // J1
		v, err = &node{kind: object}, nil
	}
	if err != nil {
		if o.judge = "no JSON: " + err.Error(); o.accepted {
			o.why = "the decoder takes what is no JSON"
		}
		return o
	}
	faults := e.input.faults(v)
	o.valid, o.judge = len(faults) == 0, saysAll(faults)
	switch {
	case o.valid && o.accepted:
		if root := (place{v: v}); root.anywhere(func(p place) bool { return p.v.repeats() }) {
			o.why = "a key that comes twice is taken"
		}
	case o.accepted:
		e.explainTaken(v, result, &o)
	default:
		e.explainRefused(v, faults, result.Err.Problems, len(arguments), &o)
	}
	return o
}

func saysAll(faults []fault) string {
	if len(faults) == 0 {
		return "valid"
	}
	var lines []string
	for _, f := range faults {
		lines = append(lines, f.String())
	}
	return strings.Join(lines, "\n")
}

// promised holds a result against the output schema (O20).
func (e *engine) promised(result runtime.Result) string {
	if e.output == nil || result.Err != nil {
		return ""
	}
	v, err := read(result.JSON)
	if err != nil {
		return "the result is no JSON: " + err.Error()
	}
	if faults := e.output.faults(v); len(faults) > 0 {
		return fmt.Sprintf("the result is not valid under the output schema: %s: %s", v, saysAll(faults))
	}
	return ""
}

// wellFormed holds the answer of a refusal against its own rules (Q5).
func wellFormed(err *runtime.Error) string {
	if n := len(err.Problems); n == 0 || n > 10 {
		return fmt.Sprintf("the answer lists %d problems", n)
	}
	for _, p := range err.Problems {
		if p.Path == "" || p.Message == "" || strings.ContainsAny(p.Message, "\n\r") {
			return fmt.Sprintf("a problem is not one line with a path: %q", p)
		}
	}
	return ""
}

// explainTaken looks for what makes the decoder take what is not valid.
func (e *engine) explainTaken(v *node, result runtime.Result, o *outcome) {
	mended, used := e.looser(v)
	if faults := e.input.faults(mended); len(faults) > 0 {
		o.why = "the decoder takes what is not valid"
		o.judge = saysAll(faults)
		return
	}
	if used[X9] && len(result.Notes) == 0 {
		o.why = "a value was put right without a note"
	}
	o.exceptions = slices.Sorted(maps.Keys(used))
}

// explainRefused holds every problem that the decoder names against the place that it names, and every fault that the judge
// finds against the problems.
func (e *engine) explainRefused(v *node, faults []fault, problems []runtime.Problem, size int, o *outcome) {
	if size > 1<<20 {
		o.exceptions = []X{X13}
		return
	}
	if v.depth() > maxDepth {
		// What lies too deep is not read, nor is what comes behind it.
		o.exceptions = []X{X13}
		return
	}
	mended, _ := e.looser(v)
	left := e.input.faults(mended)
	all := slices.Concat(faults, left)
	if e.allowed[X9] && wrapped(v) {
		all = append(all, e.input.faults(v.items[0])...) // the object around the arguments was left out (L12)
	}
	explained := map[X]bool{}
	var named [][]string // places
	for _, problem := range problems {
		places := e.find(problem.Path, v)
		if len(places) == 0 {
			o.why = fmt.Sprintf("no value is at %s", problem.Path)
			return
		}
		wrong, why := false, []X(nil)
		for _, p := range places {
			named = append(named, p.at)
			wrong = wrong || slices.ContainsFunc(all, func(f fault) bool {
				coerced := e.allowed[X9] && f.keyword == "type" // what was read in place of the value may be wrong inside
				return f.speaksOf(p.at) || coerced && below(p.at, f.at)
			})
			why = append(why, e.stricter(p)...)
		}
		switch {
		case wrong:
		case len(why) == 0:
			o.why = fmt.Sprintf("nothing is wrong at %s", problem.Path)
			return
		default:
			explained[why[0]] = true
		}
	}
	o.exceptions = slices.Sorted(maps.Keys(explained))
	if len(problems) == 10 || e.allowed[X9] {
		return // there may be more, or they lie inside a text
	}
	for _, f := range left {
		if slices.ContainsFunc(named, f.speaksOf) || slices.ContainsFunc(named, func(at []string) bool { return below(at, f.at) }) {
			continue
		}
		if n := len(f.at); n > 0 && slices.ContainsFunc(named, func(at []string) bool { return below(f.at, at) && e.skips(at, left) }) {
			continue
		}
		o.why = fmt.Sprintf("the decoder does not say what is wrong at %s", f)
		return
	}
}

// skips reports whether what lies in a place need not be read to the end: items beyond a fixed length, and the values of
// keys that are none.
func (e *engine) skips(at []string, faults []fault) bool {
	return e.allowed[X14] || slices.ContainsFunc(faults, func(f fault) bool {
		return slices.Equal(f.at, at) && (f.keyword == "maxItems" || f.keyword == "propertyNames")
	})
}

// speaksOf reports whether a fault is about a place: it is there, or the fault is about everything below.
func (f fault) speaksOf(at []string) bool {
	if slices.Equal(f.at, at) {
		return true
	}
	switch f.keyword {
	case "anyOf", "oneOf", "allOf", "not", "uniqueItems", "propertyNames":
		return below(at, f.at)
	}
	return false
}

// below reports whether a place lies inside another.
func below(at, around []string) bool {
	return len(at) >= len(around) && slices.Equal(at[:len(around)], around)
}
