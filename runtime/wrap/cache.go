package wrap

import (
	"bytes"
	"container/list"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// defaultCacheBytes is how much a cache keeps where nobody says.
const defaultCacheBytes = 8 << 20

// Cache answers a call with the result of an earlier one for ttl, if the tool, the arguments and the principal are the same, all of
// it: role, ID, agent, scopes, and who is behind it. Arguments are compared as values, not as text. Only successes are kept, and only
// of tools that are ReadOnly: [Tool] panics for others, and [Wrapper.Middleware] lets them pass.
//
// Tools are told apart by what they are, not by their names: two that one Wrapper is given never answer for each other, and neither
// does one that runtime.Registry.Replace put in the place of another, unless the two have one Spec.
//
// Calls that are the same and come at the same time are one: the others wait for the first. If that succeeds, or fails by itself,
// they share what it got; if it fails because its own caller gave up or had no more time, one of the others runs. Results are
// copied, so no caller can change what another one gets.
//
// A cache must not stand around a tool that reads anything else out of its context, such as a tenant: it would answer one tenant with
// what belongs to another.
func Cache(ttl time.Duration, options ...CacheOption) Wrapper {
	if ttl <= 0 {
		return Wrapper{}
	}
	c := &cache{ttl: ttl, most: defaultCacheBytes, kept: map[key]*list.Element{}, flights: map[key]*flight{}}
	for _, option := range options {
		option(c)
	}
	return Wrapper{around: c.around, refuse: refuseCache}
}

// CacheOption is an option of [Cache].
type CacheOption func(*cache)

// CacheBytes sets how many bytes of results a cache keeps at most; what was used longest ago goes first, and a result that is larger
// by itself is not kept. Zero and less mean that nothing is kept: only calls at the same time are one. The default is 8 MiB.
func CacheBytes(n int64) CacheOption { return func(c *cache) { c.most = n } }

// key is what makes two calls the same: what is called, and with what.
type key struct {
	around *byte         // which tool, or which registry, the cache stands around: two tools of one name may share a Wrapper, and a Spec too
	spec   *runtime.Spec // which tool of a registry: one may be replaced by another of its name
	call   string        // who calls and the arguments, written out: a digest would bring 200 KB of cryptography into every program with a wrapper
}

type cache struct {
	ttl  time.Duration
	most int64

	mu      sync.Mutex
	kept    map[key]*list.Element // of *entry
	order   list.List             // what was used last in front
	bytes   int64
	flights map[key]*flight
}

// entry is a result that is kept.
type entry struct {
	key    key
	result runtime.Result // nobody else has it
	bytes  int64
	until  time.Time
}

// flight is a call that others may wait for.
type flight struct {
	done   chan struct{}
	shared bool           // result is for the others too
	result runtime.Result // set before done is closed; not modified after
}

// refuseCache says why the results of a tool cannot be kept.
func refuseCache(tool *runtime.Spec) string {
	if tool.OnlyReads() {
		return ""
	}
	if tool.Remote {
		return "a cache is for tools that are read-only, and that this one is so is only what another process says"
	}
	return "a cache is for tools that are read-only: a call that does something must be done each time"
}

func (c *cache) around(next runtime.Handler) runtime.Handler {
	around := new(byte)
	return func(ctx context.Context, call *runtime.Call) runtime.Result {
		if !call.Tool.OnlyReads() {
			return next(ctx, call)
		}
		k, ok := keyOf(around, call)
		if !ok {
			return next(ctx, call) // which says what is wrong with the arguments
		}
		for {
			if ctx.Err() != nil {
				return ended(ctx)
			}
			hit, f, leads := c.look(k)
			switch {
			case hit.found:
				return clone(hit.result)
			case leads:
				return c.lead(ctx, call, next, k, f)
			}
			select {
			case <-f.done:
				if f.shared {
					return clone(f.result)
				}
			case <-ctx.Done():
				return ended(ctx)
			}
		}
	}
}

// found is a result that was kept, if there was one.
type found struct {
	found  bool
	result runtime.Result
}

// look returns what is kept, else the call that is on its way; where there is neither the caller leads one.
func (c *cache) look(k key) (hit found, f *flight, leads bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element := c.kept[k]; element != nil {
		e := element.Value.(*entry)
		if time.Now().Before(e.until) {
			c.order.MoveToFront(element)
			return found{true, e.result}, nil, false
		}
		c.drop(element)
	}
	if f = c.flights[k]; f != nil {
		return found{}, f, false
	}
	f = &flight{done: make(chan struct{})}
	c.flights[k] = f
	return found{}, f, true
}

// lead makes the call and lets the others know, also where the tool ends the goroutine.
func (c *cache) lead(ctx context.Context, call *runtime.Call, next runtime.Handler, k key, f *flight) (r runtime.Result) {
	answered := false
	defer func() {
		if answered {
			f.shared = r.Err == nil || !personal(ctx, r.Err)
			f.result = clone(r)
		}
		c.land(k, f)
	}()
	r = next(ctx, call)
	answered = true
	return r
}

// personal reports whether an error is about the one who called, and not about the call.
func personal(ctx context.Context, err *runtime.Error) bool {
	return ctx.Err() != nil || err.Class == runtime.ClassCanceled || err.Class == runtime.ClassTimeout
}

// land ends a flight and keeps its result.
func (c *cache) land(k key, f *flight) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.flights, k)
	close(f.done)
	n := int64(len(k.call)) + weight(f.result)
	if !f.shared || f.result.Err != nil || n > c.most {
		return
	}
	c.kept[k] = c.order.PushFront(&entry{key: k, result: f.result, bytes: n, until: time.Now().Add(c.ttl)})
	c.bytes += n
	for c.bytes > c.most {
		c.drop(c.order.Back())
	}
}

// drop forgets a result. The caller holds mu.
func (c *cache) drop(element *list.Element) {
	e := c.order.Remove(element).(*entry)
	delete(c.kept, e.key)
	c.bytes -= e.bytes
}

// keyOf returns the key of a call; it has none where its arguments, or who acts for whom, cannot be read to the end.
func keyOf(around *byte, call *runtime.Call) (key, bool) {
	if !call.Principal.Ends() {
		return key{}, false
	}
	b := make([]byte, 0, 256+len(call.Args))
	for p := &call.Principal; p != nil; p = p.Parent {
		b = append(b, '(', byte(p.Role))
		for _, part := range [...]string{p.RoleName, p.ID, p.Agent} {
			b = codec.AppendString(b, part) // quoted, so that no two lists of parts are the same text
		}
		for _, scope := range slices.Sorted(slices.Values(p.Scopes)) {
			b = codec.AppendString(b, scope)
		}
	}
	b = append(b, '{')
	b, ok := codec.AppendIdentity(b, call.Args)
	return key{around, call.Tool, string(b)}, ok
}

// weight is how much room a result takes, roughly.
func weight(r runtime.Result) int64 {
	n := r.Size() + 512 // for the entry itself
	for _, note := range r.Notes {
		n += int64(len(note.Path) + len(note.Text) + 64)
	}
	return n + int64(len(r.Parts))*128
}

// clone copies what a caller could change. Texts and errors cannot be.
func clone(r runtime.Result) runtime.Result {
	r.JSON = bytes.Clone(r.JSON)
	r.Notes = slices.Clone(r.Notes)
	r.Parts = slices.Clone(r.Parts)
	for i := range r.Parts {
		r.Parts[i].Data = bytes.Clone(r.Parts[i].Data)
	}
	return r
}
