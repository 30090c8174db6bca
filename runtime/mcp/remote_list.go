package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime/remote"
)

// list asks the server for its tools, all pages of them. What is wrong with one tool keeps that tool out; what is wrong with the list
// is an error.
func (c *Client) list(ctx context.Context, s *session) ([]remote.Listed, error) {
	ctx, cancel := context.WithTimeout(ctx, c.remote.DialTimeout)
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()
	var tools []remote.Listed
	cursors := map[string]bool{}
	for cursor := ""; ; {
		if len(cursors) == c.tools.Limits().Pages {
			return nil, fmt.Errorf("the server's list of tools has more than %d pages", c.tools.Limits().Pages)
		}
		cursors[cursor] = true
		page, next, err := listPage(ctx, s, cursor, c.tools.Limits().Tools-len(tools))
		if errors.Is(err, errTooMany) {
			return nil, fmt.Errorf("the server lists more than %d tools", c.tools.Limits().Tools)
		}
		if err != nil {
			return nil, fmt.Errorf("the server's list of tools: %w", err)
		}
		tools = append(tools, page...)
		switch {
		case next == "":
			return tools, nil
		case cursors[next]:
			return nil, errors.New("the server's list of tools comes back to a page that it had: it has no end")
		}
		cursor = next
	}
}

// misplacedHeader is why the protocol's own rules keep a tool from being called.
const misplacedHeader = "its schema says x-mcp-header where that cannot be"

var (
	errTooMany = errors.New("there are too many tools")
	errNoTools = errors.New("there are no tools in the answer")
)

// listPage asks for one page, of at most so many tools: the SDK takes its time over each, and does not get to see a page
// with more. The tools are read from the very bytes of the answer, each by itself.
func listPage(ctx context.Context, s *session, cursor string, most int) (tools []remote.Listed, next string, err error) {
	var texts []json.RawMessage
	var page map[string]json.RawMessage
	x := exchange{judge: func(result json.RawMessage) error {
		switch {
		case json.Unmarshal(result, &page) != nil, json.Unmarshal(page["tools"], &texts) != nil, texts == nil:
			return errNoTools
		case len(texts) > most:
			return errTooMany
		}
		return nil
	}}
	defer x.over()
	known, err := s.sdk.ListTools(withExchange(ctx, &x), &sdk.ListToolsParams{Cursor: cursor})
	if fault := x.end().fault; fault != nil {
		return nil, "", fault
	}
	if err != nil && texts != nil && ctx.Err() == nil && s.alive() { // the SDK cannot read all of what has come
		return unread(texts, page["nextCursor"])
	}
	if err != nil {
		return nil, "", err
	}
	if texts == nil { // the answer came on a way that is not looked at
		return nil, "", errNoAnswer
	}
	fit := make(map[string]bool, len(known.Tools))
	for _, tool := range known.Tools {
		fit[tool.Name] = true
	}
	for _, text := range texts {
		tool := remote.Listed{JSON: text}
		if v, err := untrusted.Parse(text); err == nil && !fit[v.Get("name").Str()] {
			tool.Unfit = misplacedHeader
		}
		tools = append(tools, tool)
	}
	return tools, known.NextCursor, nil
}

// unread reads a page that the SDK cannot read, because something in it is of another type than the protocol says. Its tools are good
// or not by themselves, but for those that want headers, of which the SDK knows nothing now.
func unread(texts []json.RawMessage, cursor json.RawMessage) (tools []remote.Listed, next string, err error) {
	if cursor != nil && json.Unmarshal(cursor, &next) != nil {
		return nil, "", errors.New("nextCursor is no text")
	}
	for _, text := range texts {
		tool := remote.Listed{JSON: text}
		if bytes.Contains(text, []byte("x-mcp-header")) {
			tool.Unfit = misplacedHeader
		}
		tools = append(tools, tool)
	}
	return tools, next, nil
}
