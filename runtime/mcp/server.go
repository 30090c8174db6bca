package mcp

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/policy"
)

// Options say how a server appears and whom it serves. The zero Options are good, apart from Name, which [NewServer] demands.
type Options struct {
	Name, Version string // of the server, as clients are told; an empty Version is "0"
	Instructions  string // how to use the tools, for the model; "" for none

	// Local is who calls over a connection that is no HTTP request: the user who started the process, over stdio. The zero
	// Principal is somebody of role public. It never counts for HTTP.
	Local runtime.Principal

	// Identity says who sends a request, in place of the built-in rule: Local where the connection is no HTTP request,
	// else what the verified token says (its scopes, its UserID, and the level that Extra["role"] names), else role public.
	// It may look at the token and at the headers, req.GetExtra(), and should believe nothing else: parameters and _meta are
	// what the client likes. It is called concurrently; a panic makes a caller that may nothing.
	Identity func(ctx context.Context, req sdk.Request) runtime.Principal

	// Timeout bounds calls of tools that set no Limits.Timeout themselves; zero is one minute, less is no bound. The time is
	// the tool's to keep: its context ends. A tool that goes on a second longer is answered for, and holds its place among
	// MaxCalls until it returns.
	Timeout time.Duration

	// MaxCalls is how many tools run at once; zero is 256. Other calls wait for their turn, in their own time.
	MaxCalls int

	// Dynamic tells clients that the list of tools may change. It is served as it is at every moment anyhow; with Dynamic,
	// [Server.Refresh] tells those who listen. Leave it off for tools that are the same for the life of the process: some
	// clients fail where it is on.
	Dynamic bool

	// Secret signs what a client must bring back with a person's approval: at least 32 bytes, the same for all replicas of
	// a server. nil is a random one, with which approvals are good on the server that asked for them alone.
	Secret []byte

	// Spend reports whether the approval of that id, which is forgotten at the given time, is used for the first time. nil
	// remembers them in this process. Replicas that share a Secret share this memory too, or an approval is good once on each.
	Spend func(ctx context.Context, id string, until time.Time) (bool, error)

	// MaxShown is how many bytes of arguments, escapes included, a person is shown who is to approve a call; zero is 4 KiB. A call
	// with more is refused: nobody agrees to what was not shown.
	MaxShown int

	Logger *slog.Logger // nil: warnings and errors, as text on stderr

	// SDK is what the SDK's server is told besides, for servers that have more than tools; nil for nothing. Instructions,
	// Logger, and where Capabilities.Tools is nil that too, are set from these Options. NewServer does not modify it.
	SDK *sdk.ServerOptions
}

// Server is an MCP server of the tools of a registry. It is safe for concurrent use, and serves any number of connections.
type Server struct {
	sdk     *sdk.Server
	reg     *runtime.Registry // guarded
	options Options
	log     *slog.Logger
	places  places
	asked   approvals

	mu    sync.Mutex // held by who changes known
	known atomic.Pointer[map[string]*offered]
}

// NewServer returns a server of the tools of reg, as they are at every moment. It is an error if Options has no Name, if Secret
// is too short, or if a tool cannot be offered in MCP: then no server is better than one that lacks a tool.
func NewServer(reg *runtime.Registry, o Options) (*Server, error) {
	if o.Name == "" {
		return nil, errors.New("mcp: the server has no name: set Options.Name")
	}
	version := o.Version
	if version == "" {
		version = "0"
	}
	var options sdk.ServerOptions
	if o.SDK != nil {
		options = *o.SDK
	}
	options.Instructions = o.Instructions
	options.Logger = logger(o.Logger)
	var capabilities sdk.ServerCapabilities // without logging, which the SDK would add
	if options.Capabilities != nil {
		capabilities = *options.Capabilities
	}
	if capabilities.Tools == nil {
		capabilities.Tools = &sdk.ToolCapabilities{ListChanged: o.Dynamic}
	}
	options.Capabilities = &capabilities
	return register(sdk.NewServer(&sdk.Implementation{Name: o.Name, Version: version}, &options), reg, o)
}

// Register adds the tools of reg to a server that has other things too. Name, Version, Instructions and SDK of the Options do not
// count: s has its own. Whether clients are told of changes is for the capabilities of s to say. Its errors are those of
// [NewServer]; then s should not be used. s must not have a tool of the same name, and registers reg once.
func Register(s *sdk.Server, reg *runtime.Registry, o Options) error {
	_, err := register(s, reg, o)
	return err
}

func register(s *sdk.Server, reg *runtime.Registry, o Options) (*Server, error) {
	if reg == nil {
		return nil, errors.New("mcp: the registry is nil")
	}
	if o.Secret != nil && len(o.Secret) < 32 {
		return nil, errors.New("mcp: Options.Secret is too short to sign with: give 32 bytes or more")
	}
	if o.Secret == nil {
		o.Secret = make([]byte, 32)
		rand.Read(o.Secret)
	}
	if o.Timeout == 0 {
		o.Timeout = time.Minute
	}
	if o.MaxCalls <= 0 {
		o.MaxCalls = 256
	}
	if o.MaxShown <= 0 {
		o.MaxShown = defaultShown
	}
	b := &Server{sdk: s, reg: reg.Guard(policy.BuiltIn()), options: o, log: logger(o.Logger), places: make(places, o.MaxCalls)}
	b.asked = approvals{secret: o.Secret, spend: o.Spend, most: o.MaxShown}
	if b.asked.spend == nil {
		b.asked.spend = new(spent).first
	}
	if err := b.Refresh(); err != nil {
		return nil, err
	}
	s.AddReceivingMiddleware(b.receive)
	return b, nil
}

// SDK returns the SDK's server, for those who add resources or prompts.
func (s *Server) SDK() *sdk.Server { return s.sdk }

// Run serves one connection until the client ends it, which is no error, or ctx is over.
func (s *Server) Run(ctx context.Context, t sdk.Transport) error { return s.sdk.Run(ctx, t) }

// tellHidden says once which tools callers such as p do not see, since a list that is shorter than expected explains nothing.
func (s *Server) tellHidden(p runtime.Principal, fix string) {
	if s.options.Identity != nil {
		return
	}
	visible := map[string]bool{}
	for _, spec := range s.reg.Specs(runtime.WithPrincipal(context.Background(), p)) {
		visible[spec.Name] = true
	}
	var hidden []string
	for tool := range s.reg.All() {
		if spec := tool.Spec(); !spec.Hidden && !visible[spec.Name] {
			hidden = append(hidden, spec.Name)
		}
	}
	if len(hidden) > 0 {
		s.log.Warn("mcp: callers of role "+p.Role.String()+" do not see all tools: "+fix, "hidden", strings.Join(hidden, " "))
	}
}

func logger(l *slog.Logger) *slog.Logger {
	if l != nil {
		return l
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
}
