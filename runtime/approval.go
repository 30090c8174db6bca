package runtime

import (
	"bytes"
	"context"
	"slices"
	"sync/atomic"
	"time"
)

// Approver asks a person, or whoever stands for one, whether a call may be made.
type Approver interface {
	// Approve returns what request.Approve made, or nil where the answer is no. An error, a panic, an answer that comes
	// after ctx is over, and an Approval of anything but this very call mean that nobody agreed, and the call is not made.
	// It is called concurrently, and returns when ctx is over: the time to answer is in it.
	Approve(ctx context.Context, request *ApprovalRequest) (*Approval, error)
}

// ApproverFunc is a function that is an Approver.
type ApproverFunc func(ctx context.Context, request *ApprovalRequest) (*Approval, error)

// Approve calls f.
func (f ApproverFunc) Approve(ctx context.Context, request *ApprovalRequest) (*Approval, error) {
	return f(ctx, request)
}

// Ask makes a answer for calls to which a person must agree, within wait; zero or less means as long as the call itself has.
// Waiting does not count against the time that the tool has. Without Ask every such call needs an [Approval] in its
// context, see [WithApproval]. The last Ask counts. It panics if a is nil.
func Ask(a Approver, wait time.Duration) Option {
	if a == nil {
		panic("runtime.Ask: the approver is nil")
	}
	return func(c *config) { c.approver, c.wait = a, wait }
}

// ApprovalRequest is a call to which a person must agree. All of it is plain data, so that a host can keep it until there is
// an answer, in another process if need be.
type ApprovalRequest struct {
	ID        string    // of the call; "" where the caller gave none
	Tool      string    // its name
	Spec      *Spec     // the tool as it is at this moment, which is what the answer is about; not modified
	Args      []byte    // what the tool would get, byte by byte, in canonical form: what to show
	Principal Principal // who calls
	Reason    string    // why a person is asked: the rule of a policy
}

// Approve makes an Approval of this request as it stands: of the tool, the bytes of Args and the Principal, for one call
// before the given time. by says who agreed, for the record. A request without a Spec shows nobody what they agree to: its
// approval is good for no call.
func (r *ApprovalRequest) Approve(by string, before time.Time) *Approval {
	a := &Approval{by: by, before: before, tool: r.Tool, args: bytes.Clone(r.Args), principal: (&r.Principal).clone()}
	if r.Spec != nil {
		a.shown = r.Spec.Identity()
	}
	return a
}

// Approval is a person's yes to one call. It is good once: for the tool, the argument bytes and the principal that it was
// given for, until it expires. The tool is the one that was shown: when another has taken its name, or a server has changed its
// description, its schema or anything else of its Spec, nobody has agreed to that. It is safe for concurrent use, and must not
// be copied.
type Approval struct {
	by        string
	before    time.Time
	tool      string
	shown     []byte // the Identity of its Spec; nil where nobody was shown one
	args      []byte
	principal *Principal
	used      atomic.Bool
}

// By says who agreed.
func (a *Approval) By() string { return a.by }

// Needed is the cause of a ClassApprovalRequired error. Hosts find it with errors.As, show the request to a person, and
// make the call again with the Approval in its context.
type Needed struct {
	Request *ApprovalRequest
	Cause   error // why nobody agreed; nil where nobody was asked
}

// Error says why nobody agreed.
func (n *Needed) Error() string {
	if n.Cause != nil {
		return n.Request.Reason + ": " + n.Cause.Error()
	}
	return n.Request.Reason
}

// Unwrap returns Cause.
func (n *Needed) Unwrap() error { return n.Cause }

// WithApproval returns a context that carries approvals, besides those that ctx carries, for [Registry.Call]. A call that
// needs one takes the first that was given for it and is good; the others stay for the calls they were given for.
func WithApproval(ctx context.Context, approvals ...*Approval) context.Context {
	return context.WithValue(ctx, approvalKey{}, slices.Concat(approvalsIn(ctx), approvals))
}

