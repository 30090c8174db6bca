package mcp

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/remote"
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
func (c *Client) back(t *remote.Tool, x *exchange, decoded *sdk.CallToolResult) runtime.Result {
	answer, err := x.result()
	if err == nil && decoded.NeedsInput() {
		err = errors.New("the server asks for something, and there is nobody to ask")
	}
	if err != nil {
		return remote.Unreadable(err)
	}
	result, err := contents(answer)
	if err != nil {
		return remote.Unreadable(err)
	}
	if answer.Get("isError").Is('t') {
		result.Err = reported(answer, &result)
	}
	result = t.Take(result)
	if result.Err != nil { // which says it all
		result.Text, result.JSON = "", nil
	}
	return result
}

// contents reads the parts of an answer.
func contents(answer *untrusted.Value) (r runtime.Result, err error) {
	value, content := answer.Get("structuredContent"), answer.Get("content")
	if value.Is('n') {
		value = nil
	}
	if !content.Is('[') && (content != nil || value == nil) {
		return r, errors.New("it has no content")
	}
	var lines []string
	if content != nil {
		for _, item := range content.Parts {
			if item.Get("type").Str() == "text" {
				lines = append(lines, item.Get("text").Str())
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
		r.JSON = untrusted.Escaped(value.Append(nil))
		if twin, err := untrusted.Parse([]byte(text)); err == nil && twin.Sorted().String() == value.Sorted().String() {
			text = ""
		}
	}
	r.Text, _ = untrusted.Visible(text)
	return r, nil
}

// partOf reads an item of an answer that is no text.
func partOf(item *untrusted.Value) (p runtime.Part, err error) {
	resource := item
	switch kind := item.Get("type").Str(); kind {
	case "image", "audio":
		p.Kind = runtime.PartKind(kind)
		p.Data, err = base64.StdEncoding.DecodeString(item.Get("data").Str())
	case "resource":
		resource = item.Get("resource")
		p.Kind = runtime.ResourcePart
		p.Text, _ = untrusted.Visible(resource.Get("text").Str())
		p.Data, err = base64.StdEncoding.DecodeString(resource.Get("blob").Str())
	case "resource_link":
		p.Kind = runtime.ResourcePart
	default:
		return p, fmt.Errorf("it has content of a kind that is not known: %q", untrusted.OneLine(kind, 50))
	}
	if err != nil {
		return p, errors.New("it has content that is not base64")
	}
	if len(p.Data) == 0 {
		p.Data = nil
	}
	p.MIME, p.URI = untrusted.OneLine(resource.Get("mimeType").Str(), 100), untrusted.OneLine(resource.Get("uri").Str(), 2000)
	return p, nil
}
