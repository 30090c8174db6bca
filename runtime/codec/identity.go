package codec

// AppendIdentity appends args, the arguments of a call, in a form that equal arguments share and no others: white space, the order
// of keys, escapes and the spellings of a number make no difference. It is no JSON, but what a cache compares. Empty arguments and
// null stand for {}, as for [Open]. It reports false, and what it appended means nothing, where args are no JSON object: their syntax
// is broken, a key stands twice, they are too deep or too large (J1 to J9).
func AppendIdentity(b, args []byte) ([]byte, bool) {
	c := Open(args)
	if c.begin(); c.report != nil {
		return b, false
	}
	if c.pos >= len(c.text) || c.text[c.pos] != '{' {
		return b, false
	}
	b, end := appendCanonical(b, c.text, c.pos, 0)
	return b, end >= 0 && space(c.text, end) == len(c.text)
}