type approvalKey struct{}

func approvalsIn(ctx context.Context) []*Approval {
	approvals, _ := ctx.Value(approvalKey{}).([]*Approval)
	return approvals
}

const (
	errOtherCall cause = "the approval is for another call: tool, arguments or principal differ"
	errOtherTool cause = "the approval is for another tool of this name: it has changed since a person agreed"
	errExpired   cause = "the approval has expired"
	errUsed      cause = "the approval has been used already"
)

// approved returns a person's yes to call, or the error that answers it.
func (r *Registry) approved(ctx context.Context, call *Call, reason error) (*Approval, *Error) {
	var needed Needed
	for _, approval := range approvalsIn(ctx) {
		err := approval.use(call)
		if err == nil {
			return approval, nil
		}
		if err != errOtherCall {
			needed.Cause = err
		}
	}
	needed.Request = &ApprovalRequest{
		ID: call.ID, Tool: call.Tool.Name, Spec: call.Tool, Args: slices.Clone(call.Args), Principal: call.Principal, Reason: reason.Error(),
	}
	if r.approver != nil {
		shown := *needed.Request
		shown.Args = slices.Clone(call.Args) // nobody changes what Needed says
		approval, err := r.askPerson(ctx, &shown)
		if end := ctx.Err(); end != nil {
			return nil, Failed(ctx, end).Err
		}
		if err == nil && approval == nil {
			return nil, NewError(ClassApprovalRejected, "the call of "+call.Tool.Name+" was not approved and was not made").WithCause(&needed)
		}
		if err == nil {
			err = approval.use(call)
		}
		if err == nil {
			return approval, nil
		}
		needed.Cause = err
	}
	return nil, NewError(ClassApprovalRequired, "a person must approve this call of "+call.Tool.Name+" first; it was not made").WithCause(&needed)
}

// askPerson contains what an Approver does. An answer that comes too late is none.
func (r *Registry) askPerson(ctx context.Context, request *ApprovalRequest) (approval *Approval, err error) {
	decided := false
	defer func() {
		if decided {
			return
		}
		approval, err = nil, errUndecided
		if v := recover(); v != nil {
			err = panicked(v)
		}
	}()
	if r.wait > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.wait)
		defer cancel()
	}
	approval, err = r.approver.Approve(ctx, request)
	decided = true
	if late := ctx.Err(); late != nil {
		return nil, late
	}
	return approval, err
}

// use takes the approval for call, or says why it is not good for it.
func (a *Approval) use(call *Call) error {
	switch {
	case a == nil || a.tool != call.Tool.Name || !bytes.Equal(a.args, call.Args) || !a.principal.same(&call.Principal):
		return errOtherCall
	case !bytes.Equal(a.shown, call.Tool.Identity()):
		return errOtherTool
	case !time.Now().Before(a.before):
		return errExpired
	case a.used.Swap(true):
		return errUsed
	}
	return nil
}

// clone returns a copy of p, and of all it acts for, that shares nothing which others may change. A line without an end has none: its
// copy is nil, which is the same as no principal.
func (p *Principal) clone() *Principal {
	if p == nil || !p.Ends() {
		return nil
	}
	c := *p
	c.Scopes, c.Parent = slices.Clone(p.Scopes), p.Parent.clone()
	return &c
}

// same reports whether p is q, with all that they act for and whatever the order of their scopes.
func (p *Principal) same(q *Principal) bool {
	if p == nil || q == nil {
		return p == q
	}
	within := func(a, b []string) bool {
		return !slices.ContainsFunc(a, func(s string) bool { return !slices.Contains(b, s) })
	}
	return p.Role == q.Role && p.RoleName == q.RoleName && p.ID == q.ID && p.Agent == q.Agent &&
		within(p.Scopes, q.Scopes) && within(q.Scopes, p.Scopes) && p.Parent.same(q.Parent)
}
