// Package scales is two tools of a workshop, as any worker of it can do them.
package scales

import (
	"context"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

//go:generate go tool toolgen

// Scales are the tools as one worker has them.
type Scales struct {
	Worker string             // who it is
	Log    func(event string) // is told when a call ends before its work is done
}

// Weight is what was weighed.
type Weight struct {
	Worker string `json:"worker"` // who weighed
	Grams  int    `json:"grams"`  // what it weighs
}

// Weigh weighs some pieces of one kind.
//
//tool:name=weigh access=public readonly openworld=false
func (s *Scales) Weigh(
	ctx context.Context,
	//tool:min=1 max=1000
	pieces int, // how many pieces
) (Weight, error) {
	if err := s.work(ctx, 10*time.Millisecond); err != nil {
		return Weight{}, err
	}
	return Weight{s.Worker, 25 * pieces}, nil
}

// TakeStock weighs everything that is there, which takes a minute.
//
//tool:name=take_stock access=public readonly openworld=false
func (s *Scales) TakeStock(ctx context.Context, progress runtime.Progress) (Weight, error) {
	const shelves = 600
	for i := range shelves {
		if err := s.work(ctx, 100*time.Millisecond); err != nil {
			return Weight{}, err
		}
		progress.Report(i+1, shelves, "shelf by shelf")
	}
	return Weight{s.Worker, shelves * 1000}, nil
}

// work takes a while, and ends when the call does.
func (s *Scales) work(ctx context.Context, while time.Duration) error {
	select {
	case <-time.After(while):
		return nil
	case <-ctx.Done():
		s.Log("its call is over before the work is: " + ctx.Err().Error())
		return ctx.Err()
	}
}
