package unseen

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestD16_Hidden(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain\ttext\n", "plain\ttext\n"},
		{"a\u200bb\u2060c\ufeffd\u00ade", "abcde"},
		{"\u202eevil\u202c \u2066x\u2069 \u200eleft\u200f", "evil x left"},
		{"\x1b[1;31mred\x1b[0m \x1b]8;;http://x\x07link\x1b]8;;\x07 \x1bcx \u009b31my", "red link x y"},
		{"bell\a nul\x00 del\x7f c1\u0080", "bell nul del c1"},
		{"a\vb\fc\u0085d\u2028e\u2029f", "a b c d e f"},
		{"tags\U000e0068\U000e0069 selector\U000e0100 \ufe00x", "tags selector x"},
		{"filler\u3164 \u115f \u180e", "filler  "},
		{"bad\xffutf\xc0", "badutf"},
		{"👩\u200d💻 ☀\ufe0f 1\ufe0f\u20e3 a\u200db 1\ufe0f", "👩\u200d💻 ☀\ufe0f 1\ufe0f\u20e3 ab 1"},
		{"می\u200cخواهم क्\u200dष", "می\u200cخواهم क्\u200dष"},
		{"天气查询 ☂ ﷺ ", "天气查询 ☂ ﷺ "},
	} {
		got, hidden, at := Clean(c.text)
		require.Equal(t, c.want, got)
		require.Equal(t, c.text != c.want, len(hidden) > 0, "%q", c.text)
		if len(hidden) > 0 {
			require.True(t, strings.HasPrefix(c.want, c.text[:at]), "%q at %d", c.text, at)
		}
		again, hidden, _ := Clean(got)
		require.Equal(t, got, again)
		require.Empty(t, hidden)
	}
}

// Carriage returns end lines where text may have them, and are unseen elsewhere.
func TestCleanLines(t *testing.T) {
	const text = "a\r\nb\rc\r"
	got, gone, _ := CleanLines(text)
	require.Equal(t, "a\nb\nc\n", got)
	require.Empty(t, gone)
	got, gone, first := Clean(text)
	require.Equal(t, "a\nbc", got)
	require.Equal(t, []rune("\r\r\r"), gone)
	require.Equal(t, 1, first)
}
