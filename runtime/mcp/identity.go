package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// identify says who sends a request. A host's Identity that panics vouches for nobody: the zero Principal may nothing.
func (s *Server) identify(ctx context.Context, req sdk.Request) (p runtime.Principal) {
	if s.options.Identity == nil {
		return s.identity(req)
	}
	defer func() {
		if v := recover(); v != nil {
			s.log.Error("mcp: Options.Identity panicked; the request is nobody's", "panic", v)
			p = runtime.Principal{}
		}
	}()
	return s.options.Identity(ctx, req)
}

// identity is the built-in rule. It believes the transport alone: what a client writes into arguments, _meta or headers of its
// own is never asked.
func (s *Server) identity(req sdk.Request) runtime.Principal {
	extra := req.GetExtra()
	if extra == nil { // no HTTP request
		return s.local()
	}
	p := runtime.Principal{Role: runtime.Public}
	if token := extra.TokenInfo; token != nil {
		p.ID, p.Scopes = token.UserID, token.Scopes
		if name, ok := token.Extra["role"].(string); ok {
			if role, ok := runtime.ParseAccess(name); ok {
				p.Role = role
			}
		}
	}
	return p
}

// local is the caller of a connection that is no HTTP request.
func (s *Server) local() runtime.Principal {
	p := s.options.Local
	if p.Role == runtime.Undeclared && p.RoleName == "" {
		p.Role = runtime.Public
	}
	return p
}
