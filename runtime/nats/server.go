package natstools

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/policy"
)

// Options say how a service appears and whom it serves. The zero Options are good, apart from Name.
type Options struct {
	Name        string // of the service, the same for all its instances: ^[A-Za-z0-9_-]{1,64}$
	Version     string // as semver.org has it; "": 0.0.0
	Description string // for people who look at the services of a system

	// Subject is what the subjects of the service begin with, one or more tokens of letters, digits, _ and - with dots between; "" is toolgen. With
	// NATS permissions on it, a service is out of reach for all who may not publish there.
	Subject string

	// Caller is who calls, where Identity is nil: everybody who can publish to the service. The zero Principal is somebody of
	// role public.
	Caller runtime.Principal

	// Identity says who sends a request, in place of Caller. NATS does not say who has published a message, and headers
	// are what the sender likes: it believes what it can verify, such as a signed token in a header. It is called concurrently, in the time of
	// the call; a panic makes a caller that may nothing.
	Identity func(ctx context.Context, req *Request) runtime.Principal

	// Offer is for whom the service is there at all: only tools that this principal may see are offered, and whoever can reach
	// the bus can read what they say of themselves. The zero Principal is Caller. Which call is allowed is decided for its own caller.
	Offer runtime.Principal

	// Timeout bounds calls of tools that set no Limits.Timeout themselves; zero is one minute, less is no bound. A caller that waits for a shorter
	// time says so, and that counts. The time is the tool's to keep: its context ends. A tool that goes on a second longer is answered for,
	// and holds its place among MaxCalls until it returns.
	Timeout time.Duration

	// MaxCalls is how many tools run at once; zero is 64. Other calls are refused with runtime.ClassResourceExhausted: they do not wait here
	// while another instance may be idle.
	MaxCalls int

	// Drain is how long calls that run when the service stops may take to finish; zero is 10 seconds, less is no time at all.
	Drain time.Duration

	Logger *slog.Logger // nil: warnings and errors, as text on stderr
}

// Request is what Options.Identity is told of a call.
type Request struct {
	Tool    string
	Subject string      // to which it was published
	Header  nats.Header // as the sender wrote it
}

// Server is one instance of a service.
type Server struct {
	options Options
	conn    *nats.Conn
	reg     *runtime.Registry // guarded
	log     *slog.Logger
	service micro.Service
	offered map[string]*offered
	places  chan struct{}
	control []*nats.Subscription
	inbox   string // where NATS says that a caller is not there any more: the id of the call stands behind it

	work  context.Context // of all calls; its cause says why it ends
	halt  context.CancelCauseFunc
	calls calls
	ended chan struct{} // closed when nothing more comes in: by Stop, or because the connection is closed
	once  sync.Once
	stop  error

	complained atomic.Int64 // when it was last complained of a caller, in Unix seconds
}

const (
	defaultTimeout  = time.Minute
	defaultMaxCalls = 64
	defaultDrain    = 10 * time.Second
	grace           = time.Second // how long a tool has, when its time is over, to answer by itself
)

var errStopping = errors.New("the service stops")

// Serve offers the tools of reg as a service until ctx is over, which is no error, and then stops it in good order, see [Server.Stop]. Its other
// errors are those of [Start], and a connection that was closed.
func Serve(ctx context.Context, conn *nats.Conn, reg *runtime.Registry, o Options) error {
	s, err := Start(conn, reg, o)
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return s.Stop()
	case <-s.ended:
		_ = s.Stop()
		return errors.New("natstools: the connection was closed")
	}
}

