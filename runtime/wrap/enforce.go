package wrap

import "github.com/toolgen/toolgen/runtime"

// defaultEnforced is how many bodies run at once under limits of a policy where nobody says.
const defaultEnforced = 64

// Enforce is for [runtime.Enforce]: it holds calls to the limits that a policy sets, of time by a [Hard] timeout and of output by
// [Output]. It returns nil, so that the call is refused, for limits of memory or disk: a function shares both with the program, and
// only a tool that runs in a process or a virtual machine of its own can be held to them. At most n bodies under a timeout run at
// once, all tools together, those that were abandoned included; zero and less mean 64.
func Enforce(n int) func(runtime.Limits) runtime.Middleware {
	if n <= 0 {
		n = defaultEnforced
	}
	shared := &places{free: make(chan struct{}, n)}
	in := func(t *timeout) { t.places = shared }
	return func(limits runtime.Limits) runtime.Middleware {
		if limits.Memory > 0 || limits.Disk > 0 {
			return nil
		}
		output, timeout := Output(limits.Output).Middleware(), Timeout(limits.Timeout, in).Middleware()
		return func(next runtime.Handler) runtime.Handler { return output(timeout(next)) }
	}
}
