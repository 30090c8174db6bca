package runtime

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/codec"
)

// Redacted is what stands in the place of a secret.
const Redacted = "[redacted]"

// unreadable stands in the place of arguments in which secrets cannot be found.
const unreadable = `"[unreadable]"`

// RedactArgs returns args with [Redacted] in the place of every value that spec says is secret, in compact form: what logs, audit
// records and observers may see. It fails closed. A key counts in any case and with any - and _, a secret of an object hides a text in
// the object's place, an array and an object may stand for each other, and arguments that are no JSON object are hidden as a whole. Without secrets, args are returned as they are.
func RedactArgs(spec *Spec, args []byte) []byte {
	if spec == nil || len(spec.Secrets) == 0 || len(args) == 0 {
		return args
	}
	shown, _ := redactArgs(spec, args)
	return shown
}

// RedactResult returns r without the secrets of the call that it is the result of: their values are replaced by [Redacted], with a
// note of kind "redacted", in Text, in the strings and numbers of JSON, in the texts and addresses of Parts, in the error's message
// and in Notes: as they are, as URLs and JSON spell them, in one line, where a text was cut the beginning that is left, and numbers in
// any spelling. JSON that is none is taken for text. What the problems of refused arguments say of a secret ends before the value.
// Values of less than four bytes are left, because they stand in every text; so is the cause of an error, which is for the host, and
// every other encoding, such as base64.
func RedactResult(spec *Spec, args []byte, r Result) Result {
	if len(spec.Secrets) == 0 {
		return r
	}
	_, values := redactArgs(spec, args)
	h := newHider(values)
	if r.Err != nil && len(r.Err.Problems) > 0 {
		r.Err = withoutGot(spec, r.Err, h)
	}
	if len(values) == 0 {
		return r
	}
	r.Text = h.text(r.Text)
	r.JSON = h.json(r.JSON)
	r.Parts = slices.Clone(r.Parts)
	for i := range r.Parts {
		r.Parts[i].Text, r.Parts[i].URI = h.text(r.Parts[i].Text), h.text(r.Parts[i].URI)
	}
	r.Notes = slices.Clone(r.Notes)
	for i := range r.Notes {
		r.Notes[i].Path, r.Notes[i].Text = h.text(r.Notes[i].Path), h.text(r.Notes[i].Text)
	}
	if r.Err != nil {
		if message := h.text(r.Err.Message); message != r.Err.Message {
			e := *r.Err
			e.Message = message
			r.Err = &e
		}
	}
	if h.hidden {
		r.Notes = append(r.Notes, Note{Kind: "redacted", Path: "result", Text: "a secret argument stood in the result"})
	}
	return r
}

// withoutGot returns an error whose problems say nothing of what came where a secret was to come.
func withoutGot(spec *Spec, err *Error, h *hider) *Error {
	secrets := parsePaths(spec.Secrets)
	e := *err
	e.Problems = slices.Clone(err.Problems)
	lines := make([]string, len(e.Problems))
	for i := range e.Problems {
		p := &e.Problems[i]
		at := parsePath(p.Path)
		if p.Path == "arguments" {
			at = nil // the whole
		}
		if slices.ContainsFunc(secrets, func(secret []step) bool { return related(secret, at) }) {
			p.Message = h.text(beforeGot(p.Message))
		}
		lines[i] = p.String()
	}
	e.Message = strings.Join(lines, "\n")
	return &e
}

// beforeGot is the part of a problem that says what was expected. What does not begin like the problems of the codec is in the words
// of a parser, which may repeat the value.
func beforeGot(message string) string {
	head, got, _ := strings.Cut(message, ", got ")
	head, _, _ = strings.Cut(head, "; got ")
	if kind, _, _ := strings.Cut(got, ";"); kind == "array" || kind == "object" || kind == "null" {
		head = message // which tells no value
	}
	for _, begin := range []string{"expected ", "must ", "missing ", "unknown key ", "duplicate key ", "not valid JSON "} {
		if strings.HasPrefix(head, begin) {
			return head
		}
	}
	return "is not accepted"
}

// A step is one step of the path to a secret.
type step struct {
	name string // of a property, folded
	kind stepKind
}

type stepKind uint8

const (
	property stepKind = iota
	items             // [] or an index
	entries           // *
	anywhere          // what could not be read
)

func (s step) meets(other step) bool {
	switch {
	case s.kind == anywhere || other.kind == anywhere:
		return true
	case s.kind == items || other.kind == items:
		return s.kind == other.kind
	case s.kind == entries || other.kind == entries:
		return true
	}
	return s.name == other.name
}

// related reports whether one path leads to, or through, the other.
func related(a, b []step) bool {
	for i := range min(len(a), len(b)) {
		if !a[i].meets(b[i]) {
			return false
		}
	}
	return true
}

func parsePaths(paths []string) [][]step {
	out := make([][]step, len(paths))
	for i, path := range paths {
		out[i] = parsePath(path)
	}
	return out
}

