package codec_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

// What the formats date, time and duration of JSON Schema call valid is read (T41, T42), but for the rows of the X-list; what they call
// invalid is refused, but for what this package writes itself.
func TestFormsByTheSchemaSuite(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "shared", "suites", "json-schema-2020-12", "tests", "draft2020-12", "optional", "format")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("the suite is not beside the repository:", err)
	}
	except := map[string]string{
		"PT0.5S": "a duration that is no whole number of seconds is written so",
		"PT1H2S": "harmless, and usual",
		"-P1D":   "a negative duration is written so",
		"P999999999999999999999999999999999999999999999999999999999999999999999999999999D": "X12: 292 years are the longest duration",
	}
	for format, read := range map[string]func(*codec.Cursor){
		"date":     func(c *codec.Cursor) { c.Date() },
		"time":     func(c *codec.Cursor) { c.Clock() },
		"duration": func(c *codec.Cursor) { c.DurationISO() },
	} {
		text, err := os.ReadFile(filepath.Join(folder, format+".json"))
		require.NoError(t, err)
		var groups []struct {
			Tests []struct {
				Description string
				Data        any
				Valid       bool
			}
		}
		require.NoError(t, json.Unmarshal(text, &groups))
		count := 0
		for _, group := range groups {
			for _, test := range group.Tests {
				value, isText := test.Data.(string)
				if !isText {
					continue // a format says nothing of other kinds, our types do
				}
				count++
				want := test.Valid
				switch {
				case except[value] != "":
					want = !want
				case format == "time" && strings.Contains(value, ":60"):
					want = false // X1
				case format == "duration" && (strings.ContainsRune(value, 'Y') || strings.Contains(strings.Split(value, "T")[0], "M")):
					want = false // X11: no fixed length
				}
				quoted, err := json.Marshal(value)
				require.NoError(t, err)
				got := readField(`{"x":`+string(quoted)+`}`, read)
				require.Equal(t, want, got == nil, "%s %q, %s: %v", format, value, test.Description, got)
			}
		}
		require.Greater(t, count, 30, format)
	}
}
