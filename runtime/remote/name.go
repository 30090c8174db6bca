package remote

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// maxName is how long the name of a tool may be, for any provider of models to take it.
const maxName = 64

// localName returns what a server's tool is called here: prefix and name where that is ^[a-zA-Z0-9_-]{1,64}$ already, and else an
// underscore for every other character. Dots and slashes, which the protocol allows, leave it at that. Whatever else is lost comes
// back as eight digits of a digest at the end, so that two names which differ stay two.
func localName(prefix, name string) string {
	lost := false
	local := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_', r == '-':
			return r
		case r != '.' && r != '/':
			lost = true
		}
		return '_'
	}, name)
	local = prefix + local
	if lost || len(local) > maxName {
		sum := sha256.Sum256([]byte(name))
		mark := "_" + hex.EncodeToString(sum[:4])
		local = local[:min(len(local), maxName-len(mark))] + mark
	}
	return local
}

// fitsAny reports whether one of the patterns is the name: every character stands for itself, and * for any text.
func fitsAny(patterns []string, name string) bool {
	for _, pattern := range patterns {
		if fits(pattern, name) {
			return true
		}
	}
	return false
}

// fits matches a pattern in time that is bounded by the product of the lengths.
func fits(pattern, name string) bool {
	star, mark := -1, 0 // the last * and where in name what it stands for ends
	p, n := 0, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, n
			p++
		case p < len(pattern) && pattern[p] == name[n]:
			p++
			n++
		case star >= 0:
			mark++
			p, n = star+1, mark
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}
