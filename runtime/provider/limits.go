package provider

import "errors"

// Limit is one way in which a tool, or a list of tools, meets a limit of a format.
type Limit struct {
	Kind    LimitKind
	Message string // in one line, without the names of tool and format
	Refused bool   // the provider would refuse the request; else it reads less than the schema says
}

// LimitKind says what meets a limit.
type LimitKind string

// The kinds.
const (
	NameLimit        LimitKind = "name"        // of the tool
	PropertyLimit    LimitKind = "property"    // the name of a property
	DescriptionLimit LimitKind = "description" // its length
	EnumLimit        LimitKind = "enum"        // the number and length of values
	SizeLimit        LimitKind = "size"        // depth, properties, length
	StrictLimit      LimitKind = "strict"      // there is no strict form, or the budget of a request is spent
	CountLimit       LimitKind = "count"       // of tools
	LossLimit        LimitKind = "loss"        // keywords that the format does not know
)

// Limits returns the limits of f that the tool meets, those that refuse it first. Annotations that are lost are none.
func Limits(d Definition, f Format, o Options) []Limit {
	way := dialectOf(f)
	if way == nil || way.revision != "" {
		return nil
	}
	var list []Limit
	if !way.tool.takes(d.Name) {
		list = append(list, Limit{NameLimit, "the name " + textNodeOf(short(d.Name)) + " does not match " + way.tool.String(), true})
	}
	if n := len(d.Description); way.description > 0 && n > way.description {
		list = append(list, Limit{DescriptionLimit, "the description has " + itoa(n) + " bytes, more than " + itoa(way.description), true})
	}
	_, m, err := way.choose(d, o)
	var name *badName
	var over *overLimit
	switch {
	case errors.As(err, &name):
		return append(list, Limit{PropertyLimit, err.Error(), true})
	case errors.As(err, &over):
		list = append(list, Limit{over.kind, over.text, true})
	case errors.Is(err, ErrNotStrict):
		return append(list, Limit{StrictLimit, err.Error(), true})
	case err != nil:
		return append(list, Limit{SizeLimit, err.Error(), true})
	}
	const most = 5 // losses in one message
	lost, n := "", 0
	for _, l := range m.lost {
		if l.Annotation() || l.Keyword == "additionalProperties" && l.Value == "false" {
			continue // the last: extra keys are refused with the names of those that there are
		}
		switch n++; {
		case n == 1:
			lost = l.String()
		case n <= most:
			lost += ", " + l.String()
		}
	}
	if n > most {
		lost += " and " + itoa(n-most) + " more"
	}
	if n > 0 {
		list = append(list, Limit{LossLimit, "the schema cannot say " + lost, false})
	}
	return list
}

// RequestLimits returns the limits of f that the tools meet together, in one request.
func RequestLimits(tools []Definition, f Format, o Options) []Limit {
	way := dialectOf(f)
	if way == nil || way.revision != "" {
		return nil
	}
	var list []Limit
	if way.tools > 0 && len(tools) > way.tools {
		list = append(list, Limit{CountLimit, itoa(len(tools)) + " tools, more than the " + itoa(way.tools) + " of a request", true})
	}
	if way.strict != anthropicStrict {
		return list
	}
	var all budget
	for _, d := range tools {
		if _, m, err := define(d, f, o); err == nil && m.strict {
			all = budget{all.tools + 1, all.optional + m.size.optional, all.unions + m.size.unions}
		}
	}
	over := func(n, limit int, what string) {
		if n > limit {
			list = append(list, Limit{StrictLimit, itoa(n) + " " + what + ", more than the " + itoa(limit) + " of a request: the last tools are offered without strict", false})
		}
	}
	over(all.tools, maxStrictTools, "strict tools")
	over(all.optional, maxStrictOptional, "properties of strict tools that may be left out")
	over(all.unions, maxStrictUnions, "unions of strict tools")
	return list
}
