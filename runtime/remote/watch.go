package remote

import (
	"context"
	"time"
)

// shortest is the shortest time between two listings that the other side can cause.
const shortest = time.Second

// Watch has list, which lists what the other side offers, run every so often, and sooner where stale has an item. It returns the error of
// ctx when that is over; what goes wrong on the way is logged and tried again. It panics unless every is positive.
func (c *Tools) Watch(ctx context.Context, every time.Duration, stale <-chan struct{}, list func(context.Context) error) error {
	if every <= 0 {
		panic("remote: Watch needs a time between two listings")
	}
	regular := time.NewTicker(every)
	defer regular.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-regular.C:
		case <-stale:
		}
		began := time.Now()
		if err := list(ctx); err != nil && ctx.Err() == nil {
			c.options.Logger.Warn("the tools of a server could not be listed", "error", err)
		}
		rest := time.NewTimer(time.Until(began.Add(min(shortest, every))))
		select {
		case <-ctx.Done():
		case <-rest.C:
		}
		rest.Stop()
	}
}
