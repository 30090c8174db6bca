package provider_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/internal/projected"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/provider"
)

// schema.md 8.1: the shape of a tool in each format.
func TestDefine(t *testing.T) {
	d := provider.Definition{Name: "get_x", Description: "Gets \"x\".", Input: args(`{"type":"integer","minimum":1}`)}
	in := d.Input
	for _, row := range []struct {
		format provider.Format
		o      provider.Options
		want   string
	}{
		{provider.OpenAI, provider.Options{}, `{"type":"function","function":{"name":"get_x","description":"Gets \"x\".","parameters":` + in + `,"strict":true}}`},
		{provider.OpenAI, provider.Options{Strict: provider.StrictOff}, `{"type":"function","function":{"name":"get_x","description":"Gets \"x\".","parameters":` + in + `,"strict":false}}`},
		{provider.Responses, provider.Options{}, `{"type":"function","name":"get_x","description":"Gets \"x\".","parameters":` + in + `,"strict":true}`},
		{provider.Anthropic, provider.Options{}, `{"name":"get_x","description":"Gets \"x\".","input_schema":` + in + `}`},
		{provider.Anthropic, provider.Options{Strict: provider.StrictOn}, `{"name":"get_x","description":"Gets \"x\".","input_schema":` + strings.Replace(in, `"minimum":1`, `"description":"At least 1"`, 1) + `,"strict":true}`},
		{provider.Gemini, provider.Options{}, `{"name":"get_x","description":"Gets \"x\".","parametersJsonSchema":` + in[:len(in)-1] + `,"propertyOrdering":["x"]}}`},
		{provider.GeminiLegacy, provider.Options{}, `{"name":"get_x","description":"Gets \"x\".","parameters":{"type":"OBJECT","properties":{"x":{"type":"INTEGER","minimum":1}},"required":["x"],"propertyOrdering":["x"]}}`},
		{provider.Bedrock, provider.Options{}, `{"toolSpec":{"name":"get_x","description":"Gets \"x\".","inputSchema":{"json":` + in + `}}}`},
		{provider.Mistral, provider.Options{}, `{"type":"function","function":{"name":"get_x","description":"Gets \"x\".","parameters":` + in + `}}`},
		{provider.Ollama, provider.Options{}, `{"type":"function","function":{"name":"get_x","description":"Gets \"x\".","parameters":` + in + `}}`},
		{provider.MCPNov2025, provider.Options{}, `{"name":"get_x","description":"Gets \"x\".","inputSchema":` + in + `,` + worst + `}`},
	} {
		got, lost, err := provider.Define(d, row.format, row.o)
		require.NoError(t, err)
		require.Equal(t, row.want, string(got), row.format)
		require.Equal(t, row.o.Strict == provider.StrictOn, len(lost) == 1 && row.format == provider.Anthropic)
	}
	none, _, err := provider.Define(provider.Definition{Name: "now"}, provider.GeminiLegacy, provider.Options{})
	require.NoError(t, err)
	require.Equal(t, `{"name":"now"}`, string(none), "an object without properties is refused there")
}

