package model

import "time"

// Limits are what the directive wraps a tool in. Zero means none.
type Limits struct {
	Timeout time.Duration // of a call with all its attempts
	Hard    bool          // a body that does not stop is left behind
	Attempt time.Duration // of one attempt

	Retries int            // attempts besides the first
	Backoff *time.Duration // nil: what the runtime takes

	Rate    int // so many starts in any span of RatePer
	RatePer time.Duration

	Concurrency int           // attempts at once
	Cache       time.Duration // how long a result is kept
	Output      int64         // bytes of a result
}

// Wrapped reports whether anything stands around a call of the tool.
func (t *Tool) Wrapped() bool { return t.Limits != Limits{} || len(t.Secrets) > 0 }

// Cancelable reports whether the tool's function is told when its time is over: it takes a context.
func (t *Tool) Cancelable() bool {
	return len(t.Params) > 0 && t.Params[0].Role == Context
}