// Start offers the tools of reg, as they are at this moment, as one more instance of a service. The instance is there for callers
// when it returns. It is an error if o is not good, if no message can hold what the service or one of its tools says of itself, or if a tool cannot be
// described: then no instance is better than one that lacks a tool.
//
// A tool that is taken out of reg later is answered for as unknown, and one that is replaced by another is refused; new ones are not
// offered. The closed and error handlers of conn, if it has any, are set before.
func Start(conn *nats.Conn, reg *runtime.Registry, o Options) (*Server, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	if conn == nil || reg == nil {
		return nil, errors.New("natstools.Start: the connection or the registry is nil")
	}
	s := &Server{
		options: o,
		conn:    conn,
		reg:     reg.Guard(policy.BuiltIn()),
		log:     o.Logger,
		places:  make(chan struct{}, o.MaxCalls),
		ended:   make(chan struct{}),
	}
	s.work, s.halt = context.WithCancelCause(context.Background())
	if err := s.start(); err != nil {
		s.halt(errStopping)
		return nil, fmt.Errorf("natstools.Start: %w", err)
	}
	s.tellHidden()
	return s, nil
}

// complete checks o and puts defaults in the place of zeroes.
func (o *Options) complete() error {
	if o.Subject == "" {
		o.Subject = defaultSubject
	}
	if o.Version == "" {
		o.Version = "0.0.0"
	}
	if !tokenPattern.MatchString(o.Name) {
		return errors.New("natstools.Start: Options.Name is not ^[A-Za-z0-9_-]{1,64}$")
	}
	if !subjectPattern.MatchString(o.Subject) {
		return errors.New("natstools.Start: Options.Subject is not one to eight tokens of letters, digits, _ and - with dots between")
	}
	if o.Caller.Role == runtime.Undeclared && o.Caller.RoleName == "" {
		o.Caller.Role = runtime.Public
	}
	if o.Offer.Role == runtime.Undeclared && o.Offer.RoleName == "" {
		o.Offer = o.Caller
	}
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	if o.MaxCalls <= 0 {
		o.MaxCalls = defaultMaxCalls
	}
	if o.Drain == 0 {
		o.Drain = defaultDrain
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	}
	return nil
}

// ID is what this instance is called among those of its service.
func (s *Server) ID() string { return s.service.Info().ID }

// Stop takes the instance out of its service: no new call comes to it, those that it has are finished within Options.Drain, and those that are
// not by then are ended and answered with runtime.ClassUnavailable. The connection stays open. Stop returns when all is answered; the
// error says how many tools were left running, because they take no notice of the end of their contexts. Stopping twice is stopping once.
func (s *Server) Stop() error {
	s.once.Do(func() { s.stop = s.drain() })
	return s.stop
}

func (s *Server) drain() error {
	_ = s.service.Stop()
	if !s.conn.IsClosed() {
		_ = s.conn.FlushTimeout(grace) // then whatever was sent to this instance has come
	}
	s.calls.wait(max(s.options.Drain, 0))
	s.halt(errStopping)
	s.calls.close()
	s.calls.wait(2 * grace)
	for _, sub := range s.control {
		_ = sub.Unsubscribe()
	}
	if !s.conn.IsClosed() {
		_ = s.conn.FlushTimeout(grace)
	}
	s.end()
	if left := len(s.places); left > 0 {
		return fmt.Errorf("natstools: %d tools go on although their time is over", left)
	}
	return nil
}

// end says that nothing more comes in.
func (s *Server) end() {
	s.calls.mu.Lock()
	defer s.calls.mu.Unlock()
	select {
	case <-s.ended:
	default:
		close(s.ended)
	}
}

// tellHidden says once which tools are not offered, since a list that is shorter than expected explains nothing.
func (s *Server) tellHidden() {
	var hidden []string
	for tool := range s.reg.All() {
		if spec := tool.Spec(); !spec.Hidden && s.offered[spec.Name] == nil {
			hidden = append(hidden, spec.Name)
		}
	}
	if len(hidden) > 0 {
		s.log.Warn("natstools: not all tools are offered: set Options.Offer and Options.Caller or Options.Identity, or declare a level of access",
			"service", s.options.Name, "hidden", strings.Join(hidden, " "))
	}
}
