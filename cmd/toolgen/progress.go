package main

import (
	"fmt"
	"sync"
	"time"
)

// patience is how long work may take before somebody at a terminal is told that it goes on.
const patience = time.Second

// progress shows on a terminal that work goes on, once it takes long, and removes the line again when the returned
// function is called. Elsewhere it does nothing: a log has no use for it.
func (s *session) progress(work string) (stop func()) {
	if !s.terminal {
		return func() {}
	}
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
				fmt.Fprintf(s.stderr, "\r\x1b[Ktoolgen: %s, %v", work, elapsed)
			}
		}
	})
	return func() {
		close(done)
		wg.Wait()
	}
}
