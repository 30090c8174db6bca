package natstools

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
	"github.com/toolgen/toolgen/runtime/remote"
)

// A result travels as one JSON object whose members are those of runtime.Result; what is not there is left out:
//
//	{"text":"...", "json":VALUE, "parts":[{"kind","mime","uri","text","data":BASE64}], "notes":[{"kind","path","text"}],
//	 "error":{"class","message","problems":[{"path","message"}],"transient":true,"retryAfterMs":1}}

// encode writes a result. A value that is no JSON makes it an error: the whole message would be none.
func encode(name string, r runtime.Result) []byte {
	if r.JSON != nil && !json.Valid(r.JSON) {
		r.JSON = nil
		if r.Err == nil {
			r = runtime.Result{Err: runtime.NewError(runtime.ClassInternal, "internal error in tool "+name+": its value is no JSON")}
		}
	}
	b := []byte{'{'}
	b = member(b, "text", r.Text)
	if r.JSON != nil {
		b = append(key(b, "json"), r.JSON...)
	}
	if len(r.Parts) > 0 {
		b = list(key(b, "parts"), len(r.Parts), func(b []byte, i int) []byte { return appendPart(b, &r.Parts[i]) })
	}
	if len(r.Notes) > 0 {
		b = list(key(b, "notes"), len(r.Notes), func(b []byte, i int) []byte {
			b = member(b, "kind", r.Notes[i].Kind)
			b = member(b, "path", r.Notes[i].Path)
			return member(b, "text", r.Notes[i].Text)
		})
	}
	if r.Err != nil {
		b = append(appendError(append(key(b, "error"), '{'), r.Err), '}')
	}
	b, _, err := codec.Finish(append(b, '}')) // text that is no UTF-8 is mended
	if err != nil {
		return encode(name, runtime.Result{Err: runtime.NewError(runtime.ClassInternal, "internal error in tool "+name+": its result cannot be sent")})
	}
	return b
}

func appendPart(b []byte, p *runtime.Part) []byte {
	b = member(b, "kind", string(p.Kind))
	b = member(b, "mime", p.MIME)
	b = member(b, "uri", p.URI)
	b = member(b, "text", p.Text)
	if len(p.Data) > 0 {
		b = append(key(b, "data"), '"')
		b = base64.StdEncoding.AppendEncode(b, p.Data)
		b = append(b, '"')
	}
	return b
}

func appendError(b []byte, e *runtime.Error) []byte {
	b = member(b, "class", string(e.Class))
	b = member(b, "message", e.Error())
	if len(e.Problems) > 0 {
		b = list(key(b, "problems"), len(e.Problems), func(b []byte, i int) []byte {
			return member(member(b, "path", e.Problems[i].Path), "message", e.Problems[i].Message)
		})
	}
	if e.Transient {
		b = append(key(b, "transient"), "true"...)
	}
	if e.RetryAfter > 0 {
		b = strconv.AppendInt(key(b, "retryAfterMs"), e.RetryAfter.Milliseconds(), 10)
	}
	return b
}

// key begins a member of the object that b ends with.
func key(b []byte, name string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	return append(codec.AppendString(b, name), ':')
}

// member appends one whose value is text, nothing where that is "".
func member(b []byte, name, value string) []byte {
	if value == "" {
		return b
	}
	return codec.AppendString(key(b, name), value)
}

// list appends n objects, whose members item appends.
func list(b []byte, n int, item func(b []byte, i int) []byte) []byte {
	b = append(b, '[')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(item(append(b, '{'), i), '}')
	}
	return append(b, ']')
}

// fit writes a result in at most so many bytes. One that is longer is cut by runtime.Bound, which says so in it; what
// cannot be cut is an error that says how long it is.
func fit(name string, r runtime.Result, most int) []byte {
	b := encode(name, r)
	size := r.Size()
	for room := size; len(b) > most; b = encode(name, runtime.Bound(r, room)) {
		room = room * int64(most) / int64(len(b)) * 9 / 10
		if room < 64 {
			return encode(name, runtime.Result{Err: runtime.NewError(runtime.ClassResourceExhausted,
				"the tool is done, and its result of "+strconv.FormatInt(size, 10)+" bytes is too large to be sent; ask for less")})
		}
	}
	return b
}

