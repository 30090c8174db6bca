package names

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Camel joins the words of a wire name, each with a capital first: get_forecast, get-forecast and getForecast are all
// GetForecast. Everything but letters and digits parts words. Capitals inside a word stay as they are, and initialisms
// get no special spelling: get_http_url is GetHttpUrl. The result may begin with a digit or be empty, so it stands behind
// a prefix such as Tool.
func Camel(wire string) string {
	var b strings.Builder
	start := true
	for _, r := range wire {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			start = true
		case start:
			b.WriteRune(unicode.ToUpper(r))
			start = false
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Exported returns an exported Go identifier for a wire name: its Camel form, behind an X where that does not begin with
// a capital letter (3d_view is X3dView).
func Exported(wire string) string {
	name := Camel(wire)
	if r, _ := utf8.DecodeRuneInString(name); !unicode.IsUpper(r) {
		name = "X" + name
	}
	return name
}

// Unexported returns an unexported Go identifier for a wire name or a Go name: its Camel form with the capitals that it
// begins with in lower case (get_forecast is getForecast, HTTPGet is httpGet), behind an x where it does not begin with
// a letter. It may be a keyword or a predeclared name: a Scope decides.
func Unexported(wire string) string {
	runes := []rune(Camel(wire))
	if len(runes) == 0 || !unicode.IsLetter(runes[0]) {
		return "x" + string(runes)
	}
	for i, r := range runes {
		if !unicode.IsUpper(r) || i > 0 && i+1 < len(runes) && unicode.IsLower(runes[i+1]) {
			break
		}
		runes[i] = unicode.ToLower(r)
	}
	return string(runes)
}

// Snake returns the snake_case of a Go name (DESIGN section 3): split before a capital that follows a lower-case letter or
// a digit, or that precedes a lower-case letter in a run of capitals. GetHTTPServer is get_http_server, S3Bucket is
// s3_bucket. Letters outside ASCII stay letters.
func Snake(name string) string {
	runes := []rune(name)
	var b strings.Builder
	for i, r := range runes {
		if i > 0 && StartsWord(runes, i) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// StartsWord reports whether a word of a Go name starts at its letter i, as Snake splits it; i is above 0.
func StartsWord(name []rune, i int) bool {
	if !unicode.IsUpper(name[i]) {
		return false
	}
	before := name[i-1]
	inRun := unicode.IsUpper(before) && i+1 < len(name) && unicode.IsLower(name[i+1])
	return unicode.IsLower(before) || unicode.IsDigit(before) || inRun
}
