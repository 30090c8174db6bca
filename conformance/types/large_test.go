package types

import (
	"context"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/generator"
)

// The largest types of the signatures end in an error or a schema soon after they are loaded, within bounded memory (R5).
func TestLargeTypesEndSoon(t *testing.T) {
	const (
		soon   = 2 * time.Second
		memory = 1 << 30 // bytes, loading included
	)
	for _, name := range []string{"query", "podspec", "podspec/declared", "podinterface", "paymentintentparams", "paymentintentnew", "putobjectinput", "descriptor", "hostconfig"} {
		t.Run(name, func(t *testing.T) {
			done := make(chan struct{})
			peak := watchHeap(done)
			r, err := generator.Generate(context.Background(), generator.Options{Env: append(os.Environ(), "GOWORK=off"), Patterns: []string{"./symbols/" + name}})
			close(done)
			require.NoError(t, err)
			var generating time.Duration
			for _, phase := range r.Phases {
				if phase.Name != "load" {
					generating += phase.Took
				}
			}
			used := <-peak
			t.Logf("%v after loading, %d MB at most", generating.Round(time.Millisecond), used>>20)
			require.Less(t, generating, soon)
			require.Less(t, used, uint64(memory))
		})
	}
}

// watchHeap sends the largest heap that it saw until done is closed, less what there was before.
func watchHeap(done <-chan struct{}) <-chan uint64 {
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	runtime.GC()
	before := heap()
	peak := make(chan uint64, 1)
	go func() {
		highest := before
		for tick := time.NewTicker(20 * time.Millisecond); ; {
			select {
			case <-done:
				tick.Stop()
				peak <- max(highest, heap()) - before
				return
			case <-tick.C:
				highest = max(highest, heap())
			}
		}
	}()
	return peak
}
