package agent

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/provider"
)

// run is one run of an agent, from Run or Resume to its outcome.
type run struct {
	agent     *Agent
	above     *link // where it is a sub-agent; nil for the first
	limits    Limits
	budget    *budget
	depth     int           // how many agents may stand below it
	slots     chan struct{} // of its sub-agents that run at the same time
	began     time.Time
	principal runtime.Principal
	base      context.Context // of the run: for asking what it may call
	decisions []Decision

	mu      sync.Mutex // for all that follows
	state   State      // with the conversation as the model reads it
	secrets secrets
	unsaved error  // a checkpoint failed, so that nothing more begins
	stop    Reason // set while calls are answered: the run ends behind them
	why     error  // of stop
}

// link is a place in a run: the call from which sub-agents are begun, and which of them.
type link struct {
	run  *run
	turn int // its number, because a tool that was given up may outlive it
	call int
	key  string       // of one sub-agent
	next atomic.Int32 // of the call: the key of its next one. A tool that is run again counts from the first on
}

var (
	errTime = errors.New("agent: the time of the run is over")
	errCut  = errors.New("agent: the model was stopped before the end of what it said")
)

// run is Resume, for a sub-agent too.
func (a *Agent) run(ctx context.Context, above *link, state *State, in Input) *Outcome {
	r := &run{
		agent: a, above: above, limits: a.limits, depth: a.limits.Depth,
		slots: make(chan struct{}, a.limits.Concurrent), began: time.Now(), decisions: in.Decisions,
	}
	r.principal = a.principal(runtime.PrincipalFrom(ctx))
	if err := r.open(state, in, runtime.PrincipalFrom(ctx).ID); err != nil {
		return &Outcome{Reason: Refused, Err: errors.New("agent: " + quoted(a.config.Name) + ": " + err.Error())}
	}
	if above != nil {
		r.depth = min(r.depth, above.run.depth-1)
		r.limits.Steps = min(r.limits.Steps, above.run.limits.Steps)
		r.budget = newBudget(above.run.budget, r.limits, r.state.used)
		r.secrets.of = above.run.known()
	} else {
		r.budget = newBudget(nil, r.limits, r.state.used)
	}
	if in.Text == "" && r.state.said() { // there is nothing for the model to answer
		if r.state.reason == Cut {
			why := errCut
			if r.state.why != "" {
				why = errors.New(r.state.why)
			}
			return r.end(ctx, Cut, why)
		}
		return r.end(ctx, Done, nil)
	}
	ctx = runtime.WithPrincipal(ctx, r.principal)
	if r.limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, r.limits.Time-r.state.spent, errTime)
		defer cancel()
	}
	r.base = ctx
	r.learn(r.state.messages)
	reason, err := r.begin(ctx, in)
	if reason == "" {
		reason, err = r.loop(ctx)
	}
	return r.end(ctx, reason, err)
}

// principal is on whose behalf the agent calls: its own name, and what it has of the caller's rights.
func (a *Agent) principal(caller runtime.Principal) runtime.Principal {
	own := runtime.Principal{Agent: a.config.Name, Role: a.config.Own.Role, RoleName: a.config.Own.RoleName, Scopes: a.config.Own.Scopes}
	if own.Role == runtime.Undeclared && own.RoleName == "" {
		own.Role, own.RoleName = caller.Role, caller.RoleName
	}
	if own.Scopes == nil {
		own.Scopes = caller.Scopes
	}
	return caller.Sub(own)
}

// open takes over a state, or makes a new one, and refuses what does not fit this agent, caller and input.
func (r *run) open(state *State, in Input, who string) error {
	name := r.agent.config.Name
	if state == nil {
		if in.Text == "" {
			return errors.New("there is no state to go on from and no Input.Text to begin with")
		}
		state = &State{agent: name, who: who}
	}
	r.state = state.copied()
	s := &r.state
	switch {
	case s.agent != name:
		return errors.New("the state is of agent " + quoted(s.agent))
	case s.who != who:
		return errors.New("the state belongs to another principal")
	}
	if in.Skills != nil {
		s.skills = slices.Clone(in.Skills)
	}
	if in.Text != "" { // new budgets
		s.steps, s.children, s.spent, s.used, s.failures = 0, 0, 0, used{}, nil
	}
	for _, skill := range s.skills {
		if r.agent.skill(skill) == nil {
			return errors.New("there is no skill " + quoted(skill))
		}
	}
	requests := s.Requests()
	for i, d := range in.Decisions {
		if slices.ContainsFunc(in.Decisions[:i], func(other Decision) bool { return other.Request == d.Request }) {
			return errors.New("there are two decisions for the request " + quoted(d.Request))
		}
		if !slices.ContainsFunc(requests, func(q Request) bool { return q.ID == d.Request }) {
			return errors.New("no request " + quoted(d.Request) + " waits for a decision")
		}
	}
	return nil
}

