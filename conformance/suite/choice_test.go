package suite

// addCombinators takes in what a schema says by other schemas.
func (f *form) addCombinators(n *node, seen map[*node]bool) {
	for _, keyword := range []string{"$ref", "$dynamicRef"} {
		if ref, ok := n.get(keyword).(string); ok {
			if target := n.resolve(ref); keyword == "$ref" && target != nil {
				f.add(target, seen)
			} else {
				f.says("a reference to another document")
			}
		}
	}
	for _, part := range n.list("allOf") {
		f.add(part, seen)
	}
	f.addChoice(n, "anyOf", seen)
	f.addChoice(n, "oneOf", seen)
	if n.get("not") != nil {
		switch inner := fold(n.child("not")); {
		case inner.never():
		case inner.isAny():
			f.absurd = true
		default:
			f.says("not")
		}
	}
	if n.get("if") != nil && (n.get("then") != nil || n.get("else") != nil) {
		f.says("if")
	}
}

// addChoice takes in anyOf or oneOf, which Go has as a pointer that may be null, and otherwise only as a union of objects with a
// discriminator.
func (f *form) addChoice(n *node, keyword string, seen map[*node]bool) {
	branches := n.list(keyword)
	if len(branches) == 0 {
		return
	}
	var open []*node
	hasNull, anys := false, 0
	for _, b := range branches {
		switch inner := fold(b); {
		case inner.never():
		case inner.isAny():
			anys++
			open = append(open, b)
		case inner.allowed == null && inner.speaks == 0 && inner.enum == nil:
			hasNull = true
			open = append(open, b)
		default:
			open = append(open, b)
		}
	}
	switch {
	case len(open) == 0:
		f.absurd = true
	case keyword == "anyOf" && anys > 0:
	case len(open) == 1:
		f.add(open[0], seen)
	case anys == len(open): // of oneOf
		f.absurd = true
	case len(open) == 2 && hasNull:
		for _, b := range open {
			if inner := fold(b); inner.allowed&null == 0 {
				also := f.allowed & null
				f.add(b, seen)
				f.allowed |= also
				return
			}
		}
		f.says(keyword)
	default:
		f.says(keyword)
	}
}
