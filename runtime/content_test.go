package runtime_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// Files of which the first bytes are enough.
const (
	pngFile  = "\x89PNG\r\n\x1a\nrest"
	jpegFile = "\xFF\xD8\xFF\xE0rest"
	gifFile  = "GIF89arest"
	webpFile = "RIFF\x04\x00\x00\x00WEBPrest"
	wavFile  = "RIFF\x04\x00\x00\x00WAVErest"
)

// O7: what bytes are is said by the directive, else by their first bytes, else they are text or a blob.
func TestBytes(t *testing.T) {
	part := func(kind runtime.PartKind, mime, data string) runtime.Result {
		return runtime.Result{Parts: []runtime.Part{{Kind: kind, MIME: mime, Data: []byte(data)}}}
	}
	for _, row := range []struct {
		name, data, mime string
		want             runtime.Result
	}{
		{"png", pngFile, "", part(runtime.ImagePart, "image/png", pngFile)},
		{"jpeg", jpegFile, "", part(runtime.ImagePart, "image/jpeg", jpegFile)},
		{"gif 89a", gifFile, "", part(runtime.ImagePart, "image/gif", gifFile)},
		{"gif 87a", "GIF87arest", "", part(runtime.ImagePart, "image/gif", "GIF87arest")},
		{"webp", webpFile, "", part(runtime.ImagePart, "image/webp", webpFile)},
		{"wav", wavFile, "", part(runtime.AudioPart, "audio/wav", wavFile)},
		{"another riff", "RIFF\xFF\x00\x00\x00AVI rest", "", part(runtime.ResourcePart, "application/octet-stream", "RIFF\xFF\x00\x00\x00AVI rest")},
		{"a short riff is text", "RIFF", "", runtime.Result{Text: "RIFF"}},
		{"text", "grüß\n", "", runtime.Result{Text: "grüß\n"}},
		{"blob", "a\xffb", "", part(runtime.ResourcePart, "application/octet-stream", "a\xffb")},
		{"nothing", "", "", runtime.Result{}},
		{"nothing of a type", "", "image/png", runtime.Result{}},
		{"mime wins over magic", pngFile, "application/x-own", part(runtime.ResourcePart, "application/x-own", pngFile)},
		{"image by mime", "<svg/>", "image/svg+xml", part(runtime.ImagePart, "image/svg+xml", "<svg/>")},
		{"audio by mime", "ID3", "audio/mpeg", part(runtime.AudioPart, "audio/mpeg", "ID3")},
		{"text by mime", "a,b", "text/csv; charset=utf-8", runtime.Result{Text: "a,b"}},
		{"json by mime", "{}", "application/json", runtime.Result{Text: "{}"}},
		{"a kind of json", "{}", "application/geo+json", runtime.Result{Text: "{}"}},
		{"a kind of xml", "<a/>", "application/atom+xml", runtime.Result{Text: "<a/>"}},
		{"text in another charset is kept as it is", "caf\xe9", "text/plain", part(runtime.ResourcePart, "text/plain", "caf\xe9")},
		{"a type that models cannot read", "%PDF", "application/pdf", part(runtime.ResourcePart, "application/pdf", "%PDF")},
	} {
		t.Run(row.name, func(t *testing.T) {
			require.Equal(t, row.want, runtime.Bytes([]byte(row.data), row.mime))
		})
	}
}

// O7: pictures and sounds are content; those that are not there are left out.
func TestParts(t *testing.T) {
	image := runtime.Image{Data: []byte(pngFile)}
	own := runtime.Image{Data: []byte("<svg/>"), MIME: "image/svg+xml"}
	png := runtime.Part{Kind: runtime.ImagePart, MIME: "image/png", Data: []byte(pngFile)}
	svg := runtime.Part{Kind: runtime.ImagePart, MIME: "image/svg+xml", Data: []byte("<svg/>")}

	require.Equal(t, []runtime.Part{png, svg}, runtime.Parts(image, own))
	require.Equal(t, []runtime.Part{png}, runtime.Parts(nil, &image, nil, &runtime.Image{}))
	require.Nil(t, runtime.Parts(runtime.Image{}, runtime.Image{MIME: "image/png"}))
	require.Nil(t, runtime.Parts([]runtime.Audio(nil)...))
	require.Nil(t, runtime.Parts((*runtime.Audio)(nil)))

	wav := runtime.Part{Kind: runtime.AudioPart, MIME: "audio/wav", Data: []byte(wavFile)}
	require.Equal(t, []runtime.Part{wav}, runtime.Parts(runtime.Audio{Data: []byte(wavFile)}))
	require.Equal(t, []runtime.Part{wav}, runtime.Parts(&runtime.Audio{Data: []byte(wavFile), MIME: "audio/wav"}))

	// What no decoder knows is not called an image, nor what is a sound.
	blob := runtime.Part{Kind: runtime.ResourcePart, MIME: "application/octet-stream", Data: []byte("BM..")}
	require.Equal(t, []runtime.Part{blob}, runtime.Parts(runtime.Image{Data: []byte("BM..")}))
	require.Equal(t, runtime.ResourcePart, runtime.Parts(runtime.Image{Data: []byte(wavFile)})[0].Kind)
	require.Equal(t, runtime.ResourcePart, runtime.Parts(runtime.Audio{Data: []byte(pngFile)})[0].Kind)

	require.Same(t, &image.Data[0], &runtime.Parts(image)[0].Data[0], "not copied")
	require.Equal(t, 1.0, testing.AllocsPerRun(100, func() { sink = runtime.Parts(image, own) }), "the list alone")

	result := runtime.Text("a chart").With(runtime.Parts(image), nil, runtime.Parts(own))
	require.Equal(t, runtime.Result{Text: "a chart", Parts: []runtime.Part{png, svg}}, result)
	require.Equal(t, runtime.Result{Text: "a"}, runtime.Text("a").With(nil))
}

var sink []runtime.Part

// Parts alone are shown in words where there is room for text only.
func TestOutputOfParts(t *testing.T) {
	result := runtime.Result{Parts: []runtime.Part{
		{Kind: runtime.ImagePart, MIME: "image/png", Data: []byte(pngFile)},
		{Kind: runtime.ResourcePart, URI: "file:///a.pdf"},
		{Kind: runtime.ResourcePart, MIME: "text/plain", Text: "the text itself"},
	}}
	require.Equal(t, "[image image/png, 12 bytes]\n[resource file:///a.pdf]\nthe text itself", result.Output())
	result.Text = "said already"
	require.Equal(t, "said already", result.Output())
	require.Empty(t, runtime.Result{}.Output())
	require.Equal(t, "no", runtime.Result{Parts: result.Parts, Err: runtime.NewError(runtime.ClassFailed, "no")}.Output())
}

// O2: a text that is structured too is shown verbatim.
func TestStructured(t *testing.T) {
	require.Equal(t, runtime.Result{Text: `say "a"`, JSON: []byte(`"say \"a\""`)}, runtime.Structured(`say "a"`))
	require.Equal(t, runtime.Result{JSON: []byte(`""`)}, runtime.Structured(""))
	got := runtime.Structured("a\xff")
	require.Equal(t, "a\uFFFD", got.Text, "O17")
	require.Equal(t, `"`+"a\uFFFD"+`"`, string(got.JSON))
	require.Len(t, got.Notes, 1)
	require.True(t, strings.HasPrefix(got.Notes[0].Kind, "replaced"))
}