// C20: strict is decided for each tool.
func TestStrictDecision(t *testing.T) {
	strict := func(d provider.Definition, f provider.Format, o provider.Options) string {
		d.Name = "a"
		b, _, err := provider.Define(d, f, o)
		if err != nil {
			require.ErrorIs(t, err, provider.ErrNotStrict)
			return err.Error()
		}
		if strings.Contains(string(b), `"strict":true`) {
			return "strict"
		}
		return "plain"
	}
	auto := provider.Options{Strict: provider.StrictAuto}
	annotated, bounded := args(`{"type":"string","default":"a"}`), args(`{"type":"string","minLength":1}`)
	wide := `{"type":"object","properties":{"a":{"type":"string"}}}`
	require.Equal(t, "strict", strict(provider.Definition{Input: annotated}, provider.OpenAI, provider.Options{}), "annotations may go")
	require.Equal(t, "plain", strict(provider.Definition{Input: bounded}, provider.OpenAI, provider.Options{}), "a bound may not")
	require.Equal(t, "strict", strict(provider.Definition{Input: bounded}, provider.OpenAI, provider.Options{Strict: provider.StrictOn}))
	require.Equal(t, "strict", strict(provider.Definition{Input: bounded, Strict: provider.StrictOn}, provider.OpenAI, auto), "the tool's own word")
	require.Equal(t, "plain", strict(provider.Definition{Input: annotated, Strict: provider.StrictOff}, provider.OpenAI, provider.Options{Strict: provider.StrictOn}))
	require.Equal(t, "plain", strict(provider.Definition{Input: annotated, Remote: true}, provider.OpenAI, auto), "others may not take null")
	require.Equal(t, "plain", strict(provider.Definition{Input: annotated}, provider.Anthropic, provider.Options{}), "opt-in")
	require.Equal(t, "strict", strict(provider.Definition{Input: annotated}, provider.Anthropic, auto))
	require.Equal(t, "plain", strict(provider.Definition{Input: annotated}, provider.Gemini, provider.Options{Strict: provider.StrictOn}), "no such thing")
	require.Equal(t, "strict", strict(provider.Definition{Input: wide}, provider.Responses, provider.Options{}), "closing what was open is stricter")
	require.Equal(t, `provider: tool "a" cannot be offered to openai: no strict form: x: a map, whose keys are not declared`,
		strict(provider.Definition{Input: args(`{"type":"object","additionalProperties":{"type":"string"}}`)}, provider.OpenAI, provider.Options{Strict: provider.StrictOn}))
	deep := `{"type":"string"}`
	for range 11 {
		deep = args(deep)
	}
	require.Equal(t, "plain", strict(provider.Definition{Input: deep}, provider.OpenAI, provider.Options{}), "deeper than ten levels")
	_, _, err := provider.Define(provider.Definition{Name: "a", Strict: "maybe"}, provider.OpenAI, provider.Options{})
	require.EqualError(t, err, `provider: tool "a" cannot be offered to openai: strict is auto, on or off, not maybe`)
}

func TestO01OptionalInStrictForm(t *testing.T) {
	const contact = `{"type":"object","properties":{"name":{"type":"string"},"email":{"type":"string"}},"required":["name"],"additionalProperties":false}`
	plain, err := provider.Project(contact, provider.OpenAI, false)
	require.NoError(t, err)
	require.Equal(t, contact, string(plain.Schema))
	strict, err := provider.Project(contact, provider.OpenAI, true)
	require.NoError(t, err)
	require.Equal(t, `{"type":"object","properties":{"name":{"type":"string"},"email":{"type":["string","null"]}},"required":["name","email"],"additionalProperties":false}`, string(strict.Schema))
	require.Empty(t, strict.Lost)
}

func TestO03NullableObjectIsClosed(t *testing.T) {
	p, err := provider.Project(`{"type":"object","properties":{"a":{"type":["object","null"],"properties":{"b":{"enum":["x"]}}}}}`, provider.OpenAI, true)
	require.NoError(t, err)
	require.Equal(t, `{"type":"object","properties":{"a":{"type":["object","null"],"properties":{"b":{"enum":["x",null],"type":["string","null"]}},"required":["b"],"additionalProperties":false}},"required":["a"],"additionalProperties":false}`, string(p.Schema))
}

