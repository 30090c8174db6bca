package compose

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A secret stays one under whatever name it comes into a composite.
func TestSecretIn(t *testing.T) {
	for _, row := range []struct {
		secret, where, rest string
		hit                 bool
	}{
		{"token", "token", "", true},
		{"token", "other", "", false},
		{"auth.token", "auth", ".token", true},
		{"auth", "auth.token", "", true},
		{"auth.token", "auth.user", "", false},
		{"items[].token", "items", "[].token", true},
		{"items[].token", "items[3]", ".token", true},
		{"items[].token", "items[3].token", "", true},
		{"users.*.key", "users.ann.key", "", true},
		{"users.*.key", "users.ann", ".key", true},
		{"users.*", "users[0]", "", false},
		{`["odd name"].x`, `["odd name"]`, ".x", true},
		{"api_key", "apiKey", "", true},
		{"API-Key", "api_key", "", true},
	} {
		ref, err := parseReference("$a" + map[bool]string{true: "", false: "."}[row.where[0] == '['] + row.where)
		require.NoError(t, err)
		rest, hit := secretIn(row.secret, ref.path)
		require.Equal(t, row.hit, hit, "%s at %s", row.secret, row.where)
		require.Equal(t, row.rest, rest, "%s at %s", row.secret, row.where)
	}
	rest, hit := secretIn("token", nil)
	require.True(t, hit, "the whole arguments have it in them")
	require.Equal(t, "token", rest)
}
