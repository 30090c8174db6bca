package agent

import "github.com/toolgen/toolgen/runtime"

// Outcome is what became of a run.
type Outcome struct {
	Reason Reason
	Text   string // what the model said last; "" where it said nothing
	Err    error  // why the run ended; nil for Done and Paused
	State  *State // to go on from; nil for Refused

	Requests []Request // what people are asked, where the run is paused
	Usage    Usage     // since the last Input.Text, with that of sub-agents
}

// Reason says why a run ended.
type Reason string

// The reasons. All but Refused can be resumed: after Done and Cut with a new Input.Text, without which they end the same again, and
// after a limit with one, because it begins new budgets, or with an agent that has others.
const (
	Done        Reason = "done"          // the model called no more tools
	Paused      Reason = "paused"        // people must agree to calls: see Outcome.Requests
	OutOfSteps  Reason = "out_of_steps"  // Limits.Steps
	OutOfCalls  Reason = "out_of_calls"  // Limits.Calls: the calls beyond it are answered and were not run
	OutOfTokens Reason = "out_of_tokens" // Limits.Tokens
	OutOfBytes  Reason = "out_of_bytes"  // Limits.Bytes
	OutOfTime   Reason = "out_of_time"   // Limits.Time, or the deadline of the context. Calls may wait to be run
	Repeating   Reason = "repeating"     // the same call failed Limits.Repeats times
	Cut         Reason = "cut"           // the model was stopped in the middle of its last turn
	Failed      Reason = "failed"        // the model, Compact or Checkpoint failed, see Outcome.Err
	Canceled    Reason = "canceled"      // the context was canceled. Calls may wait to be run
	Refused     Reason = "refused"       // nothing was run: the state or the input is none for this agent
)

// final reports whether a run that ended so is over where nobody says anything new: as a sub-agent it is not begun again.
func (r Reason) final() bool {
	switch r {
	case Done, OutOfSteps, OutOfCalls, OutOfTokens, OutOfBytes, Repeating, Cut:
		return true
	}
	return false
}

// class is the class of the error that a run is for those who wait for a sub-agent.
func (r Reason) class() runtime.Class {
	switch r {
	case OutOfSteps, OutOfCalls, OutOfTokens, OutOfBytes, Cut:
		return runtime.ClassResourceExhausted
	case OutOfTime:
		return runtime.ClassTimeout
	case Canceled:
		return runtime.ClassCanceled
	case Paused:
		return runtime.ClassApprovalRequired
	}
	return runtime.ClassFailed
}

// Request is a call to which a person must agree, in plain data. What it was asked for stands in the state; a [Decision] answers it.
type Request struct {
	ID     string // within the state: where the call stands, such as 3.0
	Agent  string // who wants to call
	Tool   string
	Args   []byte // canonical; secrets are hidden (runtime.RedactArgs)
	Reason string // why a person is asked: the rule of a policy
}