func TestO04LossesAreListed(t *testing.T) {
	const schema = `{"type":"object","properties":{"tree":{"$ref":"#/$defs/Node"},"pick":{"oneOf":[{"type":"string"},{"type":"integer"}]},"links":{"type":"array","items":{"type":"string","format":"uri"},"minItems":3}},"required":["tree"],"additionalProperties":false,` +
		`"$defs":{"Node":{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/Node"}}},"required":["kids"],"additionalProperties":false}}}`
	lost := func(f provider.Format) (lines []string) {
		p, err := provider.Project(schema, f, false)
		require.NoError(t, err)
		for _, l := range p.Lost {
			if l.Keyword != "additionalProperties" {
				lines = append(lines, l.String())
			}
		}
		return lines
	}
	require.Empty(t, lost(provider.OpenAI))
	require.Equal(t, []string{"pick: oneOf (widened)", `Node: required "kids" (widened)`}, lost(provider.Gemini))
	require.Equal(t, []string{`tree.kids[].kids[].kids[]: $ref "#/$defs/Node" (unrolled)`, "pick: oneOf (widened)", `links[]: format "uri" (described)`}, lost(provider.GeminiLegacy))
	_, err := provider.Project(schema, provider.Anthropic, true)
	require.EqualError(t, err, "no strict form: tree: a recursive schema")
}

func TestM07RemoteObjectWithoutProperties(t *testing.T) {
	const schema = `{"type":"object"}`
	b, lost, err := provider.Define(provider.Definition{Name: "a", Input: schema, Remote: true}, provider.OpenAI, provider.Options{})
	require.NoError(t, err)
	require.Empty(t, lost)
	require.Equal(t, `{"type":"function","function":{"name":"a","parameters":{"type":"object","properties":{}},"strict":false}}`, string(b))
}

