package provider

// node is one value of a JSON text. A projection changes a tree of nodes instead of text; what it leaves alone is written
// as it was read, members in their order, numbers and strings to the letter.
type node struct {
	kind    byte     // '{', '[', '"' or, for numbers and literals, 0
	text    string   // what stands there; for strings with quotes and escapes; "" for objects and arrays
	members []member // of an object
	items   []node   // of an array
}

// member is one member of an object. The name is its JSON text without the quotes: keywords are never escaped.
type member struct {
	name  string
	value node
}

// get returns the member of that name, or nil.
func (n *node) get(name string) *node {
	for i := range n.members {
		if n.members[i].name == name {
			return &n.members[i].value
		}
	}
	return nil
}

// append writes the node compactly.
func (n *node) append(b []byte) []byte {
	switch n.kind {
	case '{':
		b = append(b, '{')
		for i := range n.members {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, '"')
			b = append(b, n.members[i].name...)
			b = append(b, '"', ':')
			b = n.members[i].value.append(b)
		}
		return append(b, '}')
	case '[':
		b = append(b, '[')
		for i := range n.items {
			if i > 0 {
				b = append(b, ',')
			}
			b = n.items[i].append(b)
		}
		return append(b, ']')
	}
	return append(b, n.text...)
}
