package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Refusal is a tool that a server offers and that is not taken.
type Refusal struct {
	Name   string // the server's own, fit to be shown
	Reason string
}

// listing is what a server offers at one moment.
type listing struct {
	taken   []*definition // sorted by name, no two names alike
	refused []Refusal
}

// list asks the server for its tools, all pages of them. What is wrong with one tool keeps that tool out; what is wrong with the list
// is an error.
func (c *Client) list(ctx context.Context, s *session) (*listing, error) {
	ctx, cancel := context.WithTimeout(ctx, c.remote.DialTimeout)
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()
	var tools []listed
	cursors := map[string]bool{}
	for cursor := ""; ; {
		if len(cursors) == c.remote.Limits.Pages {
			return nil, fmt.Errorf("the server's list of tools has more than %d pages", c.remote.Limits.Pages)
		}
		cursors[cursor] = true
		page, next, err := listPage(ctx, s, cursor, c.remote.Limits.Tools-len(tools))
		if errors.Is(err, errTooMany) {
			return nil, fmt.Errorf("the server lists more than %d tools", c.remote.Limits.Tools)
		}
		if err != nil {
			return nil, fmt.Errorf("the server's list of tools: %w", err)
		}
		tools = append(tools, page...)
		switch {
		case next == "":
			return c.sift(tools), nil
		case cursors[next]:
			return nil, errors.New("the server's list of tools comes back to a page that it had: it has no end")
		}
		cursor = next
	}
}

// listed is a tool of a list as it came.
type listed struct {
	*jsonValue       // nil where it cannot be read
	fault      error // why not
	unfit      bool  // the protocol's own rules (x-mcp-header) keep it from being called, says the SDK
}

var (
	errTooMany = errors.New("there are too many tools")
	errNoTools = errors.New("there are no tools in the answer")
)

// listPage asks for one page, of at most so many tools: the SDK takes its time over each, and does not get to see a page
// with more. The tools are read from the very bytes of the answer, each by itself.
func listPage(ctx context.Context, s *session, cursor string, most int) (tools []listed, next string, err error) {
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
		tool, fault := parseJSON(text)
		tools = append(tools, listed{tool, fault, !fit[tool.get("name").str()]})
	}
	return tools, known.NextCursor, nil
}

// unread reads a page that the SDK cannot read, because something in it is of another type than the protocol says. Its tools are good
// or not by themselves, but for those that want headers, of which the SDK knows nothing now.
func unread(texts []json.RawMessage, cursor json.RawMessage) (tools []listed, next string, err error) {
	if cursor != nil && json.Unmarshal(cursor, &next) != nil {
		return nil, "", errors.New("nextCursor is no text")
	}
	for _, text := range texts {
		tool, fault := parseJSON(text)
		tools = append(tools, listed{tool, fault, bytes.Contains(text, []byte("x-mcp-header"))})
	}
	return tools, next, nil
}

// sift makes ready what can be taken.
func (c *Client) sift(tools []listed) *listing {
	l := &listing{}
	refuse := func(name, reason string) {
		l.refused = append(l.refused, Refusal{oneLine(name, 100), reason})
	}
	called := map[string][]*definition{} // by local name
	for i, tool := range tools {
		name, err := nameOf(tool.jsonValue)
		if tool.fault != nil {
			err = fmt.Errorf("it cannot be read: %w", tool.fault)
		}
		if err != nil {
			refuse("tool "+strconv.Itoa(i+1)+" of the list", err.Error())
			continue
		}
		if c.remote.Include != nil && !fitsAny(c.remote.Include, name) || fitsAny(c.remote.Exclude, name) {
			continue
		}
		if tool.unfit {
			refuse(name, "its schema says x-mcp-header where that cannot be")
			continue
		}
		d, err := define(tool.jsonValue, name, localName(c.remote.Prefix, name), c.remote.Limits)
		if err != nil {
			refuse(name, err.Error())
			continue
		}
		called[d.spec.Name] = append(called[d.spec.Name], d)
	}
	for _, local := range slices.Sorted(maps.Keys(called)) {
		if all := called[local]; len(all) == 1 {
			l.taken = append(l.taken, all[0])
		} else { // nobody can know which of them is meant
			names := make([]string, len(all))
			for i, d := range all {
				names[i] = strconv.Quote(oneLine(d.name, 100))
			}
			refuse(all[0].name, "several tools of the list come to the name "+local+": "+strings.Join(names, ", "))
		}
	}
	return l
}