// decode reads a result. Nothing of it is trusted: text is cleaned as descriptions are, because a model reads it; a value
// is what the tool says, with escapes where a character would not be seen; what is not of the form above is an error.
func decode(body []byte) (r runtime.Result, err error) {
	v, err := untrusted.Parse(body)
	if err != nil {
		return r, err
	}
	if !v.Is('{') {
		return r, errors.New("it is no object")
	}
	for i, name := range v.Keys {
		switch part := v.Parts[i]; {
		case name == "text" && part.Is('"'):
			r.Text, _ = untrusted.Visible(part.Text)
		case name == "json":
			r.JSON = untrusted.Escaped(part.Append(nil))
		case name == "parts" && part.Is('['):
			r.Parts, err = partsOf(part)
		case name == "notes" && part.Is('['):
			r.Notes = notesOf(part)
		case name == "error" && part.Is('{'):
			r.Err = errorOf(part)
		default:
			err = fmt.Errorf("it has a member %q that is not known, or of another type", untrusted.OneLine(name, 50))
		}
		if err != nil {
			return runtime.Result{}, err
		}
	}
	return r, nil
}

func partsOf(v *untrusted.Value) (parts []runtime.Part, err error) {
	for _, item := range v.Parts {
		p := runtime.Part{
			Kind: runtime.PartKind(item.Get("kind").Str()),
			MIME: untrusted.OneLine(item.Get("mime").Str(), 100),
			URI:  untrusted.OneLine(item.Get("uri").Str(), 2000),
		}
		switch p.Kind {
		case runtime.ImagePart, runtime.AudioPart, runtime.ResourcePart:
		default:
			return nil, fmt.Errorf("it has a part of a kind that is not known: %q", untrusted.OneLine(string(p.Kind), 50))
		}
		p.Text, _ = untrusted.Visible(item.Get("text").Str())
		if p.Data, err = base64.StdEncoding.DecodeString(item.Get("data").Str()); err != nil {
			return nil, errors.New("it has a part that is not base64")
		}
		if len(p.Data) == 0 {
			p.Data = nil
		}
		parts = append(parts, p)
	}
	return parts, nil
}

// How many notes and problems of a result are taken; a registry makes no more.
const (
	maxNotes    = 100
	maxProblems = 10
)

func notesOf(v *untrusted.Value) (notes []runtime.Note) {
	for _, item := range v.Parts[:min(len(v.Parts), maxNotes)] {
		notes = append(notes, runtime.Note{
			Kind: untrusted.OneLine(item.Get("kind").Str(), 50),
			Path: untrusted.OneLine(item.Get("path").Str(), 500),
			Text: untrusted.OneLine(item.Get("text").Str(), 1000),
		})
	}
	return notes
}

// errorOf reads an error. A name that the worker does not know, or does not show to this caller, is unknown here too.
func errorOf(v *untrusted.Value) *runtime.Error {
	class, said := runtime.Class(v.Get("class").Str()), v.Get("message").Str()
	failure := remote.Reported(class, said)
	if class == runtime.ClassUnknownTool {
		failure.Class = class
	}
	if problems := v.Get("problems"); class == runtime.ClassInvalidArguments && problems.Is('[') {
		for _, p := range problems.Parts[:min(len(problems.Parts), maxProblems)] {
			failure.Problems = append(failure.Problems, runtime.Problem{
				Path: untrusted.OneLine(p.Get("path").Str(), 500), Message: untrusted.OneLine(p.Get("message").Str(), 1000),
			})
		}
	}
	if v.Get("transient").Is('t') {
		var wait time.Duration
		if after := v.Get("retryAfterMs"); after.Is('0') {
			wait, _ = time.ParseDuration(after.Text + "ms")
		}
		failure = failure.AsTransient(min(wait, remote.LongestWait))
	}
	return failure
}
