package natstools

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// What is written is within the limit, whatever the result is, and can be read.
func TestFit(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	some := func(most int) string {
		unit := []string{"a", "\n", "\x00", "ä", "\xff", `"`, "<"}[random.IntN(7)]
		return strings.Repeat(unit, random.IntN(most))
	}
	for range 2000 {
		r := runtime.Result{Text: some(20_000)}
		if random.IntN(2) == 0 {
			r.JSON = []byte(`"` + strings.Repeat("v", random.IntN(20_000)) + `"`)
		}
		for range random.IntN(4) {
			r.Parts = append(r.Parts, runtime.Part{Kind: runtime.ImagePart, MIME: "image/png", Data: []byte(some(8000)), URI: some(100)})
			r.Notes = append(r.Notes, runtime.Note{Kind: "k", Path: "p", Text: some(500)})
		}
		if random.IntN(3) == 0 {
			r.Err = runtime.NewError(runtime.ClassFailed, some(5000))
		}
		most := 1<<10 + random.IntN(30_000)
		b := fit("act", r, most)
		require.LessOrEqual(t, len(b), most)
		_, err := decode(b)
		require.NoError(t, err, "%s", b)
	}
}

// FuzzDecode: whatever a worker sends is read or refused, and what is read is read again from how it is written.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"text":"a"}`, `{"json":{"z":1,"a":[1.0,1e400,null]}}`, `{"json":null}`, `{"parts":[{"kind":"image","mime":"image/png","data":"AA=="}]}`,
		`{"notes":[{"kind":"k","path":"p","text":"t"}]}`, `{"error":{"class":"invalid_arguments","message":"m","problems":[{"path":"p","message":"m"}]}}`,
		`{"error":{"class":"unavailable","transient":true,"retryAfterMs":1e99}}`, `{"text":"\ud800"}`, `{"parts":[null]}`, `[`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		r, err := decode(body)
		if err != nil {
			return
		}
		again, err := decode(encode("act", r))
		require.NoError(t, err)
		require.Equal(t, r, again)
	})
}
