package codec_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

func TestBase64(t *testing.T) {
	runRows(t, func(c *codec.Cursor) { c.Base64() }, []row{
		{"T20 text", `"aGk="`, ``},
		{"T20 empty", `""`, ``},
		{"T20 escapes are resolved first", `"a\u0047k\u003d"`, ``},
		{"T20 unpadded", `"aGk"`, `expected string in standard base64 (with = padding), got string "aGk"`},
		{"T20 URL alphabet", `"_-8="`, `expected string in standard base64 (with = padding), got string "_-8="; write + for - and / for _`},
		{"T20 line break", `"aGk=\n"`, `expected string in standard base64 (with = padding), got string "aGk=\n"; remove the line breaks`},
		{"T20 plain text", `"hello!"`, `expected string in standard base64 (with = padding), got string "hello!"`},
		{"T20 bits behind the last byte", `"aGl="`, `expected string in standard base64 (with = padding), got string "aGl="`},
		{"T20 padding alone", `"===="`, `expected string in standard base64 (with = padding), got string "===="`},
		{"T20 array form", `[104,105]`, `expected string in standard base64 (with = padding), got array`},
		{"T20 number", `5`, `expected string in standard base64 (with = padding), got number 5`},
		{"T20 null", `null`, `expected string in standard base64 (with = padding), got null`},
		{"T20 no Unicode", "\"\xff\"", `not valid Unicode text (at offset 6)`},
	})
	runRows(t, func(c *codec.Cursor) { c.Base64URL() }, []row{
		{"T20 base64url padded", `"_-8="`, ``},
		{"T20 base64url unpadded", `"_-8"`, ``},
		{"T20 base64url other alphabet", `"/+8="`, `expected string in URL-safe base64, got string "/+8="; write - for + and _ for /`},
		{"T20 base64url mixed", `"/-8="`, `expected string in URL-safe base64, got string "/-8="`},
	})
	runRows(t, func(c *codec.Cursor) { c.Hex() }, []row{
		{"T20 hex", `"68aF"`, ``},
		{"T20 hex odd", `"68a"`, `expected string in hexadecimal, got string "68a"; write two digits for each byte`},
		{"T20 hex other", `"0x68"`, `expected string in hexadecimal, got string "0x68"`},
		{"T20 hex array", `[1]`, `expected string in hexadecimal, got array`},
	})
	runRows(t, func(c *codec.Cursor) { c.UTF8() }, []row{
		{"T20 utf8", `"h\u00e9\n"`, ``},
		{"T20 utf8 array", `[1]`, `expected string, got array`},
	})
}

func TestBytesValues(t *testing.T) {
	for _, one := range []struct {
		id, x, want string
		read        func(c *codec.Cursor) []byte
	}{
		{"T20 base64", `"aGk="`, "hi", (*codec.Cursor).Base64},
		{"T20 base64 empty is not nil", `""`, "", (*codec.Cursor).Base64},
		{"T20 base64url", `"_-8"`, "\xff\xef", (*codec.Cursor).Base64URL},
		{"T20 hex", `"68aF"`, "h\xaf", (*codec.Cursor).Hex},
		{"T20 utf8", `"h\u00e9\n"`, "hé\n", (*codec.Cursor).UTF8},
		{"T20 utf8 empty is not nil", `""`, "", (*codec.Cursor).UTF8},
	} {
		t.Run(one.id, func(t *testing.T) {
			var got []byte
			args := []byte(`{"x":` + one.x + `}`)
			c := codec.Open(args)
			for c.Object(); c.Field(); {
				got = one.read(&c)
			}
			require.NoError(t, c.Close())
			clear(args)
			require.NotNil(t, got)
			require.Equal(t, one.want, string(got), "stands on its own")
		})
	}
}

func TestFill(t *testing.T) {
	var key [4]byte
	runRows(t, func(c *codec.Cursor) { c.FillHex(key[:]) }, []row{
		{"T21 hex", `"01020304"`, ``},
		{"T21 hex short", `"010203"`, `expected 4 bytes, got 3`},
		{"T21 hex long", `"0102030405"`, `expected 4 bytes, got 5`},
		{"T21 hex empty", `""`, `expected 4 bytes, got 0`},
		{"T21 hex wrong", `"0102030g"`, `expected string in hexadecimal, got string "0102030g"`},
		{"T21 hex wrong and short", `"0g"`, `expected string in hexadecimal, got string "0g"`},
		{"T21 null", `null`, `expected string in hexadecimal, got null`},
	})
	runRows(t, func(c *codec.Cursor) { c.FillBase64(key[:]) }, []row{
		{"T21 base64", `"AQIDBA=="`, ``},
		{"T21 base64 short", `"AQID"`, `expected 4 bytes, got 3`},
		{"T21 base64 long", `"AQIDBAU="`, `expected 4 bytes, got 5`},
		{"T21 base64 unpadded", `"AQIDBA"`, `expected string in standard base64 (with = padding), got string "AQIDBA"`},
	})
	runRows(t, func(c *codec.Cursor) { c.FillBase64URL(key[:]) }, []row{
		{"T21 base64url", `"_wIDBA"`, ``},
		{"T21 base64url short", `"_wID"`, `expected 4 bytes, got 3`},
	})
	require.NoError(t, readField(`{"x":"0a0B0c0d"}`, func(c *codec.Cursor) { c.FillHex(key[:]) }))
	require.Equal(t, [4]byte{10, 11, 12, 13}, key)
	require.NoError(t, readField(`{"x":"AQIDBA=="}`, func(c *codec.Cursor) { c.FillBase64(key[:]) }))
	require.Equal(t, [4]byte{1, 2, 3, 4}, key)
}

