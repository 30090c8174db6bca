package provider

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"
	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/internal/projected"
	"github.com/toolgen/toolgen/runtime/provider"
	"google.golang.org/genai"
)

// sdk decodes one tool into the vendor's own type, and says whether it has found itself there.
var sdk = map[provider.Format]func(t *testing.T, tool []byte) (name string){
	provider.OpenAI:  chatTool,
	provider.Mistral: chatTool,
	provider.Ollama:  chatTool,
	provider.Responses: func(t *testing.T, tool []byte) string {
		u := carried[responses.ToolUnionParam](t, tool)
		require.NotNil(t, u.OfFunction)
		return u.OfFunction.Name
	},
	provider.Anthropic: func(t *testing.T, tool []byte) string {
		u := carried[anthropic.ToolUnionParam](t, tool)
		require.NotNil(t, u.OfTool)
		return u.OfTool.Name
	},
	provider.Gemini:       geminiTool,
	provider.GeminiLegacy: geminiTool,
}

func chatTool(t *testing.T, tool []byte) string {
	carried[openai.ChatCompletionFunctionToolParam](t, tool)
	u := carried[openai.ChatCompletionToolUnionParam](t, tool)
	require.NotNil(t, u.OfFunction)
	return u.OfFunction.Function.Name
}

func geminiTool(t *testing.T, tool []byte) string {
	return carried[genai.FunctionDeclaration](t, tool).Name
}

// Every tool, in every format and with every strictness, is what the checker demands and what the SDK's type knows. What is not
// offered has no strict form, or a name that the format does not take.
func TestDefinitions(t *testing.T) {
	definitions := fixtures(t)
	offered, strict, refused := 0, 0, 0
	for f := range sdkAndBedrock() {
		for _, mode := range []provider.Strictness{provider.StrictAuto, provider.StrictOn, provider.StrictOff} {
			for _, d := range definitions {
				d.Strict = mode
				tool, lost, err := provider.Define(d, f, provider.Options{Output: true})
				if err != nil {
					refused++
					_, _, plain := provider.Define(provider.Definition{Name: d.Name, Input: d.Input, Strict: provider.StrictOff}, f, provider.Options{})
					require.True(t, mode == provider.StrictOn && errors.Is(err, provider.ErrNotStrict) || plain != nil, "%s %s: %v", f, d.Name, err)
					continue
				}
				offered++
				require.Empty(t, projected.Definition(tool, f), "%s, %s: %s", f, mode, tool)
				if mode == provider.StrictOff {
					require.NotContains(t, string(tool), `"strict":true`)
				}
				if decode := sdk[f]; decode != nil {
					require.Equal(t, d.Name, decode(t, tool))
				}
				if isStrict(tool) {
					strict++
				}
				for _, l := range lost {
					require.NotEmpty(t, l.Path)
					require.NotEmpty(t, l.Keyword)
				}
			}
		}
	}
	t.Logf("%d tools: %d definitions, %d of them strict, %d refused", len(definitions), offered, strict, refused)
	require.Greater(t, offered, 8000)
	require.Greater(t, strict, 1000)
}

func sdkAndBedrock() map[provider.Format]bool {
	all := map[provider.Format]bool{provider.Bedrock: true}
	for f := range sdk {
		all[f] = true
	}
	return all
}

func isStrict(tool []byte) bool {
	var v struct {
		Strict   bool
		Function struct{ Strict bool }
		ToolSpec struct{ Strict bool }
	}
	return json.Unmarshal(tool, &v) == nil && (v.Strict || v.Function.Strict || v.ToolSpec.Strict)
}

// The value of a request's member, with all tools, as the SDKs' request types have it.
func TestRequests(t *testing.T) {
	definitions := fixtures(t)[:40]
	for f := range sdk {
		list, _ := provider.Tools(definitions, f, provider.Options{CacheControl: true})
		require.NotNil(t, list)
		n := 0
		switch f {
		case provider.Responses:
			n = len(carried[[]responses.ToolUnionParam](t, list))
		case provider.Anthropic:
			tools := carried[[]anthropic.ToolUnionParam](t, list)
			n = len(tools)
			require.Equal(t, "ephemeral", string(tools[n-1].OfTool.CacheControl.Type))
		case provider.Gemini, provider.GeminiLegacy:
			n = len(carried[[]*genai.Tool](t, list)[0].FunctionDeclarations)
		default:
			n = len(carried[[]openai.ChatCompletionToolUnionParam](t, list))
		}
		require.Greater(t, n, 30, f)
	}
}

// The judge finds what it is there for: a member that no request has.
func TestCarriedFindsStrangers(t *testing.T) {
	for _, text := range []string{`{"type":"function","function":{"name":"a","parametres":{}}}`, `{"type":"function","function":{"name":"a"},"extra":1}`} {
		var v openai.ChatCompletionFunctionToolParam
		require.NoError(t, json.Unmarshal([]byte(text), &v))
		back, err := json.Marshal(v)
		require.NoError(t, err)
		require.False(t, same(t, []byte(text), back))
	}
	require.NotEmpty(t, projected.Definition([]byte(`{"name":"a b","input_schema":{"type":"object","anyOf":[]},"x":1}`), provider.Anthropic))
}
