package sandbox

import (
	"strings"
	"sync"
)

// Strength is how far a limit holds.
type Strength string

// The strengths, strongest first.
const (
	Hard        Strength = "hard"        // for the whole run, whatever the program does
	PerProcess  Strength = "per process" // for each process of the program, not for all together
	Sampled     Strength = "sampled"     // looked at from time to time: too much is seen after it was taken
	Unsupported Strength = "unsupported" // not at all
)

// Support is how far one limit holds on this machine, for this user.
type Support struct {
	Limit    Limit
	Strength Strength
	How      string // by what means; "" where it is unsupported
	Reason   string // why it is unsupported; "" where it is not
}

// Report is what a machine can do, one line a limit.
type Report []Support

// Of returns the line of that limit, and an unsupported one for a name that is no limit.
func (r Report) Of(limit Limit) Support {
	for _, s := range r {
		if s.Limit == limit {
			return s
		}
	}
	return Support{Limit: limit, Strength: Unsupported, Reason: "there is no such limit"}
}

// String is a line for each limit.
func (r Report) String() string {
	var b strings.Builder
	for _, s := range r {
		b.WriteString(string(s.Limit) + ": " + string(s.Strength))
		if s.How != "" {
			b.WriteString(" (" + s.How + ")")
		}
		if s.Reason != "" {
			b.WriteString(": " + s.Reason)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Probe says how far each limit holds for child processes on this machine, for the user that runs this program. It tries: a child is
// put under every limit and breaks each of them. The first call takes a fraction of a second, later ones return the same report,
// which the caller does not modify. WebAssembly needs nothing of the machine: see [Load].
func Probe() Report { return probed().report }

// machine is what commands run on.
type machine struct {
	report     Report
	namespaces bool // whether user, mount, PID and network namespaces can be had
	landlock   int  // its ABI; 0 for none
}

var probed = sync.OnceValue(probe)

// nowhere is the report of a system where there is nothing.
func nowhere(reason string) Report {
	r := make(Report, len(limits))
	for i, limit := range limits {
		r[i] = Support{Limit: limit, Strength: Unsupported, Reason: reason}
	}
	return r
}
