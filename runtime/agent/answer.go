package agent

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
	"github.com/toolgen/toolgen/runtime/compose"
	"github.com/toolgen/toolgen/runtime/provider"
)

// This file answers the calls of one turn: those that may, beside each other, by package compose; each once.

// answer runs the calls that wait. Where all are answered then, their results stand in the conversation.
func (r *run) answer(ctx context.Context) (Reason, error) {
	r.mu.Lock()
	turn := r.state.lastCalls()
	var calls []compose.Call
	for i := range r.state.pending {
		if r.state.pending[i].status == waiting {
			keys, parallel := r.schedule(turn[i])
			calls = append(calls, compose.Call{ID: strconv.Itoa(i), Tool: turn[i].Name, Args: r.state.pending[i].args, Keys: keys, Parallel: parallel})
		}
	}
	r.mu.Unlock()
	compose.Parallel(ctx, &view{r}, r.limits.Parallel, calls...)

	r.mu.Lock()
	defer r.mu.Unlock()
	if r.unsaved != nil {
		return Failed, r.unsaved
	}
	has := func(s status) bool {
		return slices.ContainsFunc(r.state.pending, func(p pending) bool { return p.status == s })
	}
	if has(waiting) || has(begun) {
		if reason, err := r.over(ctx); reason != "" {
			return reason, err
		}
	}
	if has(asking) {
		return Paused, nil
	}
	r.conclude()
	if reason, err := r.saved(ctx); reason != "" {
		return reason, err
	}
	return r.stop, r.why
}

// conclude puts the results of the turn into the conversation. The caller holds mu.
func (r *run) conclude() {
	results := make([]runtime.Result, len(r.state.pending))
	for i := range r.state.pending {
		results[i] = r.state.pending[i].result
	}
	r.state.messages = append(r.state.messages, Message{Role: Tool, Results: results})
	r.state.pending = nil
}

// schedule asks the host how a call may run beside others. A panic is no answer.
func (r *run) schedule(call provider.Call) (keys []string, parallel bool) {
	spec, offered := r.offered(call.Name)
	if r.agent.config.Schedule == nil || !offered {
		return nil, false
	}
	defer func() {
		if recover() != nil {
			keys, parallel = nil, false
		}
	}()
	return r.agent.config.Schedule(call, spec)
}

// view is the registry as the model of a run sees it: a compose.Caller that keeps the books.
type view struct{ *run }

// Visible is asked by compose, whether a call may run beside others.
func (v *view) Visible(_ context.Context, name string) (*runtime.Spec, bool) { return v.offered(name) }

// Lookup is for builders, of which there is none here.
func (v *view) Lookup(name string) (runtime.Tool, bool) {
	return v.agent.config.Registry.Lookup(name)
}

// Call runs the call whose number is its ID. Its result stands in the state, and nobody reads the one that it returns.
func (v *view) Call(ctx context.Context, name string, args []byte) (result runtime.Result) {
	i, err := strconv.Atoi(runtime.CallFrom(ctx).ID)
	if err != nil {
		return runtime.Result{Err: runtime.NewError(runtime.ClassInternal, "a call without a number").WithCause(err)}
	}
	ctx, args, may := v.start(ctx, i, name)
	if may {
		runtime.Settle(name, func() runtime.Result { return v.agent.config.Registry.Call(ctx, name, args) }, func(r runtime.Result) {
			v.finish(ctx, i, r)
			result = r
		})
	}
	return result
}

// start notes that call i runs, before it does, and returns its context and arguments. It reports false for a call that is not to
// be run: because it is answered now, or because it still has to wait.
func (r *run) start(ctx context.Context, i int, name string) (context.Context, []byte, bool) {
	spec, offered := r.offered(name)
	r.mu.Lock()
	defer r.mu.Unlock()
	p := &r.state.pending[i]
	call := r.state.lastCalls()[i]
	switch {
	case p.status != waiting || r.unsaved != nil || r.held(i, spec):
		return ctx, nil, false
	case !offered:
		r.refuse(ctx, i, runtime.NewError(runtime.ClassUnknownTool, r.unknown(name)))
		return ctx, nil, false
	case len(p.below) == 0 && !r.budget.call():
		r.halt(OutOfCalls, errors.New("agent: the calls of Limits.Calls are used"))
		r.refuse(ctx, i, runtime.NewError(runtime.ClassResourceExhausted, "not run: the limit of tool calls is reached").AsNotStarted())
		return ctx, nil, false
	}
	p.status = begun
	if err := r.save(ctx); err != nil {
		r.unsaved, p.status = err, waiting
		return ctx, nil, false
	}
	id := call.ID
	if id == "" {
		id = place(r.state.turn, i)
	}
	ctx = runtime.WithCall(ctx, runtime.Call{ID: id, Principal: r.principal, Attempt: 1})
	ctx = context.WithValue(ctx, linkKey{}, &link{run: r, turn: r.state.turn, call: i})
	if p.yes {
		ctx = runtime.WithApproval(ctx, r.approval(spec, p))
	}
	return ctx, p.args, true
}

type linkKey struct{}

// refuse answers a call that is not run. The caller holds mu.
func (r *run) refuse(ctx context.Context, i int, err *runtime.Error) {
	r.settle(i, runtime.Result{Err: err})
	_, _ = r.saved(ctx)
}

