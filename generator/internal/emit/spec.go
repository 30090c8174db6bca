package emit

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
	"github.com/toolgen/toolgen/generator/internal/names"
)

// specNames are what a tool's Spec and schemas are called.
type specNames struct{ spec, input, output string }

// nameSpecs calls them after the adapters, whatever these had to be called.
func (pg *page) nameSpecs() {
	for _, t := range pg.pkg.Tools {
		adapter := pg.adapters[t]
		pg.specs[t] = specNames{
			spec:   pg.block.Name(adapter + "Spec"),
			input:  pg.block.Name(adapter + "Input"),
			output: pg.block.Name(adapter + "Output"),
		}
	}
}

// spec writes a tool's Spec, with what is not zero, and its schemas.
func (pg *page) spec(t *model.Tool) {
	b, name := pg.outside(), pg.specs[t]
	schema, found := pg.schemas[t.Name]
	if !found {
		pg.fail("tool %s has no schema", t.Name)
	}
	var fields []jen.Code
	set := func(field string, value jen.Code) {
		fields = append(fields, jen.Id(field).Op(":").Add(value))
	}
	text := func(field, value string) {
		if value != "" {
			set(field, linesOfText(value))
		}
	}
	flag := func(field string, value bool) {
		if value {
			set(field, jen.True())
		}
	}
	list := func(field string, values []string) {
		if len(values) > 0 {
			set(field, jen.Index().String().Custom(listOptions(values), literals(values)...))
		}
	}
	set("Name", jen.Id(t.Const))
	text("Title", t.Title)
	text("Description", t.Description)
	text("Package", pg.pkg.Path)
	set("Input", jen.Id(name.input))
	if schema.Output != nil {
		set("Output", jen.Id(name.output))
	}
	if t.Category != "" {
		set("Category", b.runtime(names.Exported(t.Category)))
	}
	if t.Access != "" {
		set("Access", b.runtime(names.Exported(t.Access)))
	}
	list("Permissions", t.Permissions)
	flag("ReadOnly", t.ReadOnly)
	flag("Additive", t.Additive)
	flag("Idempotent", t.Idempotent)
	flag("ClosedWorld", t.ClosedWorld)
	flag("Hidden", t.Hidden)
	flag("Deprecated", t.Deprecated)
	text("Strict", t.Strict)
	if t.Limits.Timeout != 0 || t.Limits.Output != 0 {
		set("Limits", b.limits(t.Limits))
	}
	if t.EstimateTime != 0 || t.EstimateCPU != 0 || t.EstimateMem != 0 {
		set("Estimate", b.estimate(t))
	}
	list("Examples", t.Examples)
	list("Limitations", t.Limitations)
	list("Dependencies", t.Dependencies)
	list("Secrets", t.Secrets)

	pg.file.Line()
	pg.file.Var().Id(name.spec).Op("=").Qual(runtimePath, "Spec").Custom(lines("{", "}"), fields...)
	pg.schemaText(name.input, schema.Input)
	if schema.Output != nil {
		pg.schemaText(name.output, schema.Output)
	}
}

func (b *body) estimate(t *model.Tool) jen.Code {
	var fields []jen.Code
	if t.EstimateTime != 0 {
		fields = append(fields, jen.Id("Time").Op(":").Add(b.duration(t.EstimateTime)))
	}
	if t.EstimateCPU != 0 {
		fields = append(fields, jen.Id("CPU").Op(":").Add(b.duration(t.EstimateCPU)))
	}
	if t.EstimateMem != 0 {
		fields = append(fields, jen.Id("Memory").Op(":").Add(bytesOf(t.EstimateMem)))
	}
	return b.runtime("Estimate").Values(fields...)
}

// bytesOf spells a number of bytes in the unit that measures it: 64 << 20.
func bytesOf(n int64) jen.Code {
	for _, shift := range []int{30, 20, 10} {
		if n>>shift<<shift == n {
			return jen.Id(strconv.FormatInt(n>>shift, 10)).Op("<<").Lit(shift)
		}
	}
	return jen.Id(strconv.FormatInt(n, 10))
}

// schemaText writes a schema as a constant of raw strings, line by line, so that a diff of the file reads as one of the
// schema. A backtick can only stand inside a JSON string, where it has an escape; so has the byte order mark, which Go
// refuses in a file.
func (pg *page) schemaText(name string, text []string) {
	escape := strings.NewReplacer("`", `\u0060`, "\ufeff", `\ufeff`)
	value := jen.Null()
	for i, line := range text {
		if i > 0 {
			value.Op("+").Line()
		}
		value.Id("`" + escape.Replace(line) + "`")
	}
	pg.file.Line()
	pg.file.Const().Id(name).Op("=").Add(value)
}

// linesOfText spells a text as one literal a line.
func linesOfText(s string) *jen.Statement {
	out := jen.Null()
	for line := range strings.Lines(s) {
		if len(*out) > 1 {
			out.Op("+").Line()
		}
		out.Id(quoted(line))
	}
	return out
}

// listOptions lays out a list of strings: on one line where it fits.
func listOptions(values []string) jen.Options {
	n := 0
	for _, v := range values {
		n += len(v) + 4
	}
	if n > width-20 {
		return lines("{", "}")
	}
	return jen.Options{Open: "{", Close: "}", Separator: ","}
}

func literals(values []string) []jen.Code {
	out := make([]jen.Code, len(values))
	for i, v := range values {
		out[i] = jen.Id(quoted(v))
	}
	return out
}
