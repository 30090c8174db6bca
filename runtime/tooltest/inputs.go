package tooltest

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// sample makes a value that mostly fits the schema. What a pattern or a format demands it knows of the usual ones only.
func (s schema) sample(rng *rand.Rand, depth int) any {
	left := maxSample
	return s.sampleIn(s, rng, depth, &left)
}

// maxSample is how many values a sample has at most: a schema may demand itself without end.
const maxSample = 200

func (s schema) sampleIn(root schema, rng *rand.Rand, depth int, left *int) any {
	if *left--; *left < 0 {
		return nil
	}
	s = s.resolve(root)
	if v, ok := s["default"]; ok && rng.IntN(4) == 0 {
		return v
	}
	for _, keyword := range []string{"enum", "examples"} {
		if values, ok := s[keyword].([]any); ok && len(values) > 0 {
			return values[rng.IntN(len(values))]
		}
	}
	if choices, ok := s["anyOf"].([]any); ok && len(choices) > 0 {
		return of(choices[rng.IntN(len(choices))]).sampleIn(root, rng, depth, left)
	}
	types := s.types()
	if len(types) == 0 {
		types = []string{"string", "integer", "boolean", "null"}
	}
	switch types[rng.IntN(len(types))] {
	case "object":
		return s.sampleObject(root, rng, depth, left)
	case "array":
		n := s.whole("minItems", 0)
		if depth > 0 {
			n += rng.IntN(3)
		}
		items := []any{}
		for range max(0, min(n, s.whole("maxItems", n), 100)) {
			if *left < 0 {
				break
			}
			items = append(items, of(s["items"]).sampleIn(root, rng, depth-1, left))
		}
		return items
	case "integer":
		return json.Number(strconv.Itoa(s.number(rng)))
	case "number":
		return json.Number(strconv.Itoa(s.number(rng)) + []string{"", ".5", "e0"}[rng.IntN(3)])
	case "boolean":
		return rng.IntN(2) == 0
	case "null":
		return nil
	}
	if format, ok := s["format"].(string); ok && formats[format] != "" {
		return formats[format]
	}
	words := strings.Repeat(texts[rng.IntN(len(texts))], 1+rng.IntN(2))
	runes := []rune(words + strings.Repeat("x", min(max(0, s.whole("minLength", 0)), 1000)))
	return string(runes[:min(len(runes), max(0, s.whole("maxLength", len(runes))))])
}

var (
	texts   = []string{"x", "Paris", "1h30m", "5", "", "a b", "ünï"}
	formats = map[string]string{
		"date-time": "2026-01-02T15:04:05Z", "date": "2026-01-02", "time": "15:04:05Z", "duration": "PT1H", "uuid": "3b241101-e2bb-4255-8caf-4136c566a962",
		"email": "ann@example.com", "uri": "https://example.com/x", "uri-reference": "/x", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1", "hostname": "example.com", "regex": "^a",
	}
)

func (s schema) sampleObject(root schema, rng *rand.Rand, depth int, left *int) any {
	object := map[string]any{}
	properties := s.properties()
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if slices.Contains(s.required(), name) || depth > 0 && rng.IntN(2) == 0 {
			object[name] = properties[name].sampleIn(root, rng, depth-1, left)
		}
	}
	if others := of(s["additionalProperties"]); others != nil && depth > 0 {
		for i := range rng.IntN(3) {
			object["key"+strconv.Itoa(i)] = others.sampleIn(root, rng, depth-1, left)
		}
	}
	return object
}

// whole returns the value of a keyword that is a whole number.
func (s schema) whole(keyword string, absent int) int {
	if n, ok := s[keyword].(json.Number); ok {
		if i, err := n.Int64(); err == nil {
			return int(i)
		}
	}
	return absent
}