// A schema from a hostile server costs next to nothing: it is refused, or comes out small.
func TestHostileSchemas(t *testing.T) {
	bomb := `{"type":"object","properties":{"a":{"$ref":"#/$defs/D0","description":"x"}},"$defs":{`
	for i := range 40 {
		d := "#/$defs/D" + string(rune('0'+(i+1)/10)) + string(rune('0'+(i+1)%10))
		bomb += `"D` + string(rune('0'+i/10)) + string(rune('0'+i%10)) + `":{"type":"object","properties":{"l":{"$ref":"` + d + `","description":"l"},"r":{"$ref":"` + d + `","description":"r"}}},`
	}
	bomb += `"D40":{"type":"string"},"D0":{"$ref":"#/$defs/D00"}}}`
	deep := `{"type":"string"}`
	for range 200 {
		deep = args(deep)
	}
	var many, names strings.Builder
	for i := range 12_000 {
		many.WriteString(`,"p` + itoa(i) + `":{}`)
		names.WriteString(`,"p` + itoa(i) + `"`)
	}
	for name, schema := range map[string]string{
		"references that multiply": bomb, "deep": deep, "long": `{"type":"object","description":"` + strings.Repeat("x", 300_000) + `"}`,
		"brackets": strings.Repeat("[", 1<<20), "many": `{"type":"object","properties":{` + many.String()[1:] + `},"required":[` + names.String()[1:] + `]}`, "a cycle of nothing": `{"$ref":"#"}`,
		"a cycle":   `{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"$ref":"#/$defs/B"},"B":{"$ref":"#/$defs/A"}}}`,
		"no object": `{"type":"string"}`, "no schema": `true`, "no JSON": `{"type":`,
		"allOf of itself": `{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"allOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/A"}]}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			everyForm(func(f provider.Format, strict bool) {
				p, err := provider.Project(schema, f, strict)
				if err == nil && !strings.HasPrefix(string(f), "mcp") {
					require.Empty(t, projected.Check(p.Schema, f, strict), "%s %.2000s", f, p.Schema)
					require.Less(t, len(p.Schema), 4<<20)
				}
			})
		})
	}
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

func tool(name, input string) runtime.Tool {
	return runtime.Func(runtime.Spec{Name: name, Description: "Does " + name + ".", Input: input}, func(context.Context, []byte) runtime.Result { return runtime.Result{} })
}

func TestOffer(t *testing.T) {
	reg := runtime.NewRegistry(runtime.Authorize(runtime.AuthorizerFunc(func(_ context.Context, p runtime.Principal, s *runtime.Spec) error {
		if s.Name == "secret" && p.Role != runtime.Admin {
			return runtime.NewError(runtime.ClassPermissionDenied, "no")
		}
		return nil
	})))
	require.NoError(t, reg.Register(runtime.Set{tool("b", args(`{"type":"string"}`)), tool("secret", ""), tool("a", "")}))
	offer := provider.NewOffer(reg, provider.Anthropic, provider.Options{CacheControl: true})
	anyone, admin := context.Background(), runtime.WithPrincipal(context.Background(), runtime.Principal{Role: runtime.Admin})

	got, err := offer.Tools(anyone)
	require.NoError(t, err)
	const a = `{"name":"a","description":"Does a.","input_schema":{"type":"object","properties":{},"additionalProperties":false}}`
	b := `{"name":"b","description":"Does b.","input_schema":` + args(`{"type":"string"}`) + `,"cache_control":{"type":"ephemeral"}}`
	require.Equal(t, "["+a+","+b+"]", string(got))
	got, err = offer.Tools(admin)
	require.NoError(t, err)
	require.Contains(t, string(got), `"secret"`)

	// Once the tools are known: the bytes, besides what the registry needs to say what may be seen.
	allocations := testing.AllocsPerRun(100, func() { _, _ = offer.Tools(anyone) }) - testing.AllocsPerRun(100, func() { reg.Specs(anyone) })
	require.LessOrEqual(t, allocations, 1.0)

	require.NoError(t, reg.Replace(tool("b", args(`{"type":"integer"}`))))
	got, err = offer.Tools(anyone)
	require.NoError(t, err)
	require.Contains(t, string(got), `"integer"`)
	require.True(t, reg.Unregister("a"))
	require.True(t, reg.Unregister("b"))
	got, err = offer.Tools(anyone)
	require.NoError(t, err)
	require.Nil(t, got, "no list at all, because some refuse an empty one")
}

// One tool that cannot be offered does not fail the others.
func TestOfferLeavesOut(t *testing.T) {
	tools := []provider.Definition{{Name: "a", Input: args(`{}`)}, {Name: "b", Input: `{"type":"object","properties":{"a b":{}}}`}}
	got, err := provider.Tools(tools, provider.Anthropic, provider.Options{})
	require.EqualError(t, err, `provider: tool "b" cannot be offered to anthropic: the name of property "a b" does not match ^[A-Za-z0-9_.-]{1,64}$`)
	require.Equal(t, `[{"name":"a","input_schema":`+args(`{}`)+`}]`, string(got))
	_, err = provider.Tools([]provider.Definition{{Name: "a.b"}}, provider.OpenAI, provider.Options{})
	require.EqualError(t, err, `provider: tool "a.b" cannot be offered to openai: its name does not match ^[A-Za-z0-9_-]{1,64}$`)
	_, err = provider.Tools([]provider.Definition{{Name: "1"}}, provider.Gemini, provider.Options{})
	require.EqualError(t, err, `provider: tool "1" cannot be offered to gemini: its name does not match ^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$`)
}

// 8.1: the strict tools of an Anthropic request share a budget.
func TestStrictBudget(t *testing.T) {
	for what, input := range map[string]string{
		"tools":    args(`{"type":"string"}`),
		"optional": `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"additionalProperties":false}`,
		"unions":   args(`{"type":["string","null"]}`),
	} {
		var tools []provider.Definition
		for i := range 30 {
			tools = append(tools, provider.Definition{Name: "t" + itoa(i), Input: input, Strict: provider.StrictOn})
		}
		got, err := provider.Tools(tools, provider.Anthropic, provider.Options{})
		require.NoError(t, err)
		require.Equal(t, map[string]int{"tools": 20, "optional": 12, "unions": 16}[what], strings.Count(string(got), `"strict":true`), what)
	}
}
