package codec

import (
	"bytes"
	"strings"
)

// Addresses as text. net/netip and net/url would read them too, but the one makes a string of the text first and the other is not
// among the packages that this room may link; netip is the oracle of the tests.

// isIPv4 reports whether text is four numbers of at most 255 with dots between, without leading zeros (RFC 2673, section 3.2).
func isIPv4(text []byte) bool {
	for part := range 4 {
		end := digits(text, 0)
		if end == 0 || end > 3 || end > 1 && text[0] == '0' {
			return false
		}
		value := 0
		for _, digit := range text[:end] {
			value = value*10 + int(digit-'0')
		}
		if value > 255 {
			return false
		}
		if text = text[end:]; part < 3 {
			if len(text) == 0 || text[0] != '.' {
				return false
			}
			text = text[1:]
		}
	}
	return len(text) == 0
}

// isIPv6 reports whether text is an address of RFC 4291, section 2.2, without a zone.
func isIPv6(text []byte) bool {
	groups, gap := 0, false
	if len(text) >= 2 && text[0] == ':' && text[1] == ':' {
		gap = true
		text = text[2:]
	}
	for len(text) > 0 {
		if groups <= 6 && bytes.IndexByte(text, ':') < 0 && bytes.IndexByte(text, '.') >= 0 {
			if !isIPv4(text) {
				return false
			}
			groups += 2
			text = nil
			break
		}
		end := 0
		for end < len(text) && isHexDigit(text[end]) {
			end++
		}
		if end == 0 || end > 4 || groups == 8 {
			return false
		}
		groups++
		if text = text[end:]; len(text) == 0 {
			break
		}
		if text[0] != ':' || len(text) == 1 {
			return false
		}
		if text = text[1:]; text[0] == ':' {
			if gap {
				return false
			}
			gap = true
			text = text[1:]
		}
	}
	return groups == 8 && !gap || groups < 8 && gap
}

// isURI reports whether text is a URI of RFC 3986: a scheme, and behind it nothing but the characters of its grammar.
func isURI(text []byte) bool {
	colon := bytes.IndexByte(text, ':')
	if colon < 1 || !isLetter(text[0]) {
		return false
	}
	for _, char := range text[1:colon] {
		if !isLetter(char) && !isDigit(char) && char != '+' && char != '-' && char != '.' {
			return false
		}
	}
	rest, fragment, _ := bytes.Cut(text[colon+1:], []byte("#"))
	rest, query, _ := bytes.Cut(rest, []byte("?"))
	if !inURI(fragment, ":@/?") || !inURI(query, ":@/?") {
		return false
	}
	if len(rest) >= 2 && rest[0] == '/' && rest[1] == '/' {
		authority := rest[2:]
		if slash := bytes.IndexByte(authority, '/'); slash >= 0 {
			authority, rest = authority[:slash], authority[slash:]
		} else {
			rest = nil
		}
		if !isAuthority(authority) {
			return false
		}
	}
	return inURI(rest, ":@/")
}

// isAuthority reports whether text is [userinfo@]host[:port].
func isAuthority(text []byte) bool {
	if at := bytes.LastIndexByte(text, '@'); at >= 0 {
		if !inURI(text[:at], ":") {
			return false
		}
		text = text[at+1:]
	}
	host, port := text, []byte(nil)
	if len(text) > 0 && text[0] == '[' {
		closing := bytes.IndexByte(text, ']')
		if closing < 0 || !isIPLiteral(text[1:closing]) {
			return false
		}
		host = nil
		if port = text[closing+1:]; len(port) > 0 {
			if port[0] != ':' {
				return false
			}
			port = port[1:]
		}
	} else if colon := bytes.IndexByte(text, ':'); colon >= 0 {
		host, port = text[:colon], text[colon+1:]
	}
	return inURI(host, "") && digits(port, 0) == len(port)
}

// isIPLiteral reports whether text may stand between the brackets of a host: an IPv6 address, or v, a version, a dot and an address.
func isIPLiteral(text []byte) bool {
	if len(text) == 0 || text[0]|0x20 != 'v' {
		return isIPv6(text)
	}
	version, address, found := bytes.Cut(text[1:], []byte("."))
	for _, char := range version {
		if !isHexDigit(char) {
			return false
		}
	}
	return found && len(version) > 0 && len(address) > 0 && bytes.IndexByte(address, '%') < 0 && inURI(address, ":")
}

// inURI reports whether text is made of the unreserved characters, the sub-delimiters, escapes, and those in also.
func inURI(text []byte, also string) bool {
	for i := 0; i < len(text); i++ {
		char := text[i]
		switch {
		case isLetter(char) || isDigit(char):
		case char == '%':
			if i+2 >= len(text) || !isHexDigit(text[i+1]) || !isHexDigit(text[i+2]) {
				return false
			}
			i += 2
		case strings.IndexByte("-._~!$&'()*+,;=", char) >= 0, strings.IndexByte(also, char) >= 0:
		default:
			return false
		}
	}
	return true
}
