package doc

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// takeReturns reads the section that blocks[0] introduces, to the next heading under a heading, else the block beneath
// and the lists that follow it.
func (d *funcReader) takeReturns(blocks []block) (kept []block, n int) {
	heading := blocks[0].kind == headingBlock
	for n = 1; n < len(blocks); n++ {
		b := blocks[n]
		if b.kind == headingBlock || b.tag != plain && b.tag != returnText || n > 1 && !heading && b.kind != listBlock {
			break
		}
	}
	if n == 1 {
		d.fail(blocks[0].lines[0], "D2", fmt.Sprintf("nothing stands beneath %q", blocks[0].lines[0]), "say what the tool returns, or remove the line")
		return blocks[:1], 1
	}
	d.takeResults(blocks[1:n])
	return nil, n
}

// takeResults reads what a Returns section says: of each named result where it lists them, else of the whole.
func (d *funcReader) takeResults(blocks []block) {
	for _, b := range blocks {
		if b.tag == internal {
			continue
		}
		if b.kind == codeBlock {
			b = d.listOf(b)
		}
		if b.kind == codeBlock && !slices.ContainsFunc(b.lines, func(l string) bool { return strings.ContainsAny(l, "{}[]<>|") }) {
			for p := range paragraphs(b.lines) {
				d.takeResults(split(p)) // prose that Google's style indents
			}
			continue
		}
		if len(d.Results) > 0 {
			b = d.takeNamedResults(b)
		}
		d.returns = append(d.returns, b)
	}
	returns := d.returns
	if len(d.Results) == 1 && d.doc.Results[d.Results[0]] != "" {
		returns = append([]block{{lines: []string{d.doc.Results[d.Results[0]]}}}, returns...)
	}
	d.doc.Returns = d.render(returns)
}

// listOf reads an indented block as a list if it is one of names and texts: "docs: the documents".
func (d *funcReader) listOf(code block) block {
	list := block{kind: listBlock}
	for _, line := range code.lines {
		e, ok := parseEntry(strings.TrimSpace(line), names{d.Results})
		switch {
		case leading(line) == 0 && ok && e.delimited:
			list.addItem("", strings.TrimSpace(line))
		case len(list.items) == 0:
			return code
		default:
			last := list.items[len(list.items)-1].paragraphs
			last[0] = append(last[0], line)
		}
	}
	if len(list.items) < 2 && len(d.Results) == 0 {
		return code
	}
	return list
}

// takeNamedResults takes out the items that name a result and returns the block with the others.
func (d *funcReader) takeNamedResults(b block) block {
	names := names{d.Results}
	take := func(text string) bool {
		e, _ := parseEntry(text, names)
		if e.names == nil || !e.delimited || e.text == "" {
			return false
		}
		for _, name := range e.names {
			if d.doc.Results[name] != "" {
				return false
			}
		}
		for _, name := range e.names {
			d.doc.Results[name] = e.text
		}
		return true
	}
	if b.kind != listBlock {
		if b.kind == paragraphBlock && take(join(b.lines)) {
			b.lines = nil
		}
		return b
	}
	b.items = slices.DeleteFunc(slices.Clone(b.items), func(i item) bool { return take(join(slices.Concat(i.paragraphs...))) })
	return b
}

// returnsBlocks is the Returns section as part of the description, for a tool without an output schema.
func (d *funcReader) returnsBlocks() []block {
	rest := slices.Clone(d.returns)
	named := block{kind: listBlock}
	for _, name := range d.Results {
		if text := d.doc.Results[name]; text != "" {
			named.addItem("", name+": "+text)
		}
	}
	if len(named.items) > 0 {
		rest = append([]block{named}, rest...)
	}
	switch {
	case d.render(rest) == "":
		return nil
	case rest[0].kind == paragraphBlock:
		rest[0].lines = append([]string{"Returns:"}, rest[0].lines...)
		return rest
	}
	return append([]block{{lines: []string{"Returns:"}}}, rest...)
}

// paragraphs parts lines at the blank ones.
func paragraphs(lines []string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		var p []string
		for _, l := range append(slices.Clone(lines), "") {
			if strings.TrimSpace(l) != "" {
				p = append(p, strings.TrimSpace(l))
				continue
			}
			if len(p) > 0 && !yield(p) {
				return
			}
			p = nil
		}
	}
}