// parsePath reads a path as problems spell them, such as items[2].price and ["odd name"], in which [] is every item and * every
// entry. What it cannot read may be anything.
func parsePath(path string) (steps []step) {
	for path != "" {
		switch {
		case strings.HasPrefix(path, `["`):
			quoted, err := strconv.QuotedPrefix(path[1:])
			name, wrong := strconv.Unquote(quoted)
			if err != nil || wrong != nil || !strings.HasPrefix(path[1+len(quoted):], "]") {
				return append(steps, step{kind: anywhere})
			}
			steps = append(steps, step{name: fold(name)})
			path = path[len(quoted)+len("[]"):]
		case path[0] == '[':
			index, rest, closed := strings.Cut(path[1:], "]")
			if !closed || strings.Trim(index, "0123456789") != "" {
				return append(steps, step{kind: anywhere})
			}
			steps = append(steps, step{kind: items})
			path = rest
		default:
			path = strings.TrimPrefix(path, ".")
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			switch name := path[:end]; {
			case name == "*":
				steps = append(steps, step{kind: entries})
			case name == "" || strings.Contains(name, "…"):
				return append(steps, step{kind: anywhere})
			default:
				steps = append(steps, step{name: fold(name)})
			}
			path = path[end:]
		}
	}
	return steps
}

// redactArgs returns the arguments without their secrets, and the values that were hidden.
func redactArgs(spec *Spec, args []byte) (shown []byte, values []string) {
	c := codec.Open(args)
	var s secretSearch
	shown = s.object(make([]byte, 0, len(args)), &c, parsePaths(spec.Secrets), true)
	if c.Close() != nil {
		return []byte(unreadable), s.values
	}
	return shown, s.values
}

// A secretSearch walks over arguments along the paths to secrets.
type secretSearch struct{ values []string }

// shortest is how many bytes a value has at least that is looked for in texts.
const shortest = 4

// wrappers are the keys that models put the whole arguments behind (L12).
var wrappers = [...]string{"parameters", "arguments", "input"}

// object copies the object that comes next. paths lead to the secrets in it.
func (s *secretSearch) object(out []byte, c *codec.Cursor, paths [][]step, root bool) []byte {
	out = append(out, '{')
	begin := len(out)
	for c.Object(); c.Field(); {
		name := string(c.Key)
		below := follow(paths, step{name: fold(name)})
		for _, path := range paths {
			if len(path) > 0 && path[0].kind == items { // an object in the place of an array: each member may be an item
				below = append(below, path[1:])
			}
		}
		if root && len(below) == 0 && slices.Contains(wrappers[:], name) {
			below = paths
		}
		if len(out) > begin {
			out = append(out, ',')
		}
		out = append(codec.AppendString(out, name), ':')
		out = s.value(out, c.Raw(), below)
	}
	return append(out, '}')
}

// value copies one value, whose text is raw. paths lead to the secrets in it; an empty one is the value itself.
func (s *secretSearch) value(out, raw []byte, paths [][]step) []byte {
	if len(paths) == 0 || len(raw) == 0 {
		return append(out, raw...)
	}
	c := codec.Open(raw)
	switch {
	case slices.ContainsFunc(paths, func(path []step) bool { return len(path) == 0 || path[0].kind == anywhere }):
		s.collect(raw)
	case raw[0] == '{':
		return s.object(out, &c, paths, false)
	case raw[0] == '[':
		out = append(out, '[')
		below := follow(paths, step{kind: items})
		for _, path := range paths {
			if path[0].kind == property || path[0].kind == entries { // an array in the place of an object: each item may be the object
				below = append(below, path)
			}
		}
		begin := len(out)
		for c.Array(); c.Item(); {
			if len(out) > begin {
				out = append(out, ',')
			}
			out = s.value(out, c.Raw(), below)
		}
		return append(out, ']')
	case raw[0] == 'n':
		return append(out, raw...)
	default: // a text or number in the place of what has secrets in it
		s.collect(raw)
		if text := c.String(); strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
			s.value(nil, []byte(text), paths) // the JSON in a text (L4)
		}
	}
	return codec.AppendString(out, Redacted)
}

// collect remembers every text and number of a value.
func (s *secretSearch) collect(raw []byte) {
	if len(raw) == 0 {
		return
	}
	c := codec.Open(raw)
	switch raw[0] {
	case '{':
		for c.Object(); c.Field(); {
			s.collect(c.Raw())
		}
	case '[':
		for c.Array(); c.Item(); {
			s.collect(c.Raw())
		}
	case 't', 'f', 'n':
	case '"':
		if text := c.String(); len(text) >= shortest {
			s.values = append(s.values, text)
		}
	default:
		if len(raw) >= shortest {
			s.values = append(s.values, string(raw))
		}
	}
}

// follow is what remains of the paths that go through a step.
func follow(paths [][]step, through step) (rest [][]step) {
	for _, path := range paths {
		if len(path) > 0 && (path[0].kind == anywhere || path[0].meets(through)) {
			rest = append(rest, path[1:])
		}
	}
	return rest
}
