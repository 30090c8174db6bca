package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// wrapped puts around an adapter what the tool's directive asks for, in the one order that generated code has (runtime.md 2.3): the
// first is outermost. A tool without wrappers is the adapter itself.
func (pg *page) wrapped(t *model.Tool, adapter *jen.Statement) *jen.Statement {
	if !t.Wrapped() {
		return adapter
	}
	b, l := pg.outside(), t.Limits
	items := []jen.Code{adapter}
	add := func(wanted bool, name string, args ...jen.Code) {
		if wanted {
			items = append(items, jen.Qual(wrapPath, name).Call(args...))
		}
	}
	number := func(n int) jen.Code { return jen.Lit(n) }
	timeout := []jen.Code{b.duration(l.Timeout)}
	if l.Hard {
		timeout = append(timeout, jen.Qual(wrapPath, "Hard").Call(number(places)))
	}
	retry := []jen.Code{number(l.Retries)}
	if l.Backoff != nil {
		retry = append(retry, jen.Qual(wrapPath, "Backoff").Call(b.duration(*l.Backoff)))
	}
	add(len(t.Secrets) > 0, "Redact")
	add(l.Output > 0, "Output", bytesOf(l.Output))
	add(l.Cache > 0, "Cache", b.duration(l.Cache))
	add(l.Timeout > 0, "Timeout", timeout...)
	add(l.Retries > 0, "Retry", retry...)
	add(l.Rate > 0, "Rate", number(l.Rate), b.duration(l.RatePer))
	add(l.Concurrency > 0, "Concurrency", number(l.Concurrency))
	add(l.Attempt > 0, "Attempt", b.duration(l.Attempt))
	if len(items) <= 4 {
		return jen.Qual(wrapPath, "Tool").Call(items...)
	}
	return jen.Qual(wrapPath, "Tool").Custom(lines("(", ")"), items...)
}

// places is how many bodies of a tool with a hard timeout run at once.
const places = 8

// limits spells what the Spec says of the wrappers.
func (b *body) limits(l model.Limits) jen.Code {
	var fields []jen.Code
	if l.Timeout != 0 {
		fields = append(fields, jen.Id("Timeout").Op(":").Add(b.duration(l.Timeout)))
	}
	if l.Output != 0 {
		fields = append(fields, jen.Id("Output").Op(":").Add(bytesOf(l.Output)))
	}
	return b.runtime("Limits").Values(fields...)
}
