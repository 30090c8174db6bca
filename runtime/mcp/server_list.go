package mcp

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/provider"
)

// This file is which tools a caller is told of, and how each is described in the revision that the caller speaks.

// offered is one tool of the registry, described once for as long as the registry has it.
type offered struct {
	definition provider.Definition // what the descriptions were made of
	plain      *sdk.Tool           // for 2026-07-28
	wrapped    *sdk.Tool           // for the revisions before, whose results are objects (O4, C19)
}

// wraps reports whether the value of a result is wrapped as well, for a revision that takes objects alone.
func (t *offered) wraps() bool { return t.plain != t.wrapped }

func (t *offered) in(modern bool) *sdk.Tool {
	if modern {
		return t.plain
	}
	return t.wrapped
}

// describe makes the descriptions of a tool; its schemas are the bytes of the Spec.
func describe(d provider.Definition) (*offered, error) {
	plain, err := provider.MCP(d, provider.MCP20260728)
	if err != nil {
		return nil, err
	}
	wrapped, err := provider.MCP(d, provider.MCP20251125)
	if err != nil {
		return nil, err
	}
	t := &offered{definition: d}
	if t.plain, err = sdkTool(plain); err != nil {
		return nil, err
	}
	if t.wrapped = t.plain; !bytes.Equal(plain, wrapped) {
		t.wrapped, err = sdkTool(wrapped)
	}
	return t, err
}

// sdkTool reads a definition into the SDK's type, in which schemas stay the bytes that they are.
func sdkTool(definition []byte) (*sdk.Tool, error) {
	var t struct {
		Name, Title, Description  string
		InputSchema, OutputSchema json.RawMessage
		Annotations               *sdk.ToolAnnotations
	}
	if err := json.Unmarshal(definition, &t); err != nil {
		return nil, fmt.Errorf("mcp: a definition cannot be read back: %w", err)
	}
	tool := &sdk.Tool{Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: t.InputSchema, Annotations: t.Annotations}
	if t.OutputSchema != nil {
		tool.OutputSchema = t.OutputSchema
	}
	return tool, nil
}

// Refresh makes what has changed in the registry known to the SDK, and thereby to the clients that listen, where the server is
// [Options.Dynamic]. Lists and calls need no Refresh: they are served from the registry. The error names the tools that cannot
// be offered; all others are.
func (s *Server) Refresh() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var old map[string]*offered
	if known := s.known.Load(); known != nil {
		old = *known
	}
	next := make(map[string]*offered, len(old))
	var problems []error
	for tool := range s.reg.All() {
		definition := provider.FromSpec(tool.Spec())
		t := old[definition.Name]
		if t == nil || t.definition != definition {
			var err error
			if t, err = describe(definition); err == nil {
				err = s.add(t)
			}
			if err != nil {
				problems = append(problems, err)
				continue
			}
		}
		next[definition.Name] = t
	}
	var gone []string
	for name := range old {
		if next[name] == nil {
			gone = append(gone, name)
		}
	}
	if gone != nil {
		s.sdk.RemoveTools(gone...)
	}
	s.known.Store(&next)
	return errors.Join(problems...)
}

// add gives a tool to the SDK, which panics on a schema whose x-mcp-header is not as it should be.
func (s *Server) add(t *offered) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("mcp: tool %s cannot be offered: %v", t.definition.Name, v)
		}
	}()
	s.sdk.AddTool(t.plain, s.call)
	return nil
}

// offer returns what is known of a tool, which may be new in the registry; nil where it cannot be offered.
func (s *Server) offer(spec *runtime.Spec) *offered {
	definition := provider.FromSpec(spec)
	if t := (*s.known.Load())[spec.Name]; t != nil && t.definition == definition {
		return t
	}
	if err := s.Refresh(); err != nil {
		s.log.Error(err.Error())
	}
	return (*s.known.Load())[spec.Name]
}

// pageSize is how many tools one answer lists.
const pageSize = sdk.DefaultPageSize

// list answers tools/list: what the caller may see of the registry, and what else the SDK's server has, by name. A cursor is the
// last name of a page, which the caller has been told, and so says nothing of other tools.
func (s *Server) list(ctx context.Context, next sdk.MethodHandler, req *sdk.ListToolsRequest) (*sdk.ListToolsResult, error) {
	if req.Params == nil {
		req.Params = &sdk.ListToolsParams{}
	}
	after, ok := afterCursor(req.Params.Cursor)
	if !ok {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "params.cursor: this cursor is none of this server; leave it out to begin anew"}
	}
	modern := isModern(req.Params)
	var tools []*sdk.Tool
	for _, spec := range s.reg.Specs(runtime.WithPrincipal(ctx, s.identify(ctx, req))) {
		if t := s.offer(spec); t != nil {
			tools = append(tools, t.in(modern))
		}
	}
	others, err := s.others(ctx, next, req)
	if err != nil {
		return nil, err
	}
	if len(others) > 0 {
		tools = append(tools, others...)
		slices.SortFunc(tools, func(a, b *sdk.Tool) int { return strings.Compare(a.Name, b.Name) })
	}
	from := 0
	for from < len(tools) && len(after) > 0 && tools[from].Name <= after {
		from++
	}
	result := &sdk.ListToolsResult{Tools: append([]*sdk.Tool{}, tools[from:min(from+pageSize, len(tools))]...)}
	if len(tools)-from > pageSize {
		result.NextCursor = cursorAfter(tools[from+pageSize-1].Name)
	}
	result.CacheScope = "private" // it depends on the caller
	return result, nil
}

// cursorMark is how a cursor begins, so that other texts are none.
const cursorMark = "after "

func cursorAfter(name string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(cursorMark + name))
}

// afterCursor returns the name that a page goes on after, "" for the first page.
func afterCursor(cursor string) (name string, ok bool) {
	if cursor == "" {
		return "", true
	}
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return "", false
	}
	return strings.CutPrefix(string(text), cursorMark)
}

// others returns the tools of the SDK's server that are not of the registry.
func (s *Server) others(ctx context.Context, next sdk.MethodHandler, req *sdk.ListToolsRequest) (tools []*sdk.Tool, err error) {
	known := *s.known.Load()
	params := &sdk.ListToolsParams{Meta: req.Params.Meta}
	for {
		result, err := next(ctx, "tools/list", &sdk.ListToolsRequest{Session: req.Session, Params: params, Extra: req.Extra})
		if err != nil {
			return nil, err
		}
		page, ok := result.(*sdk.ListToolsResult)
		if !ok {
			return nil, errors.New("mcp: a middleware answers tools/list with something else")
		}
		for _, tool := range page.Tools {
			if known[tool.Name] == nil {
				tools = append(tools, tool)
			}
		}
		if page.NextCursor == "" {
			return tools, nil
		}
		params = &sdk.ListToolsParams{Meta: req.Params.Meta, Cursor: page.NextCursor}
	}
}
