package tooltest

import (
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// Breaches is Contract with a tenth of the changed calls: that is enough for it to notice each way to break the contract.
func Breaches(tb testing.TB, tool runtime.Tool, inputs ...string) { hold(tb, tool, Runs/10, inputs) }
