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

// over says which limit of OpenAI's strict mode is exceeded; "" where none is.
func (s size) over() string {
	over := func(n, limit int, what string) string {
		if n <= limit {
			return ""
		}
		return itoa(n) + " " + what + ", more than " + itoa(limit)
	}
	for _, text := range []string{
		over(s.depth, maxStrictDepth, "levels of objects"),
		over(s.properties, maxStrictProperties, "properties"),
		over(s.values, maxStrictValues, "enum values"),
		over(s.long, maxManyTexts, "bytes of values in an enum of more than "+itoa(manyValues)),
		over(s.texts, maxStrictTexts, "bytes of names and enum values"),
	} {
		if text != "" {
			return text
		}
	}
	return ""
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
