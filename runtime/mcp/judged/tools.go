package judged

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// SimpleText answers with a short text.
//
//tool:name=test_simple_text access=public readonly openworld=false
func SimpleText() string { return "A short text, and nothing else." }

// ImageContent answers with a picture.
//
//tool:name=test_image_content access=public readonly openworld=false
func ImageContent() runtime.Image { return runtime.Image{Data: png} }

// AudioContent answers with a sound.
//
//tool:name=test_audio_content access=public readonly openworld=false
func AudioContent() runtime.Audio { return runtime.Audio{Data: wav} }

// EmbeddedResource answers with a text that has an address.
//
//tool:name=test_embedded_resource access=public readonly openworld=false
func EmbeddedResource() runtime.Result {
	return runtime.Result{Parts: []runtime.Part{note}}
}

// MultipleContentTypes answers with a text, a picture and a resource.
//
//tool:name=test_multiple_content_types access=public readonly openworld=false
func MultipleContentTypes() runtime.Result {
	return runtime.Text("A text, a picture and a resource.").With(runtime.Parts(runtime.Image{Data: png}), []runtime.Part{note})
}

// ErrorHandling fails, always.
//
//tool:name=test_error_handling access=public readonly openworld=false
func ErrorHandling() error { return errors.New("this tool fails whenever it is called") }

// WithProgress says three times how far it is, and takes a tenth of a second.
//
//tool:name=test_tool_with_progress access=public readonly openworld=false timeout=5s
func WithProgress(ctx context.Context, progress runtime.Progress) (string, error) {
	for done := 0; done <= 100; done += 50 {
		progress.Report(done, 100, fmt.Sprintf("%d of 100", done))
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	return "All 100 are done.", nil
}

// StreamingElicitation says how far it is and asks nobody anything.
//
//tool:name=test_streaming_elicitation access=public readonly openworld=false
func StreamingElicitation(progress runtime.Progress) string {
	progress.Report(1, 1, "done")
	return "There was nothing to ask."
}

// Kind is a kind of thing.
type Kind string

// The kinds of things.
const (
	Small Kind = "small"
	Large Kind = "large"
)

// Thing is what Echo was given.
type Thing struct {
	ID   int64  `json:"id"`
	Kind Kind   `json:"kind"`
	Note string `json:"note"`
}

// Echo answers with what it was given, exactly.
//
//tool:name=echo access=public readonly idempotent openworld=false
func Echo(
	id int64, // any whole number
	kind Kind, // what kind of thing it is
	//tool:optional
	note string, // what else there is to say
) Thing {
	return Thing{id, kind, note}
}

// TriggerToolChange changes the list of tools, for those who listen for it.
//
//tool:name=test_trigger_tool_change access=public destructive=false openworld=false
func (l *Lists) TriggerToolChange() error {
	const name = "test_of_the_moment"
	if !l.reg.Unregister(name) {
		fresh := runtime.Func(runtime.Spec{Name: name, Description: "A tool that comes and goes.", Access: runtime.Public},
			func(context.Context, []byte) runtime.Result { return runtime.Done() })
		if err := l.reg.Register(runtime.Set{fresh}); err != nil {
			return err
		}
	}
	return l.server.Load().Refresh()
}

// dialect2020 has the keywords of JSON Schema 2020-12 that no Go signature says. It runs nothing, so it checks nothing.
var dialect2020 = runtime.Func(runtime.Spec{
	Name:        "json_schema_2020_12_tool",
	Description: "Takes a person, and shows that a schema reaches clients as it is.",
	Access:      runtime.Public, ReadOnly: true, ClosedWorld: true,
	Input: `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",` +
		`"properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},` +
		`"contactMethod":{"type":"string","enum":["phone","email"]},"phone":{"type":"string"},"email":{"type":"string"}},` +
		`"allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],` +
		`"if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},` +
		`"then":{"required":["phone"]},"else":{"required":["email"]},` +
		`"additionalProperties":false,` +
		`"$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}}}`,
}, func(_ context.Context, args []byte) runtime.Result {
	return runtime.Text("Called with " + string(args))
})

// headed has an argument that clients repeat in a header of HTTP, which proxies can read.
var headed = runtime.Func(runtime.Spec{
	Name:        "test_x_mcp_header",
	Description: "Takes a region, which stands in a header too.",
	Access:      runtime.Public, ReadOnly: true, ClosedWorld: true,
	Input: `{"type":"object","properties":{"region":{"type":"string","description":"where to look","x-mcp-header":"Region"},` +
		`"level":{"type":"integer","description":"how deep"}}}`,
}, func(_ context.Context, args []byte) runtime.Result {
	return runtime.Text("Called with " + string(args))
})

// note is a resource that travels with its address.
var note = runtime.Part{Kind: runtime.ResourcePart, URI: "judged://note", MIME: "text/plain", Text: "A note with an address."}

// png is one red pixel, wav eight samples of silence.
var (
	png = decoded("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")
	wav = decoded("UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==")
)

func decoded(text string) []byte {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return data
}
