package directive

import (
	"fmt"
	"slices"
	"strings"
)

// Help explains one key or line, on every target where it means something, as text for a terminal. The name may be
// written as a directive (//tool:min, tool:min). It reports false for a name that the language does not have.
func Help(name string) (string, bool) {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "//"), "tool:")
	if called := calledHere[name]; called != "" {
		bare, _, _ := strings.Cut(called, "=")
		help, _ := Help(bare)
		return name + " is called " + called + " here.\n\n" + help, true
	}
	if strings.HasPrefix(name, itemsPrefix) {
		name = itemsKey
	}
	var b strings.Builder
	for _, d := range Definitions() {
		if d.Name == name {
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			d.explain(&b)
		}
	}
	return b.String(), b.Len() > 0
}

// explain writes the definition as a paragraph and its facts.
func (d *Definition) explain(b *strings.Builder) {
	var places []string
	for _, t := range d.On {
		places = append(places, t.where())
	}
	fmt.Fprintf(b, "%s, %s\n\n    %s\n\n", d.spelling(), orList(places), d.Example)
	wrap(b, d.Help, "    ")
	fact := func(name, value string) {
		if value != "" {
			wrap(b, name+": "+value+".", "    ")
		}
	}
	if d.Values != nil {
		fact("Values", strings.Join(d.Values, ", "))
	} else if d.Form == Keys {
		fact("Value", d.Kind.String())
	}
	fact("Default", d.Default)
	fact("Not with", strings.Join(d.Against, ", "))
	if d.Later != "" {
		wrap(b, "Not supported yet: "+d.Later+".", "    ")
	}
}

// spelling shows how the key or line is written.
func (d *Definition) spelling() string {
	switch {
	case d.Form == Param:
		return "//tool:param NAMES key=value ..."
	case d.Form == Example:
		return "//tool:example JSON"
	case d.Form == Limitation:
		return "//tool:limitation text"
	case d.Form == Allow:
		return "//tool:allow CODE reason"
	case d.Form == Schema:
		return "//tool:schema JSON"
	case d.Form == Map:
		return "//tool:map path.Type=JSON"
	case d.Form == Union:
		return "//tool:union TYPES"
	case d.Form == Skip:
		return "//tool:skip"
	case d.Form != Keys:
		return "//tool:" + d.Name + " key=value ..."
	case d.Kind == Flag:
		return d.Name
	}
	return d.Name + "=" + strings.ToUpper(strings.Trim(strings.Fields(d.Kind.String())[0], ","))
}

// Overview describes the whole language as text for a terminal: the rules, then the keys of each target, one a line.
func Overview() string {
	var b strings.Builder
	b.WriteString(rules)
	for _, group := range []struct {
		title  string
		at     Target
		except Target // what is there too stands in another group; at itself excepts nothing
	}{
		{"On a function or method", OnFunc, OnFunc},
		{"On a parameter, in a comment above it or in //tool:param NAMES ...; on a struct field, in a comment\nabove it or in its tag tool:\"...\"", OnField, OnField},
		{"On a parameter alone", OnParam, OnField},
		{"On a type", OnType, OnType},
		{"On the line //tool:enum of a type", OnEnum, OnEnum},
		{"On the line //tool:union of a type", OnUnion, OnUnion},
		{"On a constant", OnConst, OnConst},
		{"On the line //tool:result of a function", OnResult, OnResult},
		{"In the package comment: the line //tool:defaults and its keys", OnPackage, OnPackage},
	} {
		b.WriteString("\n" + group.title + "\n\n")
		var unsupported []string
		for _, d := range Definitions() {
			if !slices.Contains(d.On, group.at) || group.except != group.at && slices.Contains(d.On, group.except) {
				continue
			}
			if d.Later != "" {
				unsupported = append(unsupported, d.Name)
				continue
			}
			help, _, _ := strings.Cut(d.Help, ". ")
			fmt.Fprintf(&b, "    %-12s %s.\n", d.Name, strings.TrimSuffix(help, "."))
		}
		if unsupported != nil {
			wrap(&b, "Not supported yet: "+strings.Join(unsupported, ", ")+".", "    ")
		}
	}
	b.WriteString("\nMore: toolgen explain KEY, such as toolgen explain min\n")
	return b.String()
}

// rules is what a user must know of the grammar, which stands at Parse.
const rules = `A function becomes a tool by a comment line that begins with //tool: directly.

    // Forecast returns the weather forecast for a city, day by day.
    //
    //tool:name=get_forecast access=public readonly
    //tool:param days default=3 min=1 max=14
    //tool:example {"city":"Paris","days":2}
    func Forecast(ctx context.Context, city string, days int) (Report, error)

A line holds keys with blanks between: key=value, or key alone for a flag (key=true, key=false). More //tool: lines add
keys; a key set in two places is an error. A blank may stand for the first = of a line: //tool:name get_forecast.

A value is a bare word up to the first blank, or a Go string literal, "..." or ` + "`...`" + `, where it holds blanks. A list
has commas and no blanks between its items: enum=low,high. A JSON array or object is written as it is. What a default, an
example or a bound means depends on the type of what it stands on.

A directive is one line: gofmt tears a continuation off. Long text belongs in the doc comment.
`

// wrap writes text in lines of at most 100 characters.
func wrap(b *strings.Builder, text, indent string) {
	line := indent
	for i, word := range strings.Fields(text) {
		if i > 0 && len(line)+len(word) >= 100 {
			b.WriteString(line + "\n")
			line = indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	b.WriteString(line + "\n")
}
