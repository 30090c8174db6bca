package mcp

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// toResult is what a client is sent of a result. It is never nil and always has content.
//
// The value of a result is sent twice, as the protocol wants it: as structuredContent, and as text with the same bytes for
// clients that read text alone. What the tool wrote for the model to read comes before that, where it is something else.
func toResult(t *offered, modern bool, r runtime.Result) *sdk.CallToolResult {
	value := valueOf(t, modern, &r)
	text := r.Text
	if r.Err != nil && text == "" {
		text = r.Err.Error()
	}
	out := &sdk.CallToolResult{IsError: r.Err != nil, Meta: meta(&r)}
	if text != "" || value == nil && len(r.Parts) == 0 {
		out.Content = append(make([]sdk.Content, 0, 1+len(r.Parts)), &sdk.TextContent{Text: text})
	}
	if value != nil && text != string(value) {
		out.Content = append(out.Content, &sdk.TextContent{Text: string(value)})
	}
	if value != nil && (modern || value[0] == '{') { // before 2026-07-28 it is an object or nothing
		out.StructuredContent = value
	}
	for i := range r.Parts {
		out.Content = append(out.Content, content(i, &r.Parts[i]))
	}
	return out
}

// valueOf returns the value of r as clients of that revision get it, nil where there is none. A tool that does not keep its word
// makes r an error: bytes that are no JSON would leave the client without any answer, and a client that was told of an output
// schema throws away a success without a value.
func valueOf(t *offered, modern bool, r *runtime.Result) json.RawMessage {
	name := t.definition.Name
	switch {
	case r.JSON == nil && (r.Err != nil || t.definition.Output == ""):
		return nil
	case r.JSON == nil:
		r.Err = runtime.NewError(runtime.ClassInternal, "tool "+name+" returned no value, which it promises to do")
		if r.Text != "" {
			r.Text = r.Err.Message + "; its text is:\n" + r.Text
		}
		return nil
	}
	value := r.JSON
	if !utf8.Valid(value) { // is mended like other results (O17), or the client could not read the message
		value, _, _ = codec.Finish(codec.AppendRaw(nil, value)) // what cannot be mended is no JSON
	}
	if !json.Valid(value) {
		if r.Err == nil {
			r.Err = runtime.NewError(runtime.ClassInternal, "internal error in tool "+name+": its value is no JSON")
			r.Text = ""
		}
		return nil
	}
	if bytes.ContainsAny(value, "\n\r\t ") { // as it goes over the wire, so that the text is the same
		var compact bytes.Buffer
		if json.Compact(&compact, value) == nil {
			value = compact.Bytes()
		}
	}
	if t.wraps() && !modern {
		value = append(append(append(make([]byte, 0, len(value)+11), `{"result":`...), value...), '}')
	}
	return value
}

// content is one part of a result. n counts them, to name what has no name of its own.
func content(n int, p *runtime.Part) sdk.Content {
	switch {
	case len(p.Data) == 0 && p.Text == "" && p.URI != "": // it is somewhere else
		return &sdk.ResourceLink{URI: p.URI, Name: p.URI, MIMEType: p.MIME}
	case p.Kind == runtime.ImagePart && p.MIME != "":
		return &sdk.ImageContent{Data: p.Data, MIMEType: p.MIME}
	case p.Kind == runtime.AudioPart && p.MIME != "":
		return &sdk.AudioContent{Data: p.Data, MIMEType: p.MIME}
	}
	resource := &sdk.ResourceContents{URI: p.URI, MIMEType: p.MIME, Text: p.Text}
	if resource.URI == "" {
		resource.URI = "toolgen:part/" + strconv.Itoa(n+1)
	}
	if p.Text == "" {
		resource.Blob = append([]byte{}, p.Data...) // an empty one is one too
	}
	return &sdk.EmbeddedResource{Resource: resource}
}

// meta is what a program may want to know of a result besides; nil for nothing.
func meta(r *runtime.Result) sdk.Meta {
	if len(r.Notes) == 0 && r.Err == nil {
		return nil
	}
	m := sdk.Meta{}
	if len(r.Notes) > 0 {
		notes := make([]map[string]string, len(r.Notes))
		for i, note := range r.Notes {
			notes[i] = map[string]string{"kind": string(note.Kind), "path": note.Path, "text": note.Text}
		}
		m[metaNotes] = notes
	}
	if r.Err != nil {
		failure := map[string]any{"class": string(r.Err.Class)}
		if r.Err.Transient {
			failure["transient"] = true
		}
		if r.Err.RetryAfter > 0 {
			failure["retryAfterMs"] = r.Err.RetryAfter.Milliseconds()
		}
		if r.Err.NotStarted {
			failure["notStarted"] = true
		}
		m[metaError] = failure
	}
	return m
}
