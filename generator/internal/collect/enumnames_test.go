package collect

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEnumNames_T72(t *testing.T) {
	for _, row := range []struct {
		name, typ, consts, want string
	}{
		{"the type's name", "Color", "ColorRed ColorGreen", "red green"},
		{"no prefix at all", "Color", "Red Green DarkBlue", "red green dark_blue"},
		{"the prefix is no whole word", "Color", "Red Reddish", "red reddish"},
		{"one constant is the prefix of the others", "Direction", "North NorthEast NorthWest", "north north_east north_west"},
		{"another word than the type's name", "Color", "PaletteRed PaletteGreen", "red green"},
		{"longer than the type's name", "Status", "StatusInReview StatusInProgress", "review progress"},
		{"the type's name, where one constant goes on otherwise", "Status", "StatusInReview StatusDone", "in_review done"},
		{"a word inside the type's name", "HTTPMethod", "HTTPGet HTTPPost", "get post"},
		{"capitals in a run", "Proto", "ProtoHTTP ProtoHTTPS ProtoTCP", "http https tcp"},
		{"a run of capitals before a word", "Kind", "KindURLPath KindIDToken", "url_path id_token"},
		{"an unexported type", "color", "ColorRed ColorGreen", "red green"},
		{"underscores as protobuf writes them", "Color", "Color_RED Color_DARK_BLUE", "red dark_blue"},
		{"underscores after the type's name twice", "Color", "Color_COLOR_RED Color_COLOR_BLUE", "red blue"},
		{"capitals and underscores", "Color", "COLOR_RED COLOR_BLUE", "red blue"},
		{"capitals without a boundary", "Mode", "RED REDISH", "red redish"},
		{"a digit would be left", "Level", "Level1 Level2 Level10", "level1 level2 level10"},
		{"a digit would be left of one", "Sha", "Sha1 ShaNone", "sha1 sha_none"},
		{"digits inside", "Hash", "HashSHA256 HashMD5", "sha256 md5"},
		{"the type's name ends inside a word", "Op", "Open Operate", "open operate"},
		{"the type's name before capitals", "DB", "DBSQL DBKV", "sql kv"},
		{"one constant", "Color", "ColorDarkRed", "dark_red"},
		{"one constant without the type's name", "Color", "DarkRed", "dark_red"},
		{"one constant that is the type's name", "Color", "Color", "color"},
		{"letters outside ASCII", "Farbe", "FarbeRot FarbeGrün FarbeÖl", "rot grün öl"},
	} {
		t.Run(row.name, func(t *testing.T) {
			require.Equal(t, strings.Fields(row.want), enumNames(row.typ, strings.Fields(row.consts)))
		})
	}
}

func TestEnumNameTrimmed_T73(t *testing.T) {
	require.Equal(t, "dark_red", enumName("ColorDarkRed", "Color"))
	require.Equal(t, "dark_red", enumName("DarkRed", "Color"), "a name without the prefix stays")
	require.Equal(t, "color_red", enumName("ColorRed", ""))
}
