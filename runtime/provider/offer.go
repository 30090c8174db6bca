package provider

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"

	"github.com/toolgen/toolgen/runtime"
)

// Member is the member of a request that holds what [Tools] and [Offer.Tools] return: toolConfig for Bedrock, tools for
// all others.
func Member(f Format) string {
	if f == Bedrock {
		return "toolConfig"
	}
	return "tools"
}

// Tools returns the value of the request's [Member] with the definitions of all tools, in their order: the same bytes for
// the same tools, so that what providers cache stays valid. It is nil where there is no tool to offer: then the member is
// left out, because some refuse an empty list.
//
// A tool that cannot be offered ([Define]) is left out, so that it does not fail the request for all the others; the error
// says which and why, and that there are more tools than the provider takes. The bytes are good all the same.
//
// Strict tools of Anthropic and Bedrock share a budget of one request: 20 tools, 24 properties that may be left out, 16
// unions (schema.md 8.1). The first tools get it; those for which it is not enough are offered without being strict.
func Tools(tools []Definition, f Format, o Options) ([]byte, error) {
	list := make([]*offered, len(tools))
	for i := range tools {
		list[i] = newOffered(tools[i], f, o)
	}
	return fragment(list, f, o)
}

// Offer makes the list of tools of requests from what a registry has. Each tool is projected once, for as long as the
// registry has it; after that a list costs its bytes and no more than two allocations besides. An Offer is safe for
// concurrent use.
type Offer struct {
	registry *runtime.Registry
	format   Format
	options  Options
	known    atomic.Pointer[map[*runtime.Spec]*offered] // never changes once it is here
}

// NewOffer returns an Offer of the tools of reg.
func NewOffer(reg *runtime.Registry, f Format, o Options) *Offer {
	return &Offer{registry: reg, format: f, options: o}
}

// Tools is the function [Tools] for the tools that the caller in ctx may see (Registry.Specs): sorted by name, hidden ones
// left out. The bytes are the caller's.
func (o *Offer) Tools(ctx context.Context) ([]byte, error) {
	specs := o.registry.Specs(ctx)
	known := o.known.Load()
	for _, s := range specs {
		if known == nil || (*known)[s] == nil {
			known = o.learn(specs, known)
			break
		}
	}
	return fragmentOf(len(specs), func(i int) *offered { return (*known)[specs[i]] }, o.format, o.options)
}

// Lost returns what the schema of the tool of that name lost on its way, where the caller in ctx may see the tool; nil for
// all others.
func (o *Offer) Lost(ctx context.Context, name string) []Loss {
	spec, visible := o.registry.Visible(ctx, name)
	if !visible {
		return nil
	}
	return newOffered(FromSpec(spec), o.format, o.options).lost
}

// learn projects the tools that are new, and forgets those that the registry has no more.
func (o *Offer) learn(specs []*runtime.Spec, old *map[*runtime.Spec]*offered) *map[*runtime.Spec]*offered {
	known := make(map[*runtime.Spec]*offered, len(specs))
	if old != nil {
		for tool := range o.registry.All() {
			if t := (*old)[tool.Spec()]; t != nil {
				known[tool.Spec()] = t
			}
		}
	}
	for _, s := range specs {
		if known[s] == nil {
			known[s] = newOffered(FromSpec(s), o.format, o.options)
		}
	}
	o.known.Store(&known)
	return &known
}

// offered is one tool in a format.
type offered struct {
	made
	bytes []byte
	loose []byte // where bytes are strict under a budget: the tool without being strict
	err   error
}

func newOffered(d Definition, f Format, o Options) *offered {
	t := &offered{}
	t.bytes, t.made, t.err = define(d, f, o)
	if way := dialectOf(f); t.err == nil && t.strict && way.strict == anthropicStrict {
		d.Strict = StrictOff
		t.loose, _, t.err = define(d, f, o)
	}
	return t
}

func fragment(list []*offered, f Format, o Options) ([]byte, error) {
	return fragmentOf(len(list), func(i int) *offered { return list[i] }, f, o)
}

const cacheControl = `,"cache_control":{"type":"ephemeral"}}`

// fragmentOf joins definitions. It walks twice, first to know how long they are.
func fragmentOf(n int, tool func(int) *offered, f Format, o Options) ([]byte, error) {
	open, end := "[", "]"
	switch f {
	case Gemini, GeminiLegacy:
		open, end = `[{"functionDeclarations":[`, `]}]`
	case Bedrock:
		open, end = `{"tools":[`, `]}`
	}
	total, count := len(open)+len(end)+len(cacheControl), 0
	var failed []string
	for i := range n {
		t := tool(i)
		if t.err != nil {
			failed = append(failed, t.err.Error())
			continue
		}
		count++
		total += max(len(t.bytes), len(t.loose)) + 1
	}
	if way := dialectOf(f); way != nil && way.tools > 0 && count > way.tools {
		failed = append(failed, "provider: "+itoa(count)+" tools are more than the "+itoa(way.tools)+" of a request to "+string(f))
	}
	var err error
	if failed != nil {
		err = errors.New(strings.Join(failed, "\n"))
	}
	if count == 0 {
		return nil, err
	}
	b := append(make([]byte, 0, total), open...)
	var spent budget
	for i := range n {
		t := tool(i)
		if t.err != nil {
			continue
		}
		if len(b) > len(open) {
			b = append(b, ',')
		}
		if t.loose != nil && !spent.afford(t.size) {
			b = append(b, t.loose...)
		} else {
			b = append(b, t.bytes...)
		}
	}
	if f == Anthropic && o.CacheControl {
		b = append(b[:len(b)-1], cacheControl...)
	}
	return append(b, end...), err
}

// budget is what the strict tools of one request have used.
type budget struct{ tools, optional, unions int }

// afford takes what a strict tool needs, if it is there.
func (b *budget) afford(s size) bool {
	next := budget{b.tools + 1, b.optional + s.optional, b.unions + s.unions}
	if next.tools > maxStrictTools || next.optional > maxStrictOptional || next.unions > maxStrictUnions {
		return false
	}
	*b = next
	return true
}
