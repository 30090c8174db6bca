package packages

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// place is where the keys stand.
type place int

const (
	inField place = iota
	inParam
	inItem // items.KEY
)

// ruling are the keys that one value gets, which agree with each other and with its sample.
type ruling struct {
	keys     []string
	lines    []string // those that take a line of their own
	sample   string   // JSON; "" where the type's own will do
	optional bool
	rules    bool // whether a key says anything of the value itself
}

func (r *ruling) add(format string, args ...any) {
	r.keys = append(r.keys, fmt.Sprintf(format, args...))
}

// rules makes the keys of a value.
func (w *world) rules(p *pack, t *typ, at place, isQuoted bool) ruling {
	var r ruling
	inner := t.deref()
	r.sample = inner.sample
	if !isQuoted && (w.in(2) || inner.bare) {
		w.constrain(&r, inner, at)
	}
	if isQuoted {
		r.sample = strconv.Quote(r.sample)
	}
	if at == inItem {
		return r
	}
	w.presence(&r, t, inner, at, isQuoted)
	if w.in(12) {
		r.add("title=%s", w.quote(w.sentence()))
	}
	if w.in(10) {
		r.add("description=%s", strconv.Quote(w.sentence()))
	}
	if w.in(25) {
		r.add("deprecated")
	}
	if w.in(10) && !isQuoted {
		w.lenient(&r, t, inner)
	}
	w.Shuffle(len(r.keys), func(i, j int) { r.keys[i], r.keys[j] = r.keys[j], r.keys[i] })
	return r
}

// constrain adds what the kind of the value takes.
func (w *world) constrain(r *ruling, t *typ, at place) {
	switch t.kind {
	case integer, float, number:
		w.bounds(r, t)
	case text:
		w.textRules(r)
	case octets:
		w.encode(r, false)
	case sum:
		w.encode(r, true)
	case moment:
		w.timeForm(r)
	case span:
		w.spanForm(r)
	case known:
		w.knownForm(r, t, at)
	case big:
		if w.in(2) {
			r.sample = "42"
			r.add("encoding=number")
			if w.in(2) {
				r.add("min=%d max=%d", w.IntN(42), 42+w.IntN(50))
			}
			if w.in(3) {
				r.add("multipleOf=7")
			}
		}
	case named:
		w.enumRules(r, t)
	case union:
		if t.bare {
			var list []string
			for _, v := range t.variants {
				list = append(list, of(w.random, "", "*")+v.spell)
				w.mention(v.spell)
			}
			r.add("union=%s", strings.Join(list, ","))
		}
	case slice, array, dict, set:
		w.collection(r, t, at)
	case free:
		if w.in(2) {
			schema := of(w.random, `{"type":"object"}`, `{"type":"array","items":{"type":"string"}}`, `{"type":["string","integer"]}`)
			r.add("schema=%s", schema)
			r.sample = map[byte]string{'o': `{"a":1}`, 'a': `["x"]`, '"': `"x"`}[schema[9]]
			if schema[8] == '[' {
				r.sample = `"x"`
			}
		}
	}
}

// bounds are rules for numbers around the sample.
func (w *world) bounds(r *ruling, t *typ) {
	v, err := strconv.ParseFloat(t.sample, 64)
	if err != nil {
		return
	}
	format := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	step := func() float64 {
		if t.kind == integer {
			return float64(w.IntN(20))
		}
		return float64(w.IntN(80)) / 4
	}
	switch w.IntN(6) {
	case 0:
		r.add("min=%s", format(max(0, v-step())))
	case 1:
		r.add("max=%s", format(v+step()))
	case 2:
		r.add("min=%s", format(max(0, v-step())))
		r.add("max=%s", format(v+step()))
	case 3:
		r.add("gt=%s", format(max(0, v-1-step())))
		r.add("lt=%s", format(v+1+step()))
	case 4:
		if t.kind == integer {
			r.add("multipleOf=%s", t.sample)
		} else {
			r.add("multipleOf=%s", of(w.random, "0.25", "0.05", "0.125"))
		}
	case 5:
		if t.kind != number {
			r.add("enum=%s", strings.Join([]string{t.sample, "120", "121"}[:1+w.IntN(3)], ","))
		}
	}
	r.rules = true
}

// textRules are rules for strings.
func (w *world) textRules(r *ruling) {
	word := w.word()
	n := utf8.RuneCountInString(word)
	switch w.IntN(6) {
	case 0:
		r.add("min=%d", w.IntN(n+1))
	case 1:
		r.add("max=%d", n+w.IntN(9))
		if w.in(2) {
			r.add("min=%d", w.IntN(n+1))
		}
	case 2:
		r.add("pattern=%s", of(w.random, "`^[a-z]+$`", `"^[a-z]{1,8}$"`, `[a-z]`, "`^\\S*$`", "`^([a-z]|\\d)+`"))
	case 3:
		r.add("enum=%s", strings.Join([]string{word, "desc", `"two words"`, `"a,b"`}[:1+w.IntN(4)], ","))
	case 4:
		format := of(w.random, "date", "date-time", "time", "email", "hostname", "ipv4", "ipv6", "uri", "uuid", "regex", "json-pointer")
		word = map[string]string{
			"date": "2026-01-02", "date-time": "2026-01-02T03:04:05Z", "time": "03:04:05Z", "email": "a@example.com", "hostname": "example.com", "ipv4": "192.0.2.1",
			"ipv6": "::1", "uri": "https://example.com/", "uuid": "123e4567-e89b-12d3-a456-426614174000", "regex": "^a$", "json-pointer": "/a/b"}[format]
		r.add("format=%s", format)
	case 5:
		word = of(w.random, "größe", "two words", "a\"b", "日本")
	}
	r.sample = strconv.Quote(word)
	r.rules = true
}

