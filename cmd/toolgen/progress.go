package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// patience is how long work may take before somebody at a terminal is told that it goes on.
const patience = time.Second

// progress shows on a terminal what the work is at, once it takes long, and removes the line again when stop is called. tell
// says what it is at now. Elsewhere both do nothing: a log has no use for it.
func (s *session) progress(work string) (tell func(at string), stop func()) {
	if !s.terminal {
		return nil, func() {}
	}
	var at atomic.Value
	at.Store(work)
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(patience)
		defer tick.Stop()
		for elapsed := patience; ; elapsed += patience {
			select {
			case <-done:
				if elapsed > patience {
					fmt.Fprint(s.stderr, "\r\x1b[K")
				}
				return
			case <-tick.C:
				fmt.Fprintf(s.stderr, "\r\x1b[Ktoolgen: %s, %v", at.Load(), elapsed)
			}
		}
	})
	return func(now string) { at.Store(now) }, func() {
		close(done)
		wg.Wait()
	}
}
