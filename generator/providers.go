package generator

import (
	"github.com/toolgen/toolgen/generator/internal/collect"
	"github.com/toolgen/toolgen/generator/internal/model"
	"github.com/toolgen/toolgen/generator/internal/schema"
	"github.com/toolgen/toolgen/runtime/provider"
)

// Definition is the tool as package provider takes it.
func Definition(t *Tool, s Schema) provider.Definition {
	return provider.Definition{
		Name: t.Name, Title: t.Title, Description: t.Description, Input: s.InputText(), Output: s.OutputText(),
		Hints:  provider.Hints{ReadOnly: t.ReadOnly, Additive: t.Additive, Idempotent: t.Idempotent, ClosedWorld: t.ClosedWorld},
		Strict: provider.Strictness(t.Strict),
	}
}

// limits asks package provider, so that what is found at generation is what happens when a tool is offered.
type limits struct{}

func (limits) Tool(t *model.Tool, providers []string) (all []collect.Finding) {
	d := Definition(t, schema.Of(t))
	for _, name := range providers {
		all = append(all, found(name, t.Name+": ", provider.Limits(d, provider.Format(name), provider.Options{}))...)
	}
	return all
}

func (limits) Request(tools []*model.Tool, providers []string) (all []collect.Finding) {
	var definitions []provider.Definition
	for _, t := range tools {
		if !t.Hidden { // which no request has
			definitions = append(definitions, Definition(t, schema.Of(t)))
		}
	}
	for _, name := range providers {
		all = append(all, found(name, "", provider.RequestLimits(definitions, provider.Format(name), provider.Options{}))...)
	}
	return all
}

// ruleOf gives each kind of limit its code and its fix.
var ruleOf = map[provider.LimitKind]struct{ code, fix string }{
	provider.NameLimit:        {"K13", "//tool:name=NAME with a name that it takes"},
	provider.PropertyLimit:    {"F23", "//tool:param NAME name=NEW, with letters, digits and _, a letter first"},
	provider.DescriptionLimit: {"D11", "//tool:description=\"...\" with a shorter text for models"},
	provider.EnumLimit:        {"T81", "//tool:strict=off, or a string that the function looks up"},
	provider.SizeLimit:        {"R5", "//tool:strict=off, or fewer and flatter parameters"},
	provider.StrictLimit:      {"C20", "//tool:strict=auto"},
	provider.CountLimit:       {"Q1", "hide some with //tool:hidden, or split the package"},
	provider.LossLimit:        {"Q1", "say in the comment what counts, or silence it: //tool:allow Q1 the function checks it"},
}

func found(name, tool string, list []provider.Limit) []collect.Finding {
	var out []collect.Finding
	for _, l := range list {
		rule := ruleOf[l.Kind]
		out = append(out, collect.Finding{Code: rule.code, Message: tool + "for " + name + " " + l.Message, Fix: rule.fix, Warning: !l.Refused})
	}
	return out
}