// collection are rules for lists, maps and sets, and for what is in them.
func (w *world) collection(r *ruling, t *typ, at place) {
	prefix := "items."
	item := t.elem.sample
	each := ruling{}
	if t.elem.bare || !t.elem.is(union) && w.in(2) {
		each = w.rules(nil, t.elem, inItem, false)
		for _, key := range each.keys {
			for _, one := range splitKeys(key) {
				r.add("%s%s", prefix, one)
			}
		}
		item = each.sample
	}
	if item == "" {
		item = t.elem.json(w.random, w.snake)
	}
	n := 1
	if t.kind == array {
		n = t.length
	}
	switch t.kind {
	case slice:
		if w.in(3) {
			r.add("min=%d", w.IntN(2))
		}
		if w.in(3) {
			r.add("max=%d", 1+w.IntN(5))
		}
		if w.in(4) {
			r.add("unique")
		}
	case dict:
		if w.in(3) {
			r.add("max=%d", 1+w.IntN(5))
		}
	case set:
		r.add("set")
		if w.in(3) {
			r.add("min=1 max=4")
		}
	case array:
		if n == 1 && w.in(4) {
			r.add("unique")
		}
	}
	if item == "" || strings.Contains(item, ":,") {
		r.sample = ""
		return
	}
	r.sample = "[" + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + "]"
	if t.kind == dict {
		r.sample = "{" + t.key.keyText() + ":" + item + "}"
	}
	r.rules = true
}

// splitKeys parts "min=1 max=4"; a value that holds blanks is quoted and stays whole.
func splitKeys(keys string) []string {
	if strings.ContainsAny(keys, "\"`{[") {
		return []string{keys}
	}
	return strings.Fields(keys)
}

// presence says whether the value may be missing, and what holds then.
func (w *world) presence(r *ruling, t, inner *typ, at place, isQuoted bool) {
	if inner.kind == object && !w.mixed && at == inParam {
		r.sample = inner.json(w.random, w.snake)
	}
	canDefault := !isQuoted && !t.is(option) && w.literal(inner) && r.sample != "" && !strings.Contains(r.sample, ":,")
	switch w.IntN(9) {
	case 0:
		r.add("optional")
		r.optional = true
	case 1:
		if t.is(pointer) {
			r.add("required")
		}
	case 2, 3:
		if canDefault {
			r.add("default=%s", w.valueOf(r.sample, inner))
			r.optional = true
		}
	case 4:
		if t.is(pointer, option) || t.is(slice, dict) {
			r.add("nullable")
			r.optional = r.optional || t.is(option)
		}
	case 5:
		if canDefault {
			r.add("example=%s", w.valueOf(r.sample, inner))
		}
	}
	if t.is(option, null) || t.is(pointer) && !slices.Contains(r.keys, "required") && !slices.Contains(r.keys, "nullable") {
		r.optional = true
	}
}

// literal reports whether a directive can write a value of the type.
func (w *world) literal(t *typ) bool {
	fine := true
	t.walk(func(t *typ) {
		fine = fine && !t.is(coded, own, union, free, null, option) && !(t.kind == dict && t.key.is(known, coded))
	})
	return fine
}

// valueOf writes a JSON value as a directive does for a type.
func (w *world) valueOf(sample string, t *typ) string {
	if strings.HasPrefix(sample, `"`) {
		return w.bare(sample)
	}
	if strings.HasPrefix(sample, "[") && !strings.ContainsAny(sample[1:], "[{") && t.is(slice, array, set) && w.in(2) && sample != "[]" && !strings.Contains(sample, `\`) {
		return strings.TrimSuffix(sample[1:], "]")
	}
	return sample
}

// bare writes a text without quotes where that says the same.
func (w *world) bare(quotedText string) string {
	text, err := strconv.Unquote(quotedText)
	if err != nil {
		return quotedText
	}
	return w.quote(text)
}

func (w *world) quote(text string) string {
	simple := text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:/+") == ""
	switch {
	case simple && w.in(2):
		return text
	case !strings.ContainsAny(text, "`\n") && w.in(3):
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}

// lenient adds a coercion that the kind knows.
func (w *world) lenient(r *ruling, t, inner *typ) {
	switch inner.kind {
	case integer, float:
		r.add("coerce=number")
	case boolean:
		r.add("coerce=bool")
	case text:
		r.add("coerce=scalar-to-string")
	case named:
		r.add("coerce=enum")
	case slice:
		r.add("coerce=%s", of(w.random, "json", "single", "json,single", "none"))
	case object, dict, union:
		r.add("coerce=json")
	}
	w.noteCoercions(r.keys)
}
