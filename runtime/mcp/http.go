package mcp

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// HTTPOptions say how a server is reached over HTTP. The zero HTTPOptions, with a Name, are a stateless server that a proxy may
// have any number of replicas of, and that serves callers without a token as public.
type HTTPOptions struct {
	Options

	// Verify turns a bearer token into what is known of its bearer, see [Options.Identity]. It returns auth.ErrInvalidToken
	// for one that is not good; clients are told no more than that. nil: there are no tokens, and everybody is public.
	Verify auth.TokenVerifier
	// Bearer demands more of tokens; nil demands that they say when they expire. See auth.RequireBearerToken.
	Bearer *auth.RequireBearerTokenOptions
	// RequireToken refuses requests without a token with 401, rather than serve them as public.
	RequireToken bool

	// Origins are those from which scripts in browsers may send requests, such as https://chat.example.com. Others than these
	// and the server's own are refused.
	Origins []string
	// AnyHost serves requests whose Host is not this machine although they came in at one of its loopback addresses. It is for
	// servers behind a local proxy that keeps the Host; without one it lets any web page in (DNS rebinding).
	AnyHost bool

	MaxBody  int64 // bytes of a request; zero is 1 MiB
	MaxBatch int   // messages of a request in the one old revision that has batches (2025-03-26); zero is 50

	// Stateful keeps a session for each client, for those of the old revisions that are to be asked for approvals, or to cancel
	// calls. All requests of a session must reach the same process. Clients of 2026-07-28 need none, and such a server answers
	// them in 2025-11-25.
	Stateful bool

	// Of a Stateful server: how many sessions it keeps, and after how long without a request one ends. A client that would begin one
	// more is answered with 503. Zero is 1000, and 30 minutes.
	MaxSessions    int
	SessionTimeout time.Duration
}

// Handler serves the tools of reg over streamable HTTP, at whatever path it is mounted. It is an error if the options are
// not good or a tool cannot be offered, see [NewServer].
//
// Put it behind an http.Server with a ReadHeaderTimeout, and behind TLS where it is not for this machine alone.
func Handler(reg *runtime.Registry, o HTTPOptions) (http.Handler, error) {
	server, err := NewServer(reg, o.Options)
	if err != nil {
		return nil, err
	}
	return server.Handler(o)
}

// Handler is the function [Handler] for a server that has other things too; the Options within o do not count.
func (s *Server) Handler(o HTTPOptions) (http.Handler, error) {
	origins := http.NewCrossOriginProtection()
	for _, origin := range o.Origins {
		if err := origins.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("mcp: Origins: %w", err)
		}
	}
	if o.RequireToken && o.Verify == nil {
		return nil, errors.New("mcp: RequireToken needs Verify, which says what a token is worth")
	}
	o = o.orDefault()
	var h http.Handler = sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s.sdk }, &sdk.StreamableHTTPOptions{
		Stateless:                    !o.Stateful,
		Logger:                       s.log,
		SessionTimeout:               o.SessionTimeout,
		DisableLocalhostProtection:   o.AnyHost,
		MaxRequestBodyBytes:          o.MaxBody,
		PropagateRequestCancellation: true,
	})
	h = s.checked(h, o)
	if o.Stateful {
		h = s.fewSessions(h, o.MaxSessions)
	} else {
		h = s.bounded(h)
	}
	if o.Verify != nil {
		h = s.bearing(h, o)
	}
	s.tellHidden(runtime.Principal{Role: runtime.Public}, "their tokens say no higher one, see HTTPOptions.Verify")
	return ownOrigin(origins, h), nil
}

func (o HTTPOptions) orDefault() HTTPOptions {
	if o.MaxBody == 0 {
		o.MaxBody = 1 << 20
	}
	if o.MaxBatch <= 0 {
		o.MaxBatch = 50
	}
	if o.MaxSessions <= 0 {
		o.MaxSessions = 1000
	}
	if o.SessionTimeout <= 0 {
		o.SessionTimeout = 30 * time.Minute
	}
	return o
}

// ownOrigin refuses what scripts of other sites send. Requests that only read are none the better for it, so the check, which
// lets them pass, is shown a POST.
func ownOrigin(origins *http.CrossOriginProtection, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		judged := *r
		judged.Method = http.MethodPost
		if err := origins.Check(&judged); err != nil {
			http.Error(w, "Forbidden: requests from this origin are not served", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// bearing verifies tokens. A request without one goes on as nobody's, unless tokens are required.
func (s *Server) bearing(next http.Handler, o HTTPOptions) http.Handler {
	verified := auth.RequireBearerToken(func(ctx context.Context, token string, r *http.Request) (*auth.TokenInfo, error) {
		info, err := s.verify(ctx, o.Verify, token, r)
		switch {
		case err == nil:
			return info, nil
		case errors.Is(err, auth.ErrInvalidToken): // and nothing of what is behind it
			return nil, auth.ErrInvalidToken
		}
		s.log.Error("mcp: a token could not be verified", "error", err)
		return nil, errors.New("the token could not be verified")
	}, o.Bearer)(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.Header.Values("Authorization")) == 0 && !o.RequireToken {
			next.ServeHTTP(w, r)
			return
		}
		verified.ServeHTTP(w, r)
	})
}

// verify is the host's, whose panic is an error like others, and who does not say that a token is good without saying whose.
func (s *Server) verify(ctx context.Context, verify auth.TokenVerifier, token string, r *http.Request) (info *auth.TokenInfo, err error) {
	defer func() {
		if v := recover(); v != nil {
			info, err = nil, fmt.Errorf("HTTPOptions.Verify panicked: %v", v)
		}
	}()
	info, err = verify(ctx, token, r)
	if info == nil && err == nil {
		err = errors.New("HTTPOptions.Verify returned neither what is known of the token nor an error")
	}
	return info, err
}

// bounded has no more requests in memory than calls may run: the others wait before their bodies are read. Streams that listen
// for changes stay open, and so have places of their own.
func (s *Server) bounded(next http.Handler) http.Handler {
	calls, streams := make(places, cap(s.places)), make(places, cap(s.places))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at := calls
		if r.Header.Get("Mcp-Method") == "subscriptions/listen" {
			at = streams
		}
		ctx, cancel := r.Context(), context.CancelFunc(func() {})
		if s.options.Timeout > 0 {
			ctx, cancel = context.WithTimeout(ctx, s.options.Timeout)
		}
		defer cancel()
		if !at.take(ctx) {
			w.Header().Set("Retry-After", "1")
			http.Error(w, "the server is busy", http.StatusServiceUnavailable)
			return
		}
		defer at.leave()
		next.ServeHTTP(w, r)
	})
}
