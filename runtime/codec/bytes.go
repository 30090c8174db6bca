package codec

import (
	"bytes"
	"encoding/base64"
	"strconv"
	"unicode/utf8"
)

// Bytes travel as text (T20, T21): in base64 unless a directive says otherwise. Line breaks, which decoders of base64 often pass
// over, are refused: the schema's contentEncoding does not allow them.

// Base64 reads bytes in standard base64, padded (T20). The result is not nil, and stands on its own.
func (c *Cursor) Base64() []byte { return c.decoded(aBase64) }

// Base64URL reads bytes in the URL alphabet of base64, with or without padding.
func (c *Cursor) Base64URL() []byte { return c.decoded(aBase64URL) }

// Hex reads bytes as hexadecimal digits of either case, two for each.
func (c *Cursor) Hex() []byte { return c.decoded(aHex) }

// UTF8 reads a string and returns its text as bytes. The result is not nil, and stands on its own.
func (c *Cursor) UTF8() []byte {
	if !c.readText(aString) {
		return nil
	}
	return append([]byte{}, c.lastText()...)
}

// FillBase64 reads into dst as many bytes as it holds, in standard base64 (T21).
func (c *Cursor) FillBase64(dst []byte) { c.fill(dst, aBase64) }

// FillBase64URL reads into dst as many bytes as it holds, in the URL alphabet of base64, with or without padding.
func (c *Cursor) FillBase64URL(dst []byte) { c.fill(dst, aBase64URL) }

// FillHex reads into dst as many bytes as it holds, as hexadecimal digits.
func (c *Cursor) FillHex(dst []byte) { c.fill(dst, aHex) }

func (c *Cursor) decoded(form kind) []byte {
	if !c.readText(form) {
		return nil
	}
	text := c.lastText()
	data := make([]byte, decodedLen(text, form))
	if !decode(data, text, form) {
		c.notEncoded(form)
		return nil
	}
	return data
}

func (c *Cursor) fill(dst []byte, form kind) {
	if !c.readText(form) {
		return
	}
	text := c.lastText()
	n := decodedLen(text, form)
	switch {
	case n != len(dst):
		// Text that is no encoding at all is that first, whatever its length.
		if !decode(make([]byte, n), text, form) {
			c.notEncoded(form)
			return
		}
		c.failed = true
		b := appendCount(append(c.note(c.start), "expected "...), len(dst), "byte")
		c.noted(strconv.AppendInt(append(b, ", got "...), int64(n), 10))
	case !decode(dst, text, form):
		clear(dst)
		c.notEncoded(form)
	}
}

// decodedLen returns how many bytes text stands for, if it is the encoding.
func decodedLen(text []byte, form kind) int {
	if form == aHex {
		return len(text) / 2
	}
	return base64.RawStdEncoding.DecodedLen(len(bytes.TrimRight(text, "=")))
}

// The bits behind the last byte are zero, so that bytes have one text.
var (
	strictBase64 = base64.StdEncoding.Strict()
	strictURL    = base64.URLEncoding.Strict()
	strictRawURL = base64.RawURLEncoding.Strict()
)

// decode fills dst with the bytes that text stands for, and reports whether it is the encoding and of that length.
func decode(dst, text []byte, form kind) bool {
	if form == aHex {
		return decodeHex(dst, text)
	}
	encoding := strictBase64
	if form == aBase64URL {
		if encoding = strictURL; len(text)%4 != 0 {
			encoding = strictRawURL
		}
	}
	if bytes.IndexByte(text, '\n') >= 0 || bytes.IndexByte(text, '\r') >= 0 {
		return false
	}
	n, err := encoding.Decode(dst, text)
	return err == nil && n == len(dst)
}

func decodeHex(dst, text []byte) bool {
	if len(text) != 2*len(dst) {
		return false
	}
	for i := range dst {
		high, low := hexDigit(text[2*i]), hexDigit(text[2*i+1])
		if high < 0 || low < 0 {
			return false
		}
		dst[i] = byte(high<<4 | low)
	}
	return true
}

// encoding is how a problem calls the text form of bytes.
func (k kind) encoding() string {
	switch k {
	case aBase64URL:
		return "URL-safe base64"
	case aHex:
		return "hexadecimal"
	}
	return "standard base64 (with = padding)"
}

// notEncoded notes that the string just read is not in the encoding.
func (c *Cursor) notEncoded(form kind) {
	c.failed = true
	if c.full() {
		return
	}
	text := c.lastText()
	b := append(append(c.note(c.start), "expected "...), form.name()...)
	b = appendQuoted(append(b, ", got string "...), text)
	switch {
	case bytes.ContainsAny(text, "\r\n"):
		b = append(b, "; remove the line breaks"...)
	case form == aBase64 && bytes.ContainsAny(text, "-_") && !bytes.ContainsAny(text, "+/"):
		b = append(b, "; write + for - and / for _"...)
	case form == aBase64URL && bytes.ContainsAny(text, "+/") && !bytes.ContainsAny(text, "-_"):
		b = append(b, "; write - for + and _ for /"...)
	case form == aHex && len(text)%2 != 0 && isHex(text):
		b = append(b, "; write two digits for each byte"...)
	}
	c.noted(b)
}

func isHex(text []byte) bool {
	for _, char := range text {
		if hexDigit(char) < 0 {
			return false
		}
	}
	return true
}

// AppendBase64 appends data as a string of standard base64, padded; nil is the empty string (O7).
func AppendBase64(b, data []byte) []byte {
	return append(base64.StdEncoding.AppendEncode(append(b, '"'), data), '"')
}

// AppendBase64URL appends data as a string in the URL alphabet of base64, padded.
func AppendBase64URL(b, data []byte) []byte {
	return append(base64.URLEncoding.AppendEncode(append(b, '"'), data), '"')
}

// AppendHex appends data as a string of hexadecimal digits in lower case.
func AppendHex(b, data []byte) []byte {
	b = append(b, '"')
	for _, char := range data {
		b = append(b, hex[char>>4], hex[char&0xF])
	}
	return append(b, '"')
}

// AppendUTF8 appends text as AppendString appends a string.
func AppendUTF8(b, text []byte) []byte {
	b = append(b, '"')
	if end, ascii, _ := run(text, 0); end == len(text) && (ascii || utf8.Valid(text)) {
		b = append(b, text...)
	} else {
		b = appendEscaped(b, text, utf8.Valid)
	}
	return append(b, '"')
}
