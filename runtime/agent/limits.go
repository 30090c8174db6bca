package agent

import (
	"math"
	"slices"
	"time"

	"github.com/toolgen/toolgen/runtime/codec"
)

// Limits bound a run. Zero is the default that stands beside each. What is said of Steps, Calls, Tokens, Time and sub-agents counts
// from the last Input.Text on. A sub-agent has its own, and what it uses counts for all above it as well, so that it never
// gets more than they have left.
type Limits struct {
	Steps  int           // turns of the model; 32
	Calls  int           // calls of tools, of sub-agents too; 256. One that is refused without being run, such as an unknown tool, counts as well
	Time   time.Duration // that the run takes, without the time it is paused; no limit but that of the context
	Tokens int64         // that models report, of sub-agents too; no limit. It is known behind a turn, so the last turn may exceed it
	Bytes  int64         // of the conversation, when a turn begins; 16 MiB

	Result   int // bytes of one result in the conversation; 64 KiB; between 256 bytes and 128 KiB
	Repeats  int // how often the same call of the same tool may fail before the run ends; 3
	Parallel int // calls at the same time; compose.DefaultLimit

	Depth      int // how many agents may stand below this one, each of the one above; 2. Negative: none
	Children   int // how many sub-agents it may begin; 5
	Spawns     int // how many may be begun by it and all below it together; 20
	Concurrent int // how many of its sub-agents run at the same time; others wait; 4
}

// The range of Limits.Result. The upper bound lets every result be one line of a State, where a byte may become six.
const (
	leastResult = 256
	mostResult  = codec.MaxSize / 8
)

// filled returns the limits with the defaults in place.
func (l Limits) filled() Limits {
	or := func(n *int, value int) {
		if *n == 0 {
			*n = value
		}
	}
	or(&l.Steps, 32)
	or(&l.Calls, 256)
	or(&l.Result, 64<<10)
	or(&l.Repeats, 3)
	or(&l.Depth, 2)
	or(&l.Children, 5)
	or(&l.Spawns, 20)
	or(&l.Concurrent, 4)
	if l.Bytes == 0 {
		l.Bytes = 16 << 20
	}
	if l.Tokens == 0 {
		l.Tokens = math.MaxInt64
	}
	return l
}

// problems says which limits are none.
func (l Limits) problems() (problems []string) {
	if slices.Min([]int64{int64(l.Steps), int64(l.Calls), int64(l.Time), l.Tokens, l.Bytes, int64(l.Repeats), int64(l.Parallel),
		int64(l.Children), int64(l.Spawns), int64(l.Concurrent)}) < 0 {
		problems = append(problems, "a limit is below zero")
	}
	if l.Result != 0 && (l.Result < leastResult || l.Result > mostResult) {
		problems = append(problems, "Limits.Result is not between 256 and 131072 bytes")
	}
	return problems
}
