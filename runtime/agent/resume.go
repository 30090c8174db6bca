package agent

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// This file brings the calls of a state to where a run can go on with them.

// recover looks at what was going on when the state was made. The caller holds mu.
func (r *run) recover() {
	if len(r.state.pending) == 0 {
		return
	}
	calls := r.state.lastCalls()
	for i := range r.state.pending {
		p := &r.state.pending[i]
		if p.args == nil && !p.hidden {
			p.args = calls[i].Args
		}
		if p.hidden {
			r.secrets.learn(r.spec(calls[i].Name), p.args)
		}
		switch {
		case p.status == answered:
		case p.args == nil:
			r.settle(i, failed(runtime.ClassFailed, "not run: its arguments had secrets in them, which are not kept while a run is paused; make the call again"))
		case p.status != begun:
		case len(p.below) > 0 || r.repeatable(calls[i].Name):
			p.status = waiting
		default:
			r.settle(i, failed(runtime.ClassInternal, "it is not known whether this call was carried out: the program ended while it was running; look before you make it again"))
		}
	}
}

// repeatable reports whether a call of a tool may be made twice.
func (r *run) repeatable(name string) bool {
	spec := r.spec(name)
	return spec != nil && spec.Repeatable()
}

// decide does what people said. The caller holds mu.
func (r *run) decide() {
	for call := range r.state.pending {
		p, at := &r.state.pending[call], place(r.state.turn, call)
		if p.status != asking {
			continue
		}
		if p.reason == "" { // a sub-agent asks, and is told
			if slices.ContainsFunc(r.decisions, func(d Decision) bool { return strings.HasPrefix(d.Request, at+"/") }) {
				p.status = waiting
			}
			continue
		}
		switch i := slices.IndexFunc(r.decisions, func(d Decision) bool { return d.Request == at }); {
		case i < 0:
		case r.decisions[i].Approved:
			p.status, p.reason, p.yes, p.approved = waiting, "", true, r.decisions[i].By
		default:
			r.settle(call, failed(runtime.ClassApprovalRejected, "a person did not agree to this call; it was not made"))
		}
	}
}

// below returns the decisions for a sub-agent, in its own words.
func (r *run) below(call int, key string) (list []Decision) {
	prefix := place(r.state.turn, call) + "/" + key + "/"
	for _, d := range r.decisions {
		if own, is := strings.CutPrefix(d.Request, prefix); is {
			d.Request = own
			list = append(list, d)
		}
	}
	return list
}

// abandon answers the calls that wait, because the user says something new. The caller holds mu.
func (r *run) abandon() {
	if len(r.state.pending) == 0 {
		return
	}
	for i := range r.state.pending {
		switch p := &r.state.pending[i]; {
		case p.status == answered:
		case p.status == asking && p.reason != "":
			r.settle(i, failed(runtime.ClassApprovalRejected, "nobody agreed to this call before the user went on; it was not made"))
		case len(p.below) > 0:
			r.settle(i, failed(runtime.ClassCanceled, "the user went on before this call was done; what it has done so far is done"))
		default:
			r.settle(i, failed(runtime.ClassCanceled, "not run: the user went on"))
		}
	}
	r.conclude()
}

// approval is a person's yes to call p of a tool, as it stands: to the tool that they were shown, and no other of its name.
func (r *run) approval(tool *runtime.Spec, p *pending) *runtime.Approval {
	request := runtime.ApprovalRequest{Tool: tool.Name, Args: shownArgs(p.args), Principal: r.principal}
	if fingerprint(tool) == p.shown {
		request.Spec = tool
	}
	return request.Approve(p.approved, time.Now().Add(approvalTime))
}

// fingerprint stands for all that a Spec says, in a state that is kept: a SHA-256 in base64url without padding.
func fingerprint(s *runtime.Spec) string {
	sum := sha256.Sum256(s.Identity())
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// approvalTime is how long a yes is good for, once the call begins.
const approvalTime = time.Hour

func failed(class runtime.Class, message string) runtime.Result {
	return runtime.Result{Err: runtime.NewError(class, message)}
}
