package conformance

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/codec"
)

// The formats that the cursor checks, judged by the optional part of the JSON Schema test suite (X5). What the letters behind xn-- in a
// host name spell is not looked at, by decision: that takes the tables of Unicode.
func TestFormatsOfTheSuite(t *testing.T) {
	const dir = "../../shared/suites/json-schema-2020-12/tests/draft2020-12/optional/format"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the JSON Schema test suite is not beside the repository")
	}
	judged := 0
	for _, name := range []string{"date", "time", "date-time", "email", "hostname", "ipv4", "ipv6", "uri", "uuid", "regex"} {
		text, err := os.ReadFile(filepath.Join(dir, name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var groups []struct {
			Tests []struct {
				Description string
				Data        any
				Valid       bool
			}
		}
		if err := json.Unmarshal(text, &groups); err != nil {
			t.Fatal(err)
		}
		for _, group := range groups {
			for _, test := range group.Tests {
				data, isText := test.Data.(string)
				if !isText || name == "hostname" && strings.HasPrefix(strings.ToLower(data), "xn--") {
					continue
				}
				if got := hasFormat(name, data); got != test.Valid {
					t.Errorf("%s: %s: %q: valid is %v, want %v", name, test.Description, data, got, test.Valid)
				}
				judged++
			}
		}
	}
	if judged < 300 {
		t.Errorf("only %d cases were judged", judged)
	}
}

func hasFormat(name, text string) bool {
	quoted, _ := json.Marshal([]string{text})
	c := codec.Open([]byte(`{"x":` + string(quoted) + `}`))
	for c.Object(); c.Field(); {
		for c.Array(); c.Item(); {
			if c.Bytes(); name == "regex" {
				c.Regex()
			} else {
				c.Format(name)
			}
		}
	}
	return c.Close() == nil
}
