package mcp

import (
	"context"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// receive stands around the SDK's own handling of requests: lists depend on the caller, a forbidden tool is an unknown one, and
// a server answers no requests for what it does not have. What a host's own tools and resources do is contained too: the SDK
// would let a panic end the process.
func (s *Server) receive(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (result sdk.Result, err error) {
		defer func() {
			if v := recover(); v != nil {
				s.log.Error("mcp: a handler of the host panicked", "method", method, "panic", v, "stack", string(debug.Stack()))
				result, err = nil, internal(method)
			}
		}()
		switch r := req.(type) {
		case *sdk.ListToolsRequest:
			result, err := s.list(ctx, next, r)
			if err != nil {
				return nil, err
			}
			return result, nil
		case *sdk.CallToolRequest:
			return s.receiveCall(ctx, next, method, r)
		}
		if !s.has(ctx, next, method, req) {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "this server has no " + method}
		}
		return next(ctx, method, req)
	}
}

// receiveCall answers for names that the SDK does not know, and for what the SDK answers with a plain error, which would reach
// the client without a code: such as a client that fails while it is asked for an approval.
func (s *Server) receiveCall(ctx context.Context, next sdk.MethodHandler, method string, req *sdk.CallToolRequest) (sdk.Result, error) {
	name := req.Params.Name
	if (*s.known.Load())[name] == nil {
		if spec, visible := s.reg.Visible(runtime.WithPrincipal(ctx, s.identify(ctx, req)), name); visible {
			s.offer(spec) // new in the registry
		}
	}
	result, err := next(ctx, method, req)
	if err == nil {
		if r, ok := result.(*sdk.CallToolResult); ok && r == nil { // of a host's own tool; the SDK would fall over it
			return nil, internal(method)
		}
		return result, nil
	}
	wire, isWire := err.(*jsonrpc.Error) // the error itself: one within another is what a client answered
	switch ours := (*s.known.Load())[name]; {
	case ours == nil && isWire && wire.Message == sdkUnknown(name):
		return nil, s.unknown(runtime.WithPrincipal(ctx, s.identify(ctx, req)), name, req.Params.Arguments)
	case ours != nil && !isWire:
		s.log.Warn("mcp: a call could not be answered", "tool", name, "error", err)
		return toResult(ours, isModern(req.Params), runtime.Result{Err: runtime.NewError(runtime.ClassApprovalRequired,
			"a person must approve this call of "+name+" first, and could not be asked; it was not made")}), nil
	}
	return nil, err
}

// has reports whether the server has anything of what method is about. The SDK lists nothing where there is nothing, and a
// client takes that for a promise.
func (s *Server) has(ctx context.Context, next sdk.MethodHandler, method string, req sdk.Request) bool {
	session, ok := req.GetSession().(*sdk.ServerSession)
	if !ok {
		return true
	}
	switch {
	case strings.HasPrefix(method, "prompts/"):
		r, _ := next(ctx, "prompts/list", &sdk.ListPromptsRequest{Session: session, Params: &sdk.ListPromptsParams{}})
		list, ok := r.(*sdk.ListPromptsResult)
		return ok && len(list.Prompts) > 0
	case strings.HasPrefix(method, "resources/"):
		r, _ := next(ctx, "resources/list", &sdk.ListResourcesRequest{Session: session, Params: &sdk.ListResourcesParams{}})
		if list, ok := r.(*sdk.ListResourcesResult); ok && len(list.Resources) > 0 {
			return true
		}
		r, _ = next(ctx, "resources/templates/list", &sdk.ListResourceTemplatesRequest{Session: session, Params: &sdk.ListResourceTemplatesParams{}})
		list, ok := r.(*sdk.ListResourceTemplatesResult)
		return ok && len(list.ResourceTemplates) > 0
	}
	return true
}

func internal(method string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error in " + method}
}

// sdkUnknown is what the SDK answers to a name that it does not know, as against the same code from a tool of the host's.
func sdkUnknown(name string) string { return "unknown tool " + strconv.Quote(name) }