// held reports whether call i has to wait until a person has answered for one before it: what changes things keeps the order in
// which the model asked for it.
func (r *run) held(i int, spec *runtime.Spec) bool {
	before := r.state.pending[:i]
	if !slices.ContainsFunc(before, func(p pending) bool { return p.status == asking }) {
		return false // as nearly always, without asking the host for its schedule once more
	}
	calls := r.state.lastCalls()
	keys, parallel := r.schedule(calls[i])
	alone := !parallel && (spec == nil || !spec.OnlyReads())
	for j := range before {
		if before[j].status != asking {
			continue
		}
		others, _ := r.schedule(calls[j])
		if alone || slices.ContainsFunc(others, func(key string) bool { return slices.Contains(keys, key) }) {
			return true
		}
	}
	return false
}

// finish notes what became of call i.
func (r *run) finish(ctx context.Context, i int, result runtime.Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := &r.state.pending[i]
	call := r.state.lastCalls()[i]
	over, _ := r.over(r.base)
	switch needed, paused := errors.AsType[*runtime.Needed](result.Err); {
	case slices.ContainsFunc(p.below, func(c child) bool { return c.state.reason == Paused }):
		p.status, p.yes = asking, false
	case over != "" && len(p.below) > 0:
		p.status = waiting // it goes on where its sub-agents are
	case paused && result.Err.Class == runtime.ClassApprovalRequired && needed.Request.Tool == call.Name && string(needed.Request.Args) == string(shownArgs(p.args)):
		p.status, p.yes, p.reason, p.shown = asking, false, short(needed.Request.Reason), ""
		if needed.Request.Spec != nil {
			p.shown = fingerprint(needed.Request.Spec)
		}
		if p.reason == "" {
			p.reason = "a person must agree"
		}
	default:
		r.settle(i, result)
	}
	_, _ = r.saved(ctx)
}

// settle gives call i its result, as it stands in the conversation, and counts failures. The caller holds mu.
func (r *run) settle(i int, result runtime.Result) {
	p := &r.state.pending[i]
	call := r.state.lastCalls()[i]
	if spec := r.spec(call.Name); spec != nil {
		result = runtime.RedactResult(spec, p.args, result)
	}
	p.answer(plain(runtime.Bound(result, int64(r.limits.Result))))
	if result.Err != nil && (result.Err.Class == runtime.ClassCanceled || result.Err.NotStarted) {
		return
	}
	if n := r.state.count(callKey(call), result.Err != nil); n >= r.limits.Repeats {
		r.halt(Repeating, errors.New("agent: the same call of "+quoted(call.Name)+" has failed "+strconv.Itoa(n)+" times: "+p.result.Err.Error()))
	}
}

// halt ends the run behind the calls of this turn. The first reason counts.
func (r *run) halt(reason Reason, why error) {
	if r.stop == "" {
		r.stop, r.why = reason, why
	}
}

// callKey is the same for the same call of the same tool, and tells nothing of its arguments.
func callKey(call provider.Call) string {
	b := append([]byte(call.Name), 0)
	sum := sha256.Sum256(append(b, shownArgs(call.Args)...))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// plain is a result as it stands in a conversation, and the same when it has been read from a state.
func plain(r runtime.Result) runtime.Result {
	out := runtime.Result{Text: valid(r.Text)}
	if r.JSON != nil {
		out.JSON = []byte(valid(string(r.JSON)))
	}
	for _, part := range r.Parts {
		part.URI, part.MIME, part.Text, part.Kind = valid(part.URI), valid(part.MIME), valid(part.Text), runtime.PartKind(valid(string(part.Kind)))
		if len(part.Data) == 0 {
			part.Data = nil
		}
		out.Parts = append(out.Parts, part)
	}
	if r.Err != nil {
		out.Err = runtime.NewError(runtime.Class(valid(string(r.Err.Class))), valid(r.Err.Message))
	}
	return out
}

// offered returns what the model may know of a tool: one that it may call, and that a skill which is on does not leave out.
func (r *run) offered(name string) (*runtime.Spec, bool) {
	if !r.offers(name) {
		return nil, false
	}
	return r.agent.config.Registry.Visible(r.base, name)
}

// permitted returns what this agent may know of a tool that it may call, whatever skills are on.
func (r *run) permitted(name string) (*runtime.Spec, bool) {
	if !r.grants(name) {
		return nil, false
	}
	return r.agent.config.Registry.Visible(r.base, name)
}

// offers reports whether the model is told of a tool that the registry shows this agent's principal.
func (r *run) offers(name string) bool { return r.agent.offers(r.state.skills, name) && r.grants(name) }

// grants reports whether this agent may call a tool that the registry shows its principal: one that its Tools have, and that whoever
// stands above it might have called.
func (r *run) grants(name string) bool {
	if tools := r.agent.config.Tools; tools != nil && !slices.Contains(tools, name) {
		return false
	}
	if r.above == nil {
		return true
	}
	_, may := r.above.run.permitted(name)
	return may
}

// unknown is the answer to a name that the model was not told of, the same for one that does not exist.
func (r *run) unknown(name string) string {
	var names []string
	for _, spec := range r.agent.config.Registry.Specs(r.base) {
		if r.offers(spec.Name) {
			names = append(names, spec.Name)
		}
	}
	message := "unknown tool " + quoted(name)
	if near, found := codec.Nearest(name, names); found {
		return message + "; did you mean " + strconv.Quote(near) + "?"
	}
	if len(names) == 0 {
		return message + "; there are no tools"
	}
	const most = 20
	list := strings.Join(names[:min(len(names), most)], ", ")
	if len(names) > most {
		list += ", …"
	}
	return message + "; the tools are " + list
}
