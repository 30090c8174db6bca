package mcp

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// back makes a runtime.Result of what a server answered. It reads the very bytes of the answer, of which the SDK has seen that they are
// a result at all: numbers stay as they were written.
//
// Text is cleaned as descriptions are, because a model reads it; a structured value is what the tool says, with
// escapes where a character would not be seen.
//
// The structured value is the result; a text that says the same, as the protocol wants for clients that know no values, is left out.
// A value that is not what the tool's output schema says, or is missing where there is one, is an error: what a server promises of
// its results is what whoever calls counts on.
func (c *Client) back(d *definition, x *exchange, decoded *sdk.CallToolResult) runtime.Result {
	answer, err := x.result()
	if err == nil && decoded.NeedsInput() {
		err = errors.New("the server asks for something, and there is nobody to ask")
	}
	if err != nil {
		return unreadable(err)
	}
	result, err := contents(answer)
	if err != nil {
		return unreadable(err)
	}
	if size := sizeOf(&result); size > c.remote.Limits.Result {
		return runtime.Result{Err: runtime.NewError(runtime.ClassResourceExhausted,
			fmt.Sprintf("the tool's result has %d bytes, and at most %d are taken; ask for less", size, c.remote.Limits.Result))}
	}
	if answer.get("isError").is('t') {
		return runtime.Result{Err: reported(answer, &result), Parts: result.Parts}
	}
	if d.heavy*len(result.JSON) > maxChecks {
		return runtime.Result{Err: runtime.NewError(runtime.ClassResourceExhausted,
			"the tool's result is too large to be held against its output schema; ask for less")}
	}
	if err := keepsPromise(d, &result); err != nil {
		return unreadable(err)
	}
	return result
}

// maxChecks is what the size of a value times the weight of its schema may come to: every part of the one may be held against every
// part of the other.
const maxChecks = 1 << 28

// unreadable is the result of a call whose answer is not what it must be.
func unreadable(err error) runtime.Result {
	return runtime.Result{Err: runtime.NewError(runtime.ClassInternal,
		"the server's answer is not valid, although the call may have been carried out: "+oneLine(err.Error(), 500)).WithCause(err)}
}

// contents reads the parts of an answer.
func contents(answer *jsonValue) (r runtime.Result, err error) {
	value, content := answer.get("structuredContent"), answer.get("content")
	if value.is('n') {
		value = nil
	}
	if !content.is('[') && (content != nil || value == nil) {
		return r, errors.New("it has no content")
	}
	var lines []string
	if content != nil {
		for _, item := range content.parts {
			if item.get("type").str() == "text" {
				lines = append(lines, item.get("text").str())
				continue
			}
			part, err := partOf(item)
			if err != nil {
				return r, err
			}
			r.Parts = append(r.Parts, part)
		}
	}
	text := strings.Join(lines, "\n")
	if value != nil {
		r.JSON = escaped(value.append(nil))
		if twin, err := parseJSON([]byte(text)); err == nil && twin.sorted().String() == value.sorted().String() {
			text = ""
		}
	}
	r.Text, _ = visible(text)
	return r, nil
}

// partOf reads an item of an answer that is no text.
func partOf(item *jsonValue) (p runtime.Part, err error) {
	resource := item
	switch kind := item.get("type").str(); kind {
	case "image", "audio":
		p.Kind = runtime.PartKind(kind)
		p.Data, err = base64.StdEncoding.DecodeString(item.get("data").str())
	case "resource":
		resource = item.get("resource")
		p.Kind = runtime.ResourcePart
		p.Text, _ = visible(resource.get("text").str())
		p.Data, err = base64.StdEncoding.DecodeString(resource.get("blob").str())
	case "resource_link":
		p.Kind = runtime.ResourcePart
	default:
		return p, fmt.Errorf("it has content of a kind that is not known: %q", oneLine(kind, 50))
	}
	if err != nil {
		return p, errors.New("it has content that is not base64")
	}
	if len(p.Data) == 0 {
		p.Data = nil
	}
	p.MIME, p.URI = oneLine(resource.get("mimeType").str(), 100), oneLine(resource.get("uri").str(), 2000)
	return p, nil
}

// sizeOf is how much a result holds.
func sizeOf(r *runtime.Result) int {
	n := len(r.Text) + len(r.JSON)
	for i := range r.Parts {
		n += len(r.Parts[i].Text) + len(r.Parts[i].Data)
	}
	return n
}

// keepsPromise holds a value against the output schema of its tool.
func keepsPromise(d *definition, r *runtime.Result) error {
	switch {
	case d.output == nil:
		return nil
	case r.JSON == nil:
		return errors.New("it has no structured content, which the tool's output schema promises")
	}
	_, _, err := codec.Finish(codec.Conform(r.JSON[:len(r.JSON):len(r.JSON)], 0, d.output))
	return err
}
