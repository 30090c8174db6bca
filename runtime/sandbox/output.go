package sandbox

import (
	"bytes"
	"sync"
)

// meter counts what several streams write together, and calls over once when that is more than the limit.
type meter struct {
	mu    sync.Mutex
	left  int64
	bound bool
	cut   bool
	over  func()
}

// stream is one of them: it keeps what the limit allows, exactly, and nothing more.
type stream struct {
	*meter
	kept bytes.Buffer
}

// Write keeps what fits. It takes all of p, because a writer that fails would make the copying goroutine stop reading, and the
// program block, before it is killed.
func (s *stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(p)
	if s.bound && int64(len(p)) > s.left {
		p = p[:s.left]
		if !s.cut {
			s.cut = true
			s.over()
		}
	}
	s.left -= int64(len(p))
	s.kept.Write(p)
	return n, nil
}