// The value itself is all that is allocated, and nothing where it has its place already.
func TestBytesAllocations(t *testing.T) {
	var key [4]byte
	args := []byte(`{"x":"AQIDBA=="}`)
	read := func(read func(c *codec.Cursor)) float64 {
		return testing.AllocsPerRun(50, func() {
			c := codec.Open(args)
			for c.Object(); c.Field(); {
				read(&c)
			}
			if c.Close() != nil {
				panic("refused")
			}
		})
	}
	require.Zero(t, read(func(c *codec.Cursor) { c.FillBase64(key[:]) }))
	require.EqualValues(t, 1, read(func(c *codec.Cursor) { c.Base64() }))
	require.EqualValues(t, 1, read(func(c *codec.Cursor) { c.UTF8() }))
	buffer := make([]byte, 0, 100)
	text := []byte("several\nlines of text, so that nothing is plain about it")
	require.Zero(t, testing.AllocsPerRun(50, func() { codec.AppendUTF8(buffer, text) }))
	require.Zero(t, testing.AllocsPerRun(50, func() { codec.AppendBase64(buffer, text[:20]) }))
}

// Laws: what was encoded decodes to the same bytes; what is read agrees with the standard library, but for line breaks; no text
// makes a read panic, whatever the size that is wanted.
func FuzzBytes(f *testing.F) {
	f.Add([]byte("hi"), "aGk=", uint8(2))
	f.Add([]byte{0xFF, 0, '"'}, "====", uint8(3))
	f.Add([]byte{}, "aGk=aGk=", uint8(0))
	f.Fuzz(func(t *testing.T, data []byte, text string, size uint8) {
		for _, form := range []struct {
			write func(b, data []byte) []byte
			read  func(c *codec.Cursor) []byte
			fill  func(c *codec.Cursor, dst []byte)
			std   func(string) ([]byte, error)
		}{
			{codec.AppendBase64, (*codec.Cursor).Base64, (*codec.Cursor).FillBase64, base64.StdEncoding.DecodeString},
			{codec.AppendBase64URL, (*codec.Cursor).Base64URL, (*codec.Cursor).FillBase64URL, nil},
			{codec.AppendHex, (*codec.Cursor).Hex, (*codec.Cursor).FillHex, hex.DecodeString},
		} {
			var got []byte
			into := make([]byte, len(data))
			require.NoError(t, readField(`{"x":`+string(form.write(nil, data))+`}`, func(c *codec.Cursor) { got = form.read(c) }))
			require.NoError(t, readField(`{"x":`+string(form.write(nil, data))+`}`, func(c *codec.Cursor) { form.fill(c, into) }))
			require.True(t, bytes.Equal(data, got))
			require.True(t, bytes.Equal(data, into))

			args := `{"x":` + string(codec.AppendString(nil, string([]rune(text)))) + `}`
			err := readField(args, func(c *codec.Cursor) { got = form.read(c) })
			sized := readField(args, func(c *codec.Cursor) { form.fill(c, make([]byte, size)) })
			require.Equal(t, err == nil && len(got) == int(size), sized == nil)
			if form.std != nil {
				want, wantErr := form.std(string([]rune(text)))
				require.Equal(t, wantErr == nil && !bytes.ContainsAny([]byte(text), "\r\n"), err == nil)
				if err == nil {
					require.True(t, bytes.Equal(want, got))
				}
			}
		}
		if bytes.Equal(data, bytes.ToValidUTF8(data, nil)) {
			var got []byte
			require.Equal(t, string(codec.AppendString(nil, string(data))), string(codec.AppendUTF8(nil, data)))
			require.NoError(t, readField(`{"x":`+string(codec.AppendUTF8(nil, data))+`}`, func(c *codec.Cursor) { got = c.UTF8() }))
			require.True(t, bytes.Equal(data, got))
		}
	})
}