// begin brings the state to where the loop goes on.
func (r *run) begin(ctx context.Context, in Input) (Reason, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &r.state
	s.reason, s.why = "", ""
	r.recover()
	if in.Text == "" {
		r.decide()
		return "", nil
	}
	r.abandon()
	message := Message{Role: User, Text: valid(in.Text)}
	if err := fits(&message); err != nil {
		return Failed, err
	}
	s.messages = append(s.messages, message)
	return r.saved(ctx)
}

// loop asks the model and answers its calls until one of them ends the run.
func (r *run) loop(ctx context.Context) (Reason, error) {
	for {
		if reason, err := r.over(ctx); reason != "" {
			return reason, err
		}
		if len(r.state.pending) > 0 {
			if reason, err := r.answer(ctx); reason != "" {
				return reason, err
			}
			continue
		}
		if reason, err := r.exhausted(ctx); reason != "" {
			return reason, err
		}
		if reason, err := r.think(ctx); reason != "" {
			return reason, err
		}
	}
}

// over returns why nothing goes on once the context is over.
func (r *run) over(ctx context.Context) (Reason, error) {
	switch err := ctx.Err(); {
	case err == nil:
		return "", nil
	case err == context.DeadlineExceeded:
		return OutOfTime, context.Cause(ctx)
	default:
		return Canceled, context.Cause(ctx)
	}
}

// exhausted shortens the conversation where the host wants to, and returns which limit keeps the model from another turn.
func (r *run) exhausted(ctx context.Context) (Reason, error) {
	if compact := r.agent.config.Compact; compact != nil {
		shorter, err := guard("Compact", func() ([]Message, error) { return compact(ctx, slices.Clone(r.state.messages)) })
		if err == nil {
			err = whole(shorter)
		}
		if err != nil {
			return Failed, err
		}
		r.mu.Lock()
		r.state.messages, r.secrets.clean = slices.Clone(shorter), nil
		r.mu.Unlock()
	}
	var size int64
	for i := range r.state.messages {
		size += r.state.messages[i].size()
	}
	switch {
	case r.state.steps >= r.limits.Steps:
		return OutOfSteps, errors.New("agent: the model has had its turns, which Limits.Steps counts")
	case !r.budget.tokens():
		return OutOfTokens, errors.New("agent: the tokens of Limits.Tokens are used")
	case size > r.limits.Bytes:
		return OutOfBytes, errors.New("agent: the conversation is larger than Limits.Bytes")
	}
	return "", nil
}

// think asks the model for its next turn.
func (r *run) think(ctx context.Context) (Reason, error) {
	conversation := make([]Message, 0, len(r.state.messages)+1)
	if system := r.agent.system(r.state.skills); system != "" {
		conversation = append(conversation, Message{Role: System, Text: system})
	}
	conversation = append(conversation, r.state.messages...)
	turn, err := guard("the Model", func() (Turn, error) {
		return r.agent.config.Model.Next(ctx, conversation, r.definitions(ctx))
	})
	r.budget.report(turn.Usage)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state.steps++
	r.state.turn++
	if err != nil {
		if reason, over := r.over(ctx); reason != "" {
			return reason, over
		}
		return Failed, err
	}
	message := Message{Role: Assistant, Text: valid(turn.Text), Calls: validCalls(turn.Calls)}
	if len(turn.Raw) > 0 {
		message.Raw, message.Format = turn.Raw, provider.Format(valid(string(turn.Format)))
	}
	bound(&message)
	if err := fits(&message); err != nil {
		return Failed, err
	}
	var stopped error
	if turn.Stopped != "" {
		stopped = errors.New("agent: the provider has stopped what the model said: " + short(turn.Stopped))
		r.halt(Cut, stopped)
	}
	r.state.messages = append(r.state.messages, message)
	r.state.pending = nil
	if len(message.Calls) > 0 {
		r.learn(r.state.messages[len(r.state.messages)-1:])
		r.state.pending = pendingCalls(message.Calls)
		for i := range r.state.pending {
			if p := &r.state.pending[i]; p.status == answered {
				r.settle(i, p.result)
			}
		}
		return r.saved(ctx)
	}
	if stopped != nil {
		return Cut, stopped
	}
	if turn.Cut {
		return Cut, errCut
	}
	return Done, nil
}

