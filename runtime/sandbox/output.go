package sandbox

import (
	"bytes"
	"errors"
	"sync"
)

// These are why a run was ended of this package's own accord.
var (
	errWall     = errors.New("sandbox: the time by the clock is over")
	errOutput   = errors.New("sandbox: there is too much output")
	errResident = errors.New("sandbox: there is too much memory in use")
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

func newStreams(limit int64, over func()) (stdout, stderr *stream) {
	m := &meter{left: limit, bound: limit > 0, over: over}
	return &stream{meter: m}, &stream{meter: m}
}
