package agent

import "sync"

// budget counts what a run has used of what is shared with those above it. What one run uses counts for all of them, and is
// given only where all of them have it.
type budget struct {
	above  *budget
	tree   *sync.Mutex // one for all runs of a tree
	limits Limits
	used   used
}

// used is what was used of a budget.
type used struct {
	calls   int
	usage   Usage
	spawned int
}

func newBudget(above *budget, limits Limits, already used) *budget {
	b := &budget{above: above, limits: limits, used: already}
	if above != nil {
		b.tree = above.tree
	} else {
		b.tree = new(sync.Mutex)
	}
	return b
}

// take uses one of something, if all have one left.
func (b *budget) take(count func(*used) *int, limit func(*Limits) int) bool {
	b.tree.Lock()
	defer b.tree.Unlock()
	for up := b; up != nil; up = up.above {
		if *count(&up.used) >= limit(&up.limits) {
			return false
		}
	}
	for up := b; up != nil; up = up.above {
		*count(&up.used)++
	}
	return true
}

// call takes one call.
func (b *budget) call() bool {
	return b.take(func(u *used) *int { return &u.calls }, func(l *Limits) int { return l.Calls })
}

// spawn takes one sub-agent.
func (b *budget) spawn() bool {
	return b.take(func(u *used) *int { return &u.spawned }, func(l *Limits) int { return l.Spawns })
}

// report adds what a turn has cost. A report below zero is none.
func (b *budget) report(u Usage) {
	b.tree.Lock()
	defer b.tree.Unlock()
	for up := b; up != nil; up = up.above {
		up.used.usage.Input = plus(up.used.usage.Input, u.Input)
		up.used.usage.Output = plus(up.used.usage.Output, u.Output)
	}
}

// tokens reports whether all have tokens left.
func (b *budget) tokens() bool {
	b.tree.Lock()
	defer b.tree.Unlock()
	for up := b; up != nil; up = up.above {
		if plus(up.used.usage.Input, up.used.usage.Output) >= up.limits.Tokens {
			return false
		}
	}
	return true
}

// now returns what was used so far.
func (b *budget) now() used {
	b.tree.Lock()
	defer b.tree.Unlock()
	return b.used
}

// plus adds what is reported to a sum, which stays where it is rather than overflow.
func plus(sum, n int64) int64 {
	if next := sum + n; n > 0 && next > sum {
		return next
	}
	return sum
}