// definitions are the tools that the model is told of.
func (r *run) definitions(ctx context.Context) []provider.Definition {
	var list []provider.Definition
	for _, spec := range r.agent.config.Registry.Specs(ctx) {
		if r.offers(spec.Name) {
			list = append(list, provider.FromSpec(spec))
		}
	}
	return list
}

// end notes how the run ended and returns its outcome.
func (r *run) end(ctx context.Context, reason Reason, err error) *Outcome {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state.reason, r.state.why = reason, ""
	if err != nil {
		r.state.why = short(err.Error())
	}
	if r.unsaved == nil {
		if saving := r.save(context.WithoutCancel(ctx)); saving != nil && reason != Failed {
			reason, err = Failed, saving
			r.state.reason, r.state.why = Failed, short(saving.Error())
		}
	}
	o := &Outcome{Reason: reason, Err: err, State: r.snapshot(), Text: r.state.text(), Usage: r.budget.now().usage}
	if reason == Paused {
		o.Requests = o.State.Requests()
	}
	return o
}

// snapshot is the state as the host gets it. The caller holds mu.
func (r *run) snapshot() *State {
	s := r.state.copied()
	s.used = r.budget.now()
	s.spent += time.Since(r.began)
	s.why = r.secrets.text(s.why)
	s.messages = r.secrets.messages(r.state.messages, r.spec)
	if len(s.pending) > 0 && len(r.secrets.of) > 0 {
		real, shown := r.state.lastCalls(), s.lastCalls()
		for i := range s.pending {
			p := &s.pending[i]
			p.hidden = p.hidden || string(real[i].Args) != string(shown[i].Args)
			p.result = r.secrets.result(p.result)
		}
	}
	return &s
}

// save gives the host the state. The caller holds mu, so that states come in order.
func (r *run) save(ctx context.Context) error {
	if r.above != nil {
		return r.above.run.keep(ctx, r.above, r.snapshot())
	}
	if r.agent.config.Checkpoint == nil {
		return nil
	}
	state := r.snapshot()
	_, err := guard("Checkpoint", func() (struct{}, error) { return struct{}{}, r.agent.config.Checkpoint(ctx, state) })
	return err
}

// saved is save for the loop, which ends where nothing could be saved. The caller holds mu.
func (r *run) saved(ctx context.Context) (Reason, error) {
	if err := r.save(ctx); err != nil {
		r.unsaved = err
		return Failed, err
	}
	return "", nil
}

// keep notes how far a sub-agent is, and saves it.
func (r *run) keep(ctx context.Context, at *link, state *State) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.calls(at) {
		return errCallOver
	}
	r.state.pending[at.call].keep(at.key, state)
	_, err := r.saved(ctx)
	return err
}

var errCallOver = errors.New("agent: the call that began the sub-agent is over")

// calls reports whether the call of a link still runs. The caller holds mu.
func (r *run) calls(at *link) bool {
	return r.state.turn == at.turn && at.call < len(r.state.pending) && r.state.pending[at.call].status == begun
}

// known returns the secrets that a sub-agent may have been told.
func (r *run) known() []secretCall {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.secrets.of)
}

// learn remembers the secrets of calls.
func (r *run) learn(messages []Message) {
	for i := range messages {
		for _, c := range messages[i].Calls {
			r.secrets.learn(r.spec(c.Name), c.Args)
		}
	}
}

// spec is what the registry has under a name, whoever asks: it hides arguments by it and shows it to nobody.
func (r *run) spec(name string) *runtime.Spec {
	if tool, found := r.agent.config.Registry.Lookup(name); found {
		return tool.Spec()
	}
	return nil
}