// number makes a whole number between the bounds, if these are whole.
func (s schema) number(rng *rand.Rand) int {
	lo := s.whole("minimum", s.whole("exclusiveMinimum", -1)+1)
	hi := s.whole("maximum", s.whole("exclusiveMaximum", lo+10)-1)
	if hi < lo || hi-lo < 0 { // or further than an int can say
		return lo
	}
	return lo + rng.IntN(min(hi-lo, 1000)+1)
}

// mutate changes arguments by one to four steps, in bytes and in values.
func mutate(rng *rand.Rand, args string) []byte {
	b := []byte(args)
	for range 1 + rng.IntN(4) {
		if rng.IntN(2) == 0 {
			b = mutateBytes(rng, b)
		} else if v := parse(string(b)); v != nil {
			b = []byte(text(mutateValue(rng, v)))
		}
	}
	return b
}

// pieces are what breaks readers of JSON.
var pieces = []string{
	"{", "}", "[", "]", `"`, `\`, ",", ":", "0", "-", ".", "e", "E9", "null", "true", `\u0000`, `\ud800`, `\u00`, "\x00", "\xff", "\xc3", " ", "\n", "\u2028", "1e999", "9223372036854775808",
	"//", "/**/", "NaN", `""`, `"x":1,`, `{"":{"":`,
}

func mutateBytes(rng *rand.Rand, b []byte) []byte {
	at := rng.IntN(len(b) + 1)
	switch rng.IntN(6) {
	case 0:
		return slices.Insert(b, at, []byte(pieces[rng.IntN(len(pieces))])...)
	case 1:
		return b[:at]
	case 2:
		if at < len(b) {
			b[at] = byte(rng.IntN(256))
		}
		return b
	case 3:
		end := at + rng.IntN(min(len(b)-at, 8)+1)
		return slices.Delete(b, at, end)
	case 4:
		end := at + rng.IntN(len(b)-at+1)
		return slices.Insert(b, at, slices.Clone(b[at:end])...)
	}
	if rng.IntN(50) == 0 {
		return []byte(`{"a":` + strings.Repeat(`[`, 100_000))
	}
	return slices.Insert(b, at, []byte(strings.Repeat(`{"a":[`, 1+rng.IntN(80)))...)
}

// mutateValue changes one value in v.
func mutateValue(rng *rand.Rand, v any) any {
	if rng.IntN(4) > 0 {
		switch v := v.(type) {
		case map[string]any:
			if names := slices.Sorted(maps.Keys(v)); len(names) > 0 {
				name := names[rng.IntN(len(names))]
				switch rng.IntN(5) {
				case 0:
					delete(v, name)
				case 1:
					v[strange(rng).(string)] = v[name]
				default:
					v[name] = mutateValue(rng, v[name])
				}
				return v
			}
		case []any:
			if len(v) > 0 {
				i := rng.IntN(len(v))
				switch rng.IntN(5) {
				case 0:
					return slices.Delete(v, i, i+1)
				case 1:
					return append(v, v[i])
				default:
					v[i] = mutateValue(rng, v[i])
				}
				return v
			}
		}
	}
	switch rng.IntN(8) {
	case 0:
		return nil
	case 1:
		return rng.IntN(2) == 0
	case 2:
		return json.Number([]string{"0", "-1", "1.5", "1e400", "-0", "9007199254740993", "18446744073709551616", "1e-400"}[rng.IntN(8)])
	case 3:
		return []any{v}
	case 4:
		return map[string]any{"x": v}
	case 5:
		return map[string]any{}
	case 6:
		return []any{}
	}
	return strange(rng)
}

// strange makes a text that breaks what reads texts.
func strange(rng *rand.Rand) any {
	return []any{
		"", "\x00", "../../etc/passwd", "%s%n", strings.Repeat("x", 10_000), "\u202e\u2028", "'; DROP TABLE x; --", "{{.}}", "-1h", "2026-13-45", "\ufffd", "null", "[1]", "é", " ",
	}[rng.IntN(15)]
}
