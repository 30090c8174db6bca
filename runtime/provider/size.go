package provider

// size is what limits of providers count in a projected schema.
type size struct {
	properties int
	depth      int // objects in objects
	optional   int // properties that may be left out
	unions     int // properties with an anyOf or a list of types
	values     int // of all enums
	texts      int // bytes of names and enum values
	long       int // bytes of the values of the longest enum of more than 250
}

// The limits of OpenAI's strict mode (schema.md 8.2, last row, and T81).
const (
	maxStrictDepth      = 10
	maxStrictProperties = 5000
	maxStrictTexts      = 120_000
	maxStrictValues     = 1000
	manyValues          = 250
	maxManyTexts        = 15_000
)

// The budgets of one Anthropic request (8.1).
const (
	maxStrictTools    = 20
	maxStrictOptional = 24
	maxStrictUnions   = 16
)

// overLimit is which limit of OpenAI's strict mode a schema exceeds. It is an [ErrNotStrict].
type overLimit struct {
	kind LimitKind
	text string
}

func (e *overLimit) Error() string { return "no strict form: " + e.text }
func (e *overLimit) Unwrap() error { return ErrNotStrict }

// over returns the first limit of OpenAI's strict mode that is exceeded; nil where none is.
func (s size) over() error {
	for _, limit := range []struct {
		kind   LimitKind
		n, max int
		what   string
	}{
		{SizeLimit, s.depth, maxStrictDepth, "levels of objects"},
		{SizeLimit, s.properties, maxStrictProperties, "properties"},
		{EnumLimit, s.values, maxStrictValues, "enum values"},
		{EnumLimit, s.long, maxManyTexts, "bytes of values in an enum of more than " + itoa(manyValues)},
		{SizeLimit, s.texts, maxStrictTexts, "bytes of names and enum values"},
	} {
		if limit.n > limit.max {
			return &overLimit{limit.kind, itoa(limit.n) + " " + limit.what + ", more than " + itoa(limit.max)}
		}
	}
	return nil
}

// measure counts in a schema.
func measure(schema *node) size {
	var s size
	s.count(schema, 0)
	return s
}

func (s *size) count(n *node, depth int) {
	if list := n.get("enum"); list != nil {
		bytes := 0
		for i := range list.items {
			bytes += len(list.items[i].value())
		}
		s.values += len(list.items)
		s.texts += bytes
		if len(list.items) > manyValues {
			s.long = max(s.long, bytes)
		}
	}
	if properties := n.get("properties"); properties != nil {
		depth++
		s.depth = max(s.depth, depth)
		required := requiredOf(n)
		must := make(map[string]bool, len(required))
		for _, name := range required {
			must[name] = true
		}
		for i := range properties.members {
			m := &properties.members[i]
			s.properties++
			s.texts += len(m.name)
			if !must[unquote(`"`+m.name+`"`)] {
				s.optional++
			}
			if kind := m.value.get("type"); m.value.get("anyOf") != nil || kind != nil && kind.kind == '[' {
				s.unions++
			}
			s.count(&m.value, depth)
		}
	}
	for i := range n.members {
		m := &n.members[i]
		k := row(m.name)
		if k == nil || m.name == "properties" {
			continue
		}
		switch k.value {
		case aSchema:
			s.count(&m.value, depth)
		case schemaList:
			for i := range m.value.items {
				s.count(&m.value.items[i], depth)
			}
		case schemaMap:
			for i := range m.value.members {
				s.texts += len(m.value.members[i].name)
				s.count(&m.value.members[i].value, 0)
			}
		}
	}
}
