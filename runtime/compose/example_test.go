package compose_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
	"github.com/toolgen/toolgen/runtime/compose"
)

// A registry with three tools, as generated code would bring them.
func library() *runtime.Registry {
	reg := runtime.NewRegistry()
	err := reg.Register(runtime.Set{
		runtime.Func(runtime.Spec{
			Name: "fetch_page", Access: runtime.Public, ReadOnly: true,
			Input:  `{"type":"object","properties":{"url":{"type":"string","description":"where the page is"}},"required":["url"],"additionalProperties":false}`,
			Output: `{"type":"object","properties":{"title":{"type":"string"},"words":{"type":"integer"}},"required":["title","words"],"additionalProperties":false}`,
		}, func(_ context.Context, args []byte) runtime.Result {
			if strings.Contains(string(args), "missing") {
				return runtime.Result{Err: runtime.NewError(runtime.ClassFailed, "no such page")}
			}
			return runtime.JSON([]byte(`{"title":"Hello","words":120}`))
		}),
		runtime.Func(runtime.Spec{
			Name: "translate", Access: runtime.Public, ReadOnly: true,
			Input: `{"type":"object","properties":{"text":{"type":"string"},"to":{"type":"string","enum":["de","fr"],"default":"de"}},"required":["text"],"additionalProperties":false}`,
		}, func(_ context.Context, args []byte) runtime.Result { return runtime.Text("translated " + string(args)) }),
		runtime.Func(runtime.Spec{
			Name: "save_note", Access: runtime.Trusted, Additive: true, ClosedWorld: true,
			Input: `{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false}`,
		}, func(_ context.Context, args []byte) runtime.Result { return runtime.Text("saved " + string(args)) }),
	})
	if err != nil {
		panic(err)
	}
	return reg
}

