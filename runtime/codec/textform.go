package codec

// Results whose types write their own text (T43 to T55). The text is the user's, or the standard library's: it may need escapes, may
// not be UTF-8 (O17), and writing it may fail.

// EndText closes the string that a type has appended to b as plain text: b[start] is its opening quote. An error is marked; Finish
// makes it the result's own.
//
//	text, err := v.AppendText(append(b, '"'))
//	return codec.EndText(text, len(b), err)
func EndText(b []byte, start int, err error) []byte {
	if err != nil {
		return AppendError(b[:start], err)
	}
	text := b[start+1:]
	if end, ascii, _ := run(text, 0); end == len(text) && ascii {
		return append(b, '"')
	}
	return AppendString(b[:start], string(text))
}

// AppendText appends text as a JSON string. An error is marked; Finish makes it the result's own.
//
//	text, err := v.MarshalText()
//	return codec.AppendText(b, text, err)
func AppendText(b, text []byte, err error) []byte {
	return EndText(append(append(b, '"'), text...), len(b), err)
}
