package policy

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/codec"
)

// A step goes from a value to one in it.
type step struct {
	key   string
	index int // of an item where it is not negative; anyKey or everyItem else
}

const (
	anyKey    = -1 // the step is a key
	everyItem = -2
)

// parsePath reads a path such as query.limit, argv[0], files[*].name or ["odd key"].
func parsePath(text string) (steps []step, problem string) {
	rest := text
	for rest != "" {
		switch {
		case rest[0] == '[':
			end := bracket(rest)
			if end < 0 {
				return nil, "a [ is not closed"
			}
			inside := rest[1:end]
			rest = rest[end+1:]
			if len(steps) == 0 && !strings.HasPrefix(inside, `"`) {
				return nil, "the arguments are an object; begin with a key"
			}
			switch {
			case inside == "*":
				steps = append(steps, step{index: everyItem})
			case strings.HasPrefix(inside, `"`):
				c := codec.Open([]byte(inside))
				key := c.String()
				if c.Close() != nil {
					return nil, "[" + inside + "] is no key in double quotes"
				}
				steps = append(steps, step{key: key, index: anyKey})
			default:
				index, err := strconv.Atoi(inside)
				if err != nil || index < 0 || strconv.Itoa(index) != inside {
					return nil, "[" + inside + "] is none of [0], [*] and [\"key\"]"
				}
				steps = append(steps, step{index: index})
			}
		default:
			if len(steps) > 0 {
				if rest[0] != '.' {
					return nil, "expected . or [ before " + strconv.Quote(rest)
				}
				rest = rest[1:]
			}
			end := strings.IndexAny(rest, ".[")
			if end < 0 {
				end = len(rest)
			}
			if !plainKey(rest[:end]) {
				return nil, strconv.Quote(rest[:end]) + ` is no plain key; write it as ["key"]`
			}
			steps = append(steps, step{key: rest[:end], index: anyKey})
			rest = rest[end:]
		}
	}
	if len(steps) == 0 {
		return nil, "there is no path"
	}
	return steps, ""
}

// bracket returns where the bracket that text begins with is closed, or -1.
func bracket(text string) int {
	inString := false
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '"':
			inString = !inString
		case '\\':
			i++
		case ']':
			if !inString {
				return i
			}
		}
	}
	return -1
}

// plainKey reports whether a key stands in a path without brackets.
func plainKey(key string) bool {
	for i := range len(key) {
		switch c := key[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_', i > 0 && ('0' <= c && c <= '9' || c == '-'):
		default:
			return false
		}
	}
	return key != ""
}

// pathText is the path of steps, with the numbers of items where they are known.
func pathText(steps []step) string {
	var b []byte
	for _, s := range steps {
		switch {
		case s.index == everyItem:
			b = append(b, "[*]"...)
		case s.index >= 0:
			b = append(strconv.AppendInt(append(b, '['), int64(s.index), 10), ']')
		case plainKey(s.key):
			if len(b) > 0 {
				b = append(b, '.')
			}
			b = append(b, s.key...)
		default:
			b = append(codec.AppendString(append(b, '['), s.key), ']')
		}
	}
	return string(b)
}

// sameKey reports whether two different keys may be one to some decoder: case, hyphens and underscores do not count.
func sameKey(a, b string) bool {
	if a == b {
		return false
	}
	strip := strings.NewReplacer("-", "", "_", "")
	return strings.EqualFold(strip.Replace(a), strip.Replace(b))
}