func ExampleNewChain() {
	reg := library()
	chain, err := compose.NewChain(reg, runtime.Spec{Name: "translate_title", Description: "Translates the title of a page."},
		compose.Step{ID: "page", Tool: "fetch_page", Args: []compose.Arg{compose.From("url", "$input.url")}},
		compose.Step{ID: "german", Tool: "translate", Args: []compose.Arg{
			compose.From("text", "$page.title"),
			compose.From("to", "$input.language").Or(`"de"`),
		}},
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(chain.Spec().Input)
	fmt.Println(chain.Execute(context.Background(), []byte(`{"url":"https://example.com"}`)).Output())
	fmt.Println(chain.Execute(context.Background(), []byte(`{"url":"https://example.com/missing"}`)).Output())
	// Output:
	// {"type":"object","properties":{"url":{"type":"string","description":"where the page is"},"language":{"type":"string","enum":["de","fr"],"default":"de"}},"required":["url"],"additionalProperties":false}
	// translated {"text":"Hello","to":"de"}
	// step "page": no such page
}

// Everything that is wrong is found when the chain is built.
func ExampleNewChain_errors() {
	_, err := compose.NewChain(library(), runtime.Spec{Name: "translate_title"},
		compose.Step{ID: "page", Tool: "fetch_page"},
		compose.Step{ID: "german", Tool: "translate", Args: []compose.Arg{
			compose.From("text", "$page.words"),
			compose.From("to", "$summary"),
			compose.Const("tone", `"polite"`),
		}},
	)
	fmt.Println(err)
	// Output:
	// compose: the chain "translate_title" was not built, because of 4 problems:
	// 	page.url: is required and nothing is given for it
	// 	german.text: $page.words is an integer, wanted is a string
	// 	german.to: $summary: there is no step "summary"
	// 	german.tone: is not known; known are "text", "to"
}

func ExampleFrom() {
	reg := library()
	chain, _ := compose.NewChain(reg, runtime.Spec{Name: "note_title", Description: "Notes the title of a page."},
		compose.Step{ID: "page", Tool: "fetch_page", Args: []compose.Arg{compose.From("url", "$input.url")}},
		compose.Step{Tool: "save_note", Args: []compose.Arg{compose.From("text", "$page.title")}},
	)
	fmt.Println(chain.Execute(context.Background(), []byte(`{"url":"x"}`)).Output())
	// Output: saved {"text":"Hello"}
}

func ExampleConst() {
	chain, _ := compose.NewChain(library(), runtime.Spec{Name: "to_french", Description: "Translates a text to French."},
		compose.Step{Tool: "translate", Args: []compose.Arg{compose.From("text", "$input.text"), compose.Const("to", `"fr"`)}},
	)
	fmt.Println(chain.Execute(context.Background(), []byte(`{"text":"Hello"}`)).Output())
	// Output: translated {"text":"Hello","to":"fr"}
}

func ExampleArg_Or() {
	chain, _ := compose.NewChain(library(), runtime.Spec{Name: "to_any", Description: "Translates a text."},
		compose.Step{Tool: "translate", Args: []compose.Arg{compose.From("text", "$input.text"), compose.From("to", "$input.to").Or(`"fr"`)}},
	)
	fmt.Println(chain.Execute(context.Background(), []byte(`{"text":"Hello"}`)).Output())
	// Output: translated {"text":"Hello","to":"fr"}
}

func ExampleArg_Optional() {
	chain, _ := compose.NewChain(library(), runtime.Spec{Name: "to_any", Description: "Translates a text."},
		compose.Step{Tool: "translate", Args: []compose.Arg{compose.From("text", "$input.text"), compose.From("to", "$input.to").Optional()}},
	)
	fmt.Println(chain.Execute(context.Background(), []byte(`{"text":"Hello"}`)).Output())
	fmt.Println(chain.Execute(context.Background(), []byte(`{"text":"Hello","to":"fr"}`)).Output())
	// Output:
	// translated {"text":"Hello"}
	// translated {"text":"Hello","to":"fr"}
}

// A host finds in the error what a model is not shown.
func ExampleStepError() {
	chain, _ := compose.NewChain(library(), runtime.Spec{Name: "note_title", Description: "Notes the title of a page."},
		compose.Step{ID: "page", Tool: "fetch_page", Args: []compose.Arg{compose.From("url", "$input.url")}},
		compose.Step{ID: "again", Tool: "fetch_page", Args: []compose.Arg{compose.Const("url", `"missing"`)}},
	)
	result := chain.Execute(context.Background(), []byte(`{"url":"x"}`))
	if step, ok := errors.AsType[*compose.StepError](result.Err); ok {
		fmt.Println(step.Tool, "failed after", step.Done[0].ID, "returned", step.Done[0].Output())
	}
	// Output: fetch_page failed after page returned {"title":"Hello","words":120}
}

func ExampleNewConditional() {
	reg := library()
	long := compose.When(
		func(args []byte) (text string, err error) {
			c := codec.Open(args)
			for c.Object(); c.Field(); {
				text = c.String()
			}
			return text, c.Close()
		},
		func(_ context.Context, text string) (bool, error) { return len(text) > 20, nil },
	)
	tool, err := compose.NewConditional(reg, runtime.Spec{Name: "keep_text", Description: "Saves a long text, translates a short one."}, long, "save_note", "translate")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(tool.Spec().Access, tool.Spec().ReadOnly)
	fmt.Println(tool.Execute(context.Background(), []byte(`{"text":"Hello"}`)).Output())
	fmt.Println(tool.Execute(context.Background(), []byte(`{"text":"Hello, how are you today?"}`)).Output())
	// Output:
	// trusted false
	// translated {"text":"Hello"}
	// saved {"text":"Hello, how are you today?"}
}

func ExampleWhen() {
	even := compose.When(
		func(args []byte) (int, error) { return len(args), nil },
		func(_ context.Context, n int) (bool, error) { return n%2 == 0, nil },
	)
	fmt.Println(even(context.Background(), []byte(`{}`)))
	// Output: true <nil>
}

// A plan as a model makes it up.
func ExamplePlan_Run() {
	plan := compose.Plan{Nodes: []compose.Node{
		{ID: "a", Tool: "fetch_page", Args: []byte(`{"url":"https://example.com/a"}`)},
		{ID: "b", Tool: "fetch_page", Args: []byte(`{"url":"https://example.com/missing"}`)},
		{ID: "german", Tool: "translate", Args: []byte(`{"text":"$a.title"}`)},
		{ID: "french", Tool: "translate", Args: []byte(`{"text":"$b.title","to":"fr"}`)},
	}}
	answers, err := plan.Run(context.Background(), library())
	fmt.Println(err)
	for _, a := range answers {
		fmt.Println(a.ID, a.Output())
	}
	// Output:
	// <nil>
	// a {"title":"Hello","words":120}
	// b no such page
	// german translated {"text":"Hello"}
	// french not run, because "b" failed
}

func ExampleNewPlan() {
	reg := library()
	tool, err := compose.NewPlan(reg, runtime.Spec{Name: "compare_pages", Description: "Compares two pages."}, compose.Plan{Nodes: []compose.Node{
		{ID: "a", Tool: "fetch_page", Args: []byte(`{"url":"$input.first"}`)},
		{ID: "b", Tool: "fetch_page", Args: []byte(`{"url":"$input.second"}`)},
	}}, `{"first":"$a.words","second":"$b.words"}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(tool.Spec().Output)
	fmt.Println(tool.Execute(context.Background(), []byte(`{"first":"x","second":"y"}`)).Output())
	// Output:
	// {"type":"object","properties":{"first":{"type":"integer"},"second":{"type":"integer"}},"required":["first","second"],"additionalProperties":false}
	// {"first":120,"second":120}
}

func ExampleParallel() {
	answers := compose.Parallel(context.Background(), library(), 4,
		compose.Call{ID: "call_1", Tool: "fetch_page", Args: []byte(`{"url":"x"}`)},
		compose.Call{ID: "call_2", Tool: "fetch_pages", Args: []byte(`{"url":"y"}`)},
	)
	for _, a := range answers {
		fmt.Println(a.ID, a.Output())
	}
	// Output:
	// call_1 {"title":"Hello","words":120}
	// call_2 unknown tool "fetch_pages"; did you mean "fetch_page"?
}
