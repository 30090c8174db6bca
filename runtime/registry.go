package runtime

import (
	"context"
	"hash/maphash"
	"iter"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Registry holds tools by name and calls them. It is safe for concurrent use: those who read or call take no lock and see
// the tools as they were at one moment; those who change them replace the whole list at once.
//
// The zero Registry is empty and ready, without options. A Registry must not be copied.
type Registry struct {
	tools atomic.Pointer[snapshot]
	config
	chain Handler   // the middleware around callBody; nil where there is none
	of    *Registry // whose tools these are, in a view that Guard made; nil for its own
}

type config struct {
	judges     []Judge
	observers  []Observer
	middleware []Middleware
	enforce    func(Limits) Middleware
	approver   Approver
	wait       time.Duration // for the approver

	// What a program that asks for none of it does not link: Authorize sets the first two, Observe the third.
	ask      func(*Registry, context.Context, *Spec) *Verdict
	guarded  func(*Registry, context.Context, *entry, []byte, *Verdict) Result
	observed func(*Registry, context.Context, string, []byte) Result
}

// Option configures a registry when it is built.
type Option func(*config)

// NewRegistry returns an empty registry. Without [Authorize] it serves its own process: every call is allowed. It panics
// on a middleware that makes no Handler, which is a mistake of the program.
func NewRegistry(options ...Option) *Registry {
	r := new(Registry)
	for _, option := range options {
		option(&r.config)
	}
	for i := len(r.middleware) - 1; i >= 0; i-- {
		next := r.chain
		if next == nil {
			next = callBody
		}
		if r.chain = r.middleware[i](next); r.chain == nil {
			panic("runtime.NewRegistry: middleware " + strconv.Itoa(i) + " returned no Handler")
		}
	}
	return r
}

// Authorize makes a decide which tools a caller may see and call, and, where it is a [Judge], with which arguments. Given
// more than once, all must agree. It panics if a is nil.
func Authorize(a Authorizer) Option {
	if a == nil {
		panic("runtime.Authorize: the authorizer is nil")
	}
	return func(c *config) {
		c.judges = append(c.judges, judge(a))
		c.ask, c.guarded = (*Registry).judge, (*Registry).callGuarded
	}
}

// Use puts middleware around every call that is allowed, the first outermost; what a later Use adds is further in. It
// panics on nil.
func Use(middleware ...Middleware) Option {
	for i, m := range middleware {
		if m == nil {
			panic("runtime.Use: middleware " + strconv.Itoa(i) + " is nil")
		}
	}
	return func(c *config) { c.middleware = append(c.middleware, middleware...) }
}

// Observe has observers told of every call, the first outermost; what a later Observe adds is further in. It panics on
// nil.
func Observe(observers ...Observer) Option {
	for i, o := range observers {
		if o == nil {
			panic("runtime.Observe: observer " + strconv.Itoa(i) + " is nil")
		}
	}
	return func(c *config) {
		if len(observers) > 0 {
			c.observers, c.observed = append(c.observers, observers...), (*Registry).callObserved
		}
	}
}

// Call runs the tool of that name with args, a JSON object (empty means {}), and answers with one Result, whatever
// happens: a panic, in the tool or in a middleware, is an error of [ClassInternal]; a name that does not exist, or that
// the caller in ctx may not see, is one of [ClassUnknownTool], and the two cannot be told apart. Only a tool that calls
// runtime.Goexit gets no answer out, because it ends the goroutine of the caller: what was held for it is released and
// observers are told.
//
// Call returns only after the tool has, and adds no goroutine. Without options it adds no allocation to Execute; with
// middleware it makes one for the Call.
func (r *Registry) Call(ctx context.Context, name string, args []byte) (result Result) {
	if r.observed != nil {
		return r.observed(r, ctx, name, args)
	}
	e := r.find(name)
	if e == nil {
		return r.unknown(ctx, name)
	}
	if r.ask != nil {
		if v := r.ask(r, ctx, e.spec); v != nil {
			if v.Hidden != nil {
				return r.unknown(ctx, name)
			}
			return r.guarded(r, ctx, e, args, v)
		}
	}
	if r.chain != nil {
		return r.run(ctx, e, args, nil)
	}
	returned := false
	defer func() { // execute, written out: one Result less to hand on
		if !returned {
			result = broken(e.name, panicked(recover()))
		}
	}()
	result = e.tool.Execute(ctx, args)
	returned = true
	return result
}

// run calls a tool that the caller may call, with around, if there is one, around all else.
func (r *Registry) run(ctx context.Context, e *entry, args []byte, around Middleware) Result {
	if r.chain == nil && around == nil {
		return execute(ctx, e.tool, e.name, args)
	}
	call := CallFrom(ctx)
	call.Tool, call.Args, call.body = e.spec, args, e
	return handle(ctx, r.chain, around, e.name, &call)
}

// callBody is the innermost Handler: it runs the tool itself.
func callBody(ctx context.Context, call *Call) Result {
	e := call.body
	if e == nil {
		return Result{Err: NewError(ClassInternal, "internal error in the host of the tools").WithCause(errNoTool)}
	}
	return execute(Carry(ctx, call), e.tool, e.name, call.Args)
}

// Specs returns what the caller in ctx may see, sorted by name and without hidden tools. It is the only listing to show to
// a model. The slice is the caller's, the Specs are not to be modified.
func (r *Registry) Specs(ctx context.Context) []*Spec {
	entries := r.entries()
	specs := make([]*Spec, 0, len(entries))
	for i := range entries {
		if spec := entries[i].spec; !spec.Hidden && r.denied(ctx, spec) == nil {
			specs = append(specs, spec)
		}
	}
	return specs
}

// Visible returns what the caller in ctx may know of the tool of that name, a hidden one too, and whether it may call it. A
// tool that it may not call is answered like a name that does not exist, so plans and composites can be judged by it
// before they run. The Spec is not to be modified.
func (r *Registry) Visible(ctx context.Context, name string) (*Spec, bool) {
	if e := r.find(name); e != nil && r.denied(ctx, e.spec) == nil {
		return e.spec, true
	}
	return nil, false
}

// Lookup returns the tool of that name. It is for the host and unguarded: no authorizer is asked, and what Execute of the
// tool does is not contained.
func (r *Registry) Lookup(name string) (Tool, bool) {
	if e := r.find(name); e != nil {
		return e.tool, true
	}
	return nil, false
}

// All yields every tool, sorted by name, as they were when the loop began. It is for the host and unguarded like
// Lookup: for what a model may see, use Specs.
func (r *Registry) All() iter.Seq[Tool] {
	return func(yield func(Tool) bool) {
		for _, e := range r.entries() {
			if !yield(e.tool) {
				return
			}
		}
	}
}

// snapshot is all that a registry holds at one moment. It never changes once readers can see it.
//
// A sorted slice stands where one would expect a map: it costs one allocation however many tools there are, and lists them
// in order. The table by which a name is found is part of its entries.
type snapshot struct {
	entries []entry // sorted by name, no two alike
	changes int32   // how many changes led here
}

// entry is one registered tool, and one place of the table of names.
type entry struct {
	name   string // Spec().Name as it was when the tool was registered
	tool   Tool
	spec   *Spec
	origin origin
	first  int32 // 1 + the index of the first of the entries whose names belong to this place; 0 for none
	next   int32 // 1 + that of the next entry of the same place as this one; 0 for none
}

var seed = maphash.MakeSeed()

// place is where in a table of n places a name belongs.
func place(name string, n int) int {
	return int(uint64(uint32(maphash.String(seed, name))) * uint64(n) >> 32)
}

// few is how many entries are looked through one by one, which for so few is as fast as a table and needs none.
const few = 12

// index makes the table of names anew.
func (s *snapshot) index() {
	if len(s.entries) <= few {
		return
	}
	for i := range s.entries {
		s.entries[i].first = 0
	}
	for i := range s.entries {
		at := place(s.entries[i].name, len(s.entries))
		s.entries[i].next, s.entries[at].first = s.entries[at].first, int32(i+1)
	}
}

// held is where the tools are.
func (r *Registry) held() *atomic.Pointer[snapshot] {
	if r.of != nil {
		return &r.of.tools
	}
	return &r.tools
}

func (r *Registry) entries() []entry {
	if s := r.held().Load(); s != nil {
		return s.entries
	}
	return nil
}

// find returns the entry of that name, or nil.
func (r *Registry) find(name string) *entry {
	entries := r.entries()
	if len(entries) <= few {
		for i := range entries {
			if entries[i].name == name {
				return &entries[i]
			}
		}
		return nil
	}
	for i := entries[place(name, len(entries))].first; i != 0; {
		e := &entries[i-1]
		if e.name == name {
			return e
		}
		i = e.next
	}
	return nil
}

// search returns where name is, or where it belongs.
func search(entries []entry, name string) (int, bool) {
	lo, hi := 0, len(entries)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		switch order := strings.Compare(entries[mid].name, name); {
		case order == 0:
			return mid, true
		case order < 0:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return lo, false
}
