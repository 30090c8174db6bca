package collect

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/generator/internal/directive"
)

// K14: the name that is proposed is one that nothing is said against.
func TestPlainName_K14(t *testing.T) {
	for _, row := range []struct{ name, want string }{
		{"getUser", "get_user"},
		{"get-user", "get_user"},
		{"GetHTTPServer", "get_http_server"},
		{"_private", "private"},
		{"3d-view", "d_view"},
		{"--", "NAME"},
		{"zürich", "NAME"},
		{strings.Repeat("abcd_", 12), strings.TrimSuffix(strings.Repeat("abcd_", 10)[:48], "_")},
	} {
		require.Equal(t, row.want, plainName(row.name))
		if row.want != "NAME" {
			require.Empty(t, directive.NameProblem(row.want)+directive.NameAdvice(row.want))
		}
	}
}
